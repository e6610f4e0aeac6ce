// SPDX-License-Identifier: MIT
// What a learner needs to know of the browser: a sentence each for storage, tabs, the kernel and the network.
// lab.py puts JupyterLite's version and the translations in front, as JUPYTERLITE and WORDS.
const SECONDS_OF_A_CELL = 30;
const SECONDS_OF_LOADING = 90;
const opened = new URLSearchParams(location.search).get("path") ?? "";
const say = (text) => WORDS[opened.split("/")[0]]?.[text] ?? text;

/** Show a sentence, in place of the one that is shown under this name; a name is of use to take it away. */
function notice(text, name = text) {
  let bar = document.querySelector("#notices");
  if (!bar) {
    bar = document.body.appendChild(document.createElement("div"));
    bar.id = "notices";
    bar.setAttribute("role", "status");
    bar.style.cssText =
      "position:fixed;z-index:20000;right:1em;bottom:2.5em;max-width:min(30em,90vw);font:14px/1.4 sans-serif";
  }
  const shown = find(name);
  if (shown?.dataset.text === text) return;
  const one = document.createElement("p");
  Object.assign(one.dataset, { name, text });
  one.style.cssText = "margin:.5em 0 0;padding:.7em 1em;color:#000;background:#fff3c4;border:2px solid #805700";
  const close = document.createElement("button");
  close.textContent = say("Close");
  close.style.cssText = "font:inherit;margin-left:1em";
  close.onclick = () => one.remove();
  one.append(text, close);
  if (shown) shown.replaceWith(one);
  else bar.append(one);
}

const find = (name) => [...(document.querySelector("#notices")?.children ?? [])].find((one) => one.dataset.name === name);

function withdraw(name) {
  find(name)?.remove();
}

function keepsNothing() {
  notice(say("This browser keeps nothing here, as in a private window: before you close the page, choose File > Download."));
}

/** Return the reason that the browser gives for an error, as a part of a sentence. */
const reasonOf = (error) => String(error?.message || error?.name || error).replace(/[.\s]+$/, "");

/** Return the sentence on work that was not saved, with the reason that the browser gives. */
function notSaved(error) {
  const reason = reasonOf(error);
  const told = `${error?.name} ${reason}`;
  if (/quota|no space|disk (?:is )?full/i.test(told))
    return say("Your work was not saved, since the browser has no room left: choose File > Download, then make room.");
  if (/SecurityError|NotAllowedError|insecure|denied|no available storage/i.test(told))
    return say("Your work was not saved, since this browser lets this site keep nothing, as in a private window: choose File > Download.");
  if (/InvalidStateError|connection is clos|backing store/i.test(told))
    return say("Your work was not saved, since the browser has closed its storage, as where a site's data are deleted: choose File > Download, then load the page again.");
  return say("Your work was not saved. The browser's reason: {reason}. Choose File > Download, then save again.")
    .replace("{reason}", () => reason);
}

try {
  indexedDB.open("notices").onerror = keepsNothing;
} catch {
  keepsNothing();
}

const NETWORK = "network";
addEventListener("offline", () =>
  notice(
    ["whole", "old", "renewed"].includes(document.documentElement.dataset.kept)
      ? say("The network is gone. All that you need is kept in this browser: work on, and load the page again as you like.")
      : say("The network is gone: what is open works on, and your work is kept in this browser. Leave the page open, since not all that it needs is kept yet."),
    NETWORK,
  ),
);
addEventListener("online", () => withdraw(NETWORK));

/** Say what comes of each save of a notebook. */
function watchSaves(context) {
  const save = context.save.bind(context), name = `saved ${context.path}`;
  context.save = async () => {
    try {
      await save();
      withdraw(name);
    } catch (error) {
      // The learner was asked, and has answered or is still to answer.
      if (!/^Modal/.test(error?.name)) notice(notSaved(error), name);
      throw error;
    }
  };
}

// The notebooks of this page that another tab saves.
const savedElsewhere = new WeakSet();

