// SPDX-License-Identifier: MIT
// What the pages of the course change in JupyterLab and Notebook 7. A browser loads this file as it stands.

// A block of its own: all extensions share one page.
{
  const LIST = "nbgrader-assignment-list";
  // The key of a notebook's metadata that is the course's.
  const OWN = "autograd_in_five_days";
  const MILLISECONDS_TO_DRAW = 300;
  // The heading of the page's address, and its notebook: JupyterLab forgets the one before the other is there.
  const asked = { heading: location.hash, place: location.hash && readable(location.pathname + location.search) };
  // What marks the pieces of the days, here and on the pages of the site.
  const PIECES = new URL("pieces.js", document.currentScript.src).href;

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
    const own = context.model.getMetadata(OWN);
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

  /** Return an address as one reads it; as it stands where it can't be read. */
  function readable(address) {
    try {
      return decodeURIComponent(address);
    } catch {
      return address;
    }
  }

  /**
   * Show the heading that a link leads to, even where its cell is not drawn yet, and open the fold right under it.
   *
   * The link may be one of another notebook, or the address of the page: then this one is only being opened.
   */
  function followLinks(panel) {
    const { content: notebook, context } = panel;
    const show = async (name) => {
      const heading = () => notebook.node.querySelector(`[data-jupyter-id="${CSS.escape(name)}"]`);
      if (!heading()) await notebook.setFragment(`#${name}`);
      const fold = heading()?.nextElementSibling;
      if (fold?.matches("details")) fold.open = true;
      heading()?.scrollIntoView();
    };
    const comeTo = async (name) => {
      await show(name);
      // Cells are drawn one after the other, and each moves those below it. From the first touch on, the page is the
      // learner's.
      const again = setInterval(() => {
        const drawn = notebook.widgets.every((cell) => !cell.isPlaceholder());
        if (drawn || panel.isDisposed) clearInterval(again);
        show(name);
      }, MILLISECONDS_TO_DRAW);
      for (const touch of ["pointerdown", "keydown", "wheel"])
        addEventListener(touch, () => clearInterval(again), { capture: true, once: true });
    };
    notebook.node.addEventListener("click", ({ target }) => {
      const link = target.closest('a[href^="#"]');
      if (link) comeTo(readable(link.hash.slice(1)));
    });
    panel.setFragment = async (address) => {
      await Promise.all([context.ready, panel.revealed]);
      await comeTo(readable(address.slice(1)));
    };
  }

  /** Return the text of a file; "" where its folder does not list it. */
  async function textOf(name, folder, contents) {
    const listed = await contents.get(folder, { content: true });
    const found = listed.content.find((one) => one.name === name);
    if (!found) return "";
    const { content } = await contents.get(found.path, { content: true, type: "file", format: "text" });
    return typeof content === "string" ? content : JSON.stringify(content);
  }

  /** Mark the pieces that are done on the page that lists them, whenever it comes in front, and lead on to the next. */
  async function markPieces({ content: { node }, disposed }, context, contents, shell) {
    await context.ready;
    const own = context.model.getMetadata(OWN);
    if (!own?.pieces) return;
    const { RECORD, outcomesIn, show } = await import(PIECES);
    // The days of another language are in a folder of their own; the record is in that of the English days.
    const folder = context.path.split("/").slice(0, own.language ? -2 : -1).join("/");
    const mark = async () => {
      const going = show(node, own, outcomesIn(await textOf(RECORD, folder, contents)));
      if (!going) return;
      // JupyterLab opens a link that it has drawn itself.
      going.link.onclick = (event) => {
        event.preventDefault();
        event.stopPropagation();
        going.next.click();
      };
    };
    const markAgain = () => mark().catch(console.warn);
    // Its cell may be drawn later, and again.
    const observer = new MutationObserver(() => {
      const line = node.querySelector(".go-on");
      if (!line || line.dataset.marked) return;
      line.dataset.marked = "yes";
      markAgain();
    });
    observer.observe(node, { subtree: true, childList: true });
    const whenInFront = (_, { newValue }) => newValue?.content?.node === node && markAgain();
    shell.currentChanged?.connect(whenInFront);
    disposed.connect(() => {
      observer.disconnect();
      shell.currentChanged?.disconnect(whenInFront);
    });
    if (node.querySelector(".go-on")) markAgain();
  }

  /** Let keys scroll a text that is wider than its cell, as a table is on a phone: it gets the focus, as a link does. */
  function letKeysScroll({ content: { node }, disposed }) {
    const sizes = new ResizeObserver((changed) => {
      for (const { target } of changed) {
        if (target.scrollWidth > target.clientWidth) target.tabIndex = 0;
        else target.removeAttribute("tabindex");
      }
    });
    // A cell is drawn when it comes near the window. What is watched already is not watched twice.
    const drawn = new MutationObserver(() => {
      for (const text of node.querySelectorAll(".jp-RenderedMarkdown")) sizes.observe(text);
    });
    drawn.observe(node, { subtree: true, childList: true });
    disposed.connect(() => {
      drawn.disconnect();
      sizes.disconnect();
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
      const { commands, docRegistry, serviceManager, shell } = application;
      document.documentElement.dataset.savesForCheck = "yes";
      foldWhereNarrow(application);
      docRegistry.addWidgetExtension("Notebook", {
        createNew: (panel, context) => {
          keepUnchanged(context.model);
          nameLanguage(panel.content, context);
          saveInTurn(context, serviceManager.contents);
          followLinks(panel);
          if (asked.place.endsWith(context.path)) {
            panel.setFragment(asked.heading);
            asked.place = "";
          }
          letKeysScroll(panel);
          stayFolded(panel);
          markPieces(panel, context, serviceManager.contents, shell).catch(console.warn);
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
