// SPDX-License-Identifier: MIT
// What the pages of the course change in JupyterLab and Notebook 7. A browser loads this file as it stands.

// A block of its own: all extensions share one page.
{
  const LIST = "nbgrader-assignment-list";

  /** Keep a notebook unmarked when the page writes into it what the kernel says of itself, such as Python's version. */
  function keepUnchanged(model) {
    model.metadataChanged.connect((_, { key, oldValue, newValue }) => {
      const sameKernel = key === "kernelspec" && oldValue?.name === newValue?.name;
      if (model.dirty || !(key === "language_info" || sameKernel)) return;
      // The model marks itself after this signal.
      Promise.resolve().then(() => { model.dirty = false; });
    });
  }

  /** Mark a notebook of the course with its language: JupyterLab names its own alone, and a screen reader speaks that. */
  async function nameLanguage(notebook, context) {
    await context.ready;
    const own = context.model.getMetadata("autograd_in_five_days");
    if (own) notebook.node.lang = typeof own.language === "string" ? own.language : "en";
  }

  /** Show the heading that a link leads to, even where its cell is not drawn yet, and open the fold right under it. */
  function followLinks(notebook) {
    notebook.node.addEventListener("click", async ({ target }) => {
      const link = target.closest('a[href^="#"]');
      if (!link) return;
      const name = decodeURIComponent(link.hash.slice(1));
      const heading = () => notebook.node.querySelector(`[data-jupyter-id="${CSS.escape(name)}"]`);
      if (!heading()) await notebook.setFragment(`#${name}`);
      const fold = heading()?.nextElementSibling;
      if (fold?.matches("details")) fold.open = true;
      heading()?.scrollIntoView();
    });
  }

  /** Take the Validate buttons out of nbgrader's list, and give its rows roles that fit together. */
  function mendList(list) {
    for (const button of list.querySelectorAll(".nested_list_item button")) {
      if (button.innerText === "Validate") button.remove();
    }
    for (const one of list.querySelectorAll("[role=tablist], .assignment-notebooks[role=tabpanel]")) {
      one.removeAttribute("role");
      one.removeAttribute("aria-multiselectable");
    }
    for (const link of list.querySelectorAll("a[aria-controls]")) {
      const open = Boolean(list.querySelector(`#${link.getAttribute("aria-controls")}.in`));
      link.setAttribute("aria-expanded", open);
    }
    // A link without an address is out of reach of the keyboard.
    for (const link of list.querySelectorAll(".list_item a:not([href])")) link.href = "#";
  }

  async function watchList(opened) {
    await opened;
    const list = document.getElementById(LIST);
    if (!list || list.dataset.mended) return;
    list.dataset.mended = "yes";
    new MutationObserver(() => mendList(list)).observe(list, { subtree: true, childList: true, attributeFilter: ["class"] });
    mendList(list);
  }

  // Notebook 7.6 sends changes of other settings to its list of shortcuts before that list is loaded, which raises an
  // error: https://github.com/jupyter/notebook/issues/7862. Here changes are sent once the list is loaded. By then it
  // has read the other settings.
  const SHORTCUTS = "@jupyterlab/shortcuts-extension";

  /** Return the settings as the list of shortcuts should see them. */
  function onceThere(settings, list) {
    const changed = { connect: (slot) => settings.pluginChanged.connect((sender, id) => settings.plugins[list] && slot(sender, id)) };
    return new Proxy(settings, {
      get(target, name) {
        if (name === "pluginChanged") return changed;
        const found = target[name];
        return typeof found === "function" ? found.bind(target) : found;
      },
    });
  }

  function mendShortcuts(plugin) {
    const activate = plugin.activate;
    plugin.activate = (application, settings, ...others) => activate(application, onceThere(settings, plugin.id), ...others);
  }

  const plugin = {
    id: "autograd-in-five-days:course",
    autoStart: true,
    activate: ({ commands, docRegistry }) => {
      docRegistry.addWidgetExtension("Notebook", {
        createNew: (panel, context) => {
          keepUnchanged(context.model);
          nameLanguage(panel.content, context);
          followLinks(panel.content);
        },
      });
      commands.commandExecuted.connect((_, { id, result }) => {
        if (id === "nbgrader:open-assignment-list") watchList(result);
      });
    },
  };

  let shared = {};

  // What webpack would write.
  window._JUPYTERLAB = window._JUPYTERLAB || {};
  window._JUPYTERLAB["autograd-in-five-days"] = {
    init: (scope) => { shared = scope; },
    get: async () => {
      for (const version of Object.values(shared[SHORTCUTS] || {})) {
        const found = (await version.get())().default;
        [].concat(found).filter((one) => one.id === `${SHORTCUTS}:shortcuts`).forEach(mendShortcuts);
      }
      return () => ({ __esModule: true, default: plugin });
    },
  };
}