/** Let one tab save a notebook, the one that had it first, and tell all tabs that have it which one that is. */
function shareTabs(context) {
  if (!navigator.locks) return;
  const name = `${location.pathname}:${context.path}`;
  const channel = new BroadcastChannel(name);
  const save = context.save.bind(context);
  const other = () => notice(say("This notebook is open in another tab, too, and that one saves it. What you change here is not saved: close this tab."), name);
  let isOwn = true;
  context.save = async () => (isOwn ? save() : other());
  // The lock is held as long as this page is open.
  const held = () => new Promise(() => {});
  channel.onmessage = ({ data }) => {
    if (!isOwn) return;
    if (data === "closed") withdraw(name);
    else notice(say("This notebook is open in a second tab, too. This tab saves it, the other one does not: close the other."), name);
  };
  navigator.locks.request(name, { ifAvailable: true }, (lock) => {
    if (lock) return held();
    isOwn = false;
    savedElsewhere.add(context);
    other();
    channel.postMessage("opened");
    addEventListener("pagehide", () => channel.postMessage("closed"));
    navigator.locks.request(name, async () => {
      // What the other tab has saved; what was changed here is kept, and JupyterLab asks before it saves over the other.
      const isChanged = context.model.dirty;
      if (!isChanged) await context.revert().catch(console.warn);
      isOwn = true;
      savedElsewhere.delete(context);
      notice(
        isChanged
          ? say("The other tab is closed: from now on this one saves the notebook. Both have changed it, so you are asked which of the two to keep.")
          : say("The other tab is closed: from now on this one saves the notebook."),
        name,
      );
      return held();
    });
  });
}

// Where start.mjs tells that it could not load Python.
const failures = new BroadcastChannel(`autograd-in-five-days python ${new URL("..", location).pathname}`);

/** Say that Python is being loaded, or that it can't be; another tab's failure is not ours once Python is here. */
function isLoading(name) {
  if (find(name)) return;
  if (globalThis.WebAssembly) notice(say("Python is being loaded, which takes a while on the first visit. You can read meanwhile; cells run once it is there."), name);
  else return notice(say("This browser has no WebAssembly, in which Python runs here: read on, or open the page in another one."), name);
  failures.onmessage = () =>
    find(name) && notice(say("Python could not be loaded, as where the network is gone: load the page again once it is back; your work is kept."), name);
}

/** Say that Python is being loaded, that a cell runs long, and neither when that has come to its end. */
function watchKernel(context) {
  const python = `python ${context.path}`, long = `long ${context.path}`;
  let busy, late;
  const look = () => {
    const status = context.sessionContext.session?.kernel?.status ?? "unknown";
    clearTimeout(busy);
    if (status !== "busy") withdraw(long);
    if (["unknown", "starting", "restarting", "autorestarting"].includes(status)) {
      isLoading(python);
      if (globalThis.WebAssembly)
        late ??= setTimeout(
          () => notice(say("Python is still not there. The network may be slow or gone: wait, or load the page again; your work is kept."), python),
          SECONDS_OF_LOADING * 1000,
        );
    } else {
      late = clearTimeout(late);
      withdraw(python);
    }
    if (status === "busy")
      busy = setTimeout(
        () => notice(say("A cell runs long, or Python has stopped: choose Kernel > Restart Kernel where it never ends; your work is kept."), long),
        SECONDS_OF_A_CELL * 1000,
      );
    if (status === "idle") keepSite().catch(console.warn);
  };
  context.sessionContext.statusChanged.connect(look);
  context.sessionContext.kernelChanged.connect(look);
  context.disposed.connect(() => {
    clearTimeout(busy);
    clearTimeout(late);
    withdraw(python);
    withdraw(long);
  });
  look();
}

const seen = new WeakSet();
function watch(widget) {
  const context = widget?.context;
  if (!context?.sessionContext || seen.has(context)) return;
  seen.add(context);
  watchSaves(context);
  shareTabs(context);
  watchKernel(context);
}

/** Let the browser keep the whole site, once Python is there. */
let isKeeping = false;
async function keepSite() {
  if (isKeeping || !navigator.serviceWorker) return;
  isKeeping = true;
  // Where it can't be loaded, it is tried again when a cell has run.
  const { keep } = await import(new URL("../../kept.js", location)).catch((error) => {
    isKeeping = false;
    throw error;
  });
  keep((state) => (document.documentElement.dataset.kept = state));
}

// JupyterLite takes all service workers away where it has not noted of which version they are, and it notes that at the
// second visit alone. Without a network it could not get another one.
function note({ scriptURL }) {
  localStorage.setItem(`${scriptURL}-version`, JUPYTERLITE);
}
try {
  if (navigator.serviceWorker?.controller) note(navigator.serviceWorker.controller);
} catch (error) {
  console.warn(error);
}
navigator.serviceWorker?.ready.then(({ active }) => note(active)).catch(console.warn);

if (opened.endsWith(".ipynb")) isLoading(`python ${opened}`);
const waiting = setInterval(() => {
  const shell = window.jupyterapp?.shell;
  if (!shell?.currentWidget) return;
  clearInterval(waiting);
  shell.currentChanged.connect((_, { newValue }) => watch(newValue));
  watch(shell.currentWidget);
}, 500);
