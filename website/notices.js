// What a learner needs to know of the browser: a sentence each for storage, tabs, the kernel and the network.
// lab.py puts the list of the lab's files and the translations in front: FILES, WORDS.
const SECONDS = 30;
const spoken = new URLSearchParams(location.search).get("path")?.split("/")[0];
const say = (text) => WORDS[spoken]?.[text] ?? text;

function notice(text) {
  let bar = document.querySelector("#notices");
  if (!bar) {
    bar = document.body.appendChild(document.createElement("div"));
    bar.id = "notices";
    bar.setAttribute("role", "status");
    bar.style.cssText =
      "position:fixed;z-index:20000;right:1em;bottom:2.5em;max-width:min(30em,90vw);font:14px/1.4 sans-serif";
  }
  if ([...bar.children].some((one) => one.dataset.text === text)) return;
  const one = document.createElement("p");
  one.dataset.text = text;
  one.style.cssText = "margin:.5em 0 0;padding:.7em 1em;color:#000;background:#fff3c4;border:2px solid #805700";
  const close = document.createElement("button");
  close.textContent = say("Close");
  close.style.cssText = "font:inherit;margin-left:1em";
  close.onclick = () => one.remove();
  one.append(text, close);
  bar.append(one);
}

function keepsNothing() {
  notice(say("This browser keeps nothing here, as in a private window: before you close the page, choose File > Download."));
}

function notSaved() {
  notice(say("Your work was not saved, since the browser has no room left: choose File > Download, then make room."));
}

try {
  indexedDB.open("notices").onerror = keepsNothing;
} catch {
  keepsNothing();
}

addEventListener("offline", () =>
  notice(say("The network is gone: what is open works on, and your work is kept in this browser.")),
);

const seen = new WeakSet();
function watch(widget) {
  const context = widget?.context;
  if (!context?.sessionContext || seen.has(context)) return;
  seen.add(context);
  context.saveState.connect((_, state) => state === "failed" && notSaved());
  // The lock is held as long as this page is open.
  navigator.locks?.request(`${location.pathname}:${context.path}`, { ifAvailable: true }, (lock) => {
    if (lock) return new Promise(() => {});
    notice(say("This notebook is open in another tab, too: close one of them, since the one that saves last wins."));
  });
  let busy;
  context.sessionContext.statusChanged.connect((_, status) => {
    clearTimeout(busy);
    if (status === "busy")
      busy = setTimeout(
        () => notice(say("A cell runs long, or Python has stopped: choose Kernel > Restart Kernel where it never ends; your work is kept.")),
        SECONDS * 1000,
      );
    if (status === "idle") keepFiles();
  });
}

// After the first visit the lab works without a network.
let isKeeping = false;
async function keepFiles() {
  if (isKeeping || !navigator.serviceWorker?.controller) return;
  isKeeping = true;
  const cache = await caches.open("precache");
  for (const address of [location.href, ...FILES.map((name) => new URL(`../${name}`, location).href)])
    if (!(await cache.match(address))) await cache.add(address).catch(notKept);
  document.documentElement.dataset.offline = "ready";
}
const notKept = () => {};

const waiting = setInterval(() => {
  const shell = window.jupyterapp?.shell;
  if (!shell?.currentWidget) return;
  clearInterval(waiting);
  shell.currentChanged.connect((_, { newValue }) => watch(newValue));
  watch(shell.currentWidget);
}, 500);
