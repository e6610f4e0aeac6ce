// SPDX-License-Identifier: MIT
// Lets the browser keep the whole site (offline.js), and says on each page what has come of that.
const HERE = new URL(".", import.meta.url);
const SECONDS_TO_ASK_AGAIN = 30;

/**
 * Ask for the whole site to be kept, again and again until it is; `tell` hears what has come of it: "keeping", "whole",
 * "renewed" where a version has taken the place of another, "old" where it could not, "full", "not yet", or "refused".
 */
export async function keep(tell) {
  try {
    const registration = await navigator.serviceWorker.register(new URL("service-worker.js", HERE), { scope: HERE });
    const channel = new BroadcastChannel(`autograd-in-five-days kept ${HERE.pathname}`);
    let said = "";
    const ask = () => registration.active?.postMessage("keep");
    channel.onmessage = ({ data }) => {
      said = data;
      tell(data);
    };
    const asking = setInterval(() => (["whole", "renewed"].includes(said) ? clearInterval(asking) : ask()), SECONDS_TO_ASK_AGAIN * 1000);
    addEventListener("online", ask);
    const starting = registration.installing ?? registration.waiting;
    starting?.addEventListener("statechange", () => {
      if (starting.state === "activated") ask();
      // JupyterLite's part needs a cache to begin.
      else if (starting.state === "redundant" && !registration.active) tell("refused");
    });
    ask();
  } catch (error) {
    console.warn(error);
    tell("refused");
  }
}

/** Return when what the reader came for is loaded: what is kept comes after. */
function loaded() {
  return new Promise((done) => {
    const python = document.getElementById("first-try");
    if (!python || python.dataset.python) done();
    else python.addEventListener("settled", done, { once: true });
  });
}

const line = document.getElementById("kept");

function show(state) {
  // A page of the version before stays one.
  if (document.documentElement.dataset.kept === "renewed") return;
  const key = { "not yet": navigator.onLine ? "later" : "gone", old: "whole" }[state] ?? state;
  document.documentElement.dataset.kept = state;
  line.querySelector("span").textContent = line.dataset[key];
}

function begin() {
  if (!navigator.serviceWorker) return show("refused");
  const button = line.querySelector("button");
  const start = () => {
    button.hidden = true;
    keep(show);
  };
  addEventListener("offline", () => document.documentElement.dataset.kept === "not yet" && show("not yet"));
  // Whoever saves data is asked first.
  if (!navigator.connection?.saveData) return start();
  show("saves");
  button.hidden = false;
  button.addEventListener("click", start);
}

if (line) loaded().then(begin);
