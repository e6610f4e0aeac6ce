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

  // The kind of output with which check() asks for a save: companion/saving.py.
  const ASKS = "application/vnd.autograd-in-five-days.save+json";

  /** Return whether a file was changed by somebody else since the page read or saved it, as JupyterLab finds out. */
  async function isChangedElsewhere(context, contents) {
    const known = context.contentsModel;
    const found = await contents.get(context.path, { content: false, hash: true });
    if (known?.hash && found.hash) return known.hash !== found.hash;
    return new Date(found.last_modified) - new Date(known?.last_modified) > context.lastModifiedCheckMargin;
  }

  /**
   * Let the saves of a notebook follow one after the other, and save it when check() asks for that.
   *
   * Of two saves at a time, JupyterLab takes one for a change of the file by another program, and asks the learner what
   * to do. A save for check() asks nothing: a file that was changed elsewhere stays as it is, and check() says so.
   */
  function saveInTurn(context, contents) {
    const save = context.save.bind(context);
    let last = Promise.resolve();
    const inTurn = (task) => (last = last.then(task, task));
    context.save = () => inTurn(() => save());
    context.sessionContext.iopubMessage.connect((session, { content, parent_header }) => {
      // The same kernel may answer another page, whose notebook this one is not.
      if (!content.data?.[ASKS] || parent_header.session !== session.session?.kernel?.clientId) return;
      inTurn(() => isChangedElsewhere(context, contents))
        .then((isChanged) => isChanged || context.save())
        .catch(console.warn);
    });
  }

  /** Fold the file browser where the page is as narrow as a phone, and again when a notebook is opened there. */
  function foldWhereNarrow({ restored, shell }) {
    const narrow = matchMedia("(max-width: 760px)");
    const fold = () => narrow.matches && shell.leftCollapsed === false && shell.collapseLeft();
    narrow.addEventListener("change", fold);
    shell.currentChanged?.connect(fold);
    // A page opens its file browser late, to show where the notebook is. From the first touch on, it is the learner's.
    shell.layoutModified?.connect(fold);
    for (const touch of ["pointerdown", "keydown"])
      addEventListener(touch, () => shell.layoutModified?.disconnect(fold), { capture: true, once: true });
    restored.then(fold);
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

  /** Let a folded heading stay folded when it is run: JupyterLab would go into it, and the learner goes on below it. */
  function stayFolded({ content: notebook, disposed }) {
    let heading = null, below = null;
    const note = () => {
      heading = notebook.activeCell?.headingCollapsed ? notebook.activeCell : null;
      below = heading && notebook.widgets.find((cell, at) => at > notebook.activeCellIndex && !cell.isHidden);
    };
    // On the window, and on the way down: before JupyterLab hears of it.
    for (const touch of ["keydown", "pointerdown"]) {
      addEventListener(touch, note, true);
      disposed.connect(() => removeEventListener(touch, note, true));
    }
    notebook.activeCellChanged.connect(() => {
      const [folded, next] = [heading, below].map((cell) => notebook.widgets.indexOf(cell));
      if (folded < 0 || next < 0 || notebook.activeCellIndex !== folded + 1) return;
      heading = null;
      // JupyterLab hears of the same change, and unfolds it.
      Promise.resolve().then(() => {
        notebook.widgets[folded].headingCollapsed = true;
        notebook.activeCellIndex = next;
      });
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
    activate: (application) => {
      const { commands, docRegistry, serviceManager } = application;
      document.documentElement.dataset.savesForCheck = "yes";
      foldWhereNarrow(application);
      docRegistry.addWidgetExtension("Notebook", {
        createNew: (panel, context) => {
          keepUnchanged(context.model);
          nameLanguage(panel.content, context);
          saveInTurn(context, serviceManager.contents);
          followLinks(panel.content);
          stayFolded(panel);
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
