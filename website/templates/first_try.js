// SPDX-License-Identifier: MIT
// The exercise of the front page. Its texts, graphs and first verdicts are in the page; Python and the editor are loaded
// while one reads. Without this script, or without what it loads, the page is to be read.
const MOST_SECONDS = 3; // for one class; more where the machine is slow
const SLOWER = 4; // times what the slowest verdict has taken, the first one of the given class, too
const LATE = 30_000; // milliseconds until the page says that Python is still not there
const AGAIN = [1000, 4000]; // milliseconds until Python is loaded once more, where a request has failed
const place = document.getElementById("first-try");
const { words, up } = JSON.parse(document.getElementById("first-try-words").textContent);
const panels = [...place.querySelectorAll(".try")];
const at = (address) => new URL(address, document.baseURI).href;
const kept = `autograd-in-five-days first try ${at(".")}`;

// What was told last; the class that is shown says it.
let told = "", shown = 0;
function tell(text) {
  told = text;
  const line = panels[shown].element.querySelector("[role=status]");
  if (line.textContent !== text) line.textContent = text;
}

/** Return what the reader has written so far, by the number of the class; nothing where the browser keeps nothing. */
function written() {
  try {
    return JSON.parse(localStorage.getItem(kept)) ?? {};
  } catch {
    return {};
  }
}

/** Keep what the reader has written; say why where the browser does not. */
function keep(number, code) {
  try {
    localStorage.setItem(kept, JSON.stringify({ ...written(), [number]: code }));
  } catch (error) {
    tell(/quota/i.test(`${error?.name} ${error?.message}`) ? words.no_room : words.unkept);
  }
}

// Python in its worker: null before it is started and after it was ended.
let worker = null, is_ready = false, asked = null, limit = null, late = null, slowest = 0, count = 0, failures = 0;

function start() {
  if (worker || !globalThis.WebAssembly || !globalThis.Worker) return;
  is_ready = false;
  worker = new Worker(`${up}first_try_worker.js`, { type: "module" });
  worker.onmessage = ({ data }) => hear(data);
  late = setTimeout(() => tell(words.late), LATE);
  worker.onerror = (event) => {
    event.preventDefault();
    hear({ step: "failed", why: event.message ?? "" });
  };
  const python = at(`${up}lab/static/pyodide/`);
  const begin = { python, archive: at("first_try.zip"), graphviz: at(`${up}viz.js`) };
  worker.postMessage({ begin: { ...begin, language: document.documentElement.lang }, number: shown });
  if (asked) worker.postMessage(asked.question);
}

function end() {
  clearTimeout(limit);
  clearTimeout(late);
  worker?.terminate();
  worker = null;
  is_ready = false;
}

function hear(data) {
  if (data.step === "python") tell(words.python);
  else if (data.step === "judge") tell(words.judge);
  else if (data.step === "ready") {
    is_ready = true;
    clearTimeout(late);
    slowest = Math.max(slowest, data.milliseconds);
    settled("ready");
    if (!asked) tell(words.ready);
  } else if (data.step === "runs") {
    tell(words.runs);
    limit = setTimeout(too_long, Math.max(MOST_SECONDS * 1000, SLOWER * slowest));
  } else if (data.step === "failed") failed(data.why);
  else if (data.id === asked?.question.id) answered(data);
}

/** Let the page go on with what comes after Python: kept.js waits for it. */
function settled(state) {
  place.dataset.python = state;
  place.dispatchEvent(new Event("settled"));
}

/** Ask Python about the class that is shown; what is not there yet is waited for. */
function run() {
  if (asked) return;
  const panel = panels[shown];
  if (!globalThis.WebAssembly || !globalThis.Worker) return tell(words.no_python);
  failures = 0;
  panel.is_earlier = false;
  asked = { panel, question: { id: ++count, number: shown, code: panel.text() } };
  panel.run.setAttribute("aria-disabled", "true");
  tell(is_ready ? words.runs : words.waits);
  if (worker) worker.postMessage(asked.question);
  else start();
}

function settle() {
  clearTimeout(limit);
  asked?.panel.run.removeAttribute("aria-disabled");
  const { panel } = asked ?? {};
  asked = null;
  return panel;
}

function answered({ outcome, said, figure, milliseconds }) {
  const panel = settle();
  slowest = Math.max(slowest, milliseconds);
  place.dataset.milliseconds = Math.round(milliseconds);
  panel.said.innerHTML = said;
  panel.element.dataset.outcome = outcome;
  if (outcome !== "refused") panel.graph.innerHTML = figure;
  panel.after.hidden = outcome !== "right";
  // Meanwhile what the next one needs is found out.
  if (outcome === "right" && shown + 1 < panels.length) worker.postMessage({ number: shown + 1 });
  const mistake = panel.said.querySelector("strong")?.textContent;
  tell(outcome === "wrong" && mistake ? words.named.replace("{mistake}", mistake) : words[outcome]);
}

function too_long() {
  const panel = settle();
  end();
  say_in(panel, words.too_long);
  start();
}

/** Python can't be loaded, or has broken down: a class may fill its memory. */
function failed(why) {
  console.warn(why);
  if (!is_ready && navigator.onLine && failures < AGAIN.length) {
    end();
    return setTimeout(start, AGAIN[failures++]);
  }
  settled("failed");
  const text = is_ready ? words.broke : words.failed;
  const restarts = is_ready;
  end();
  const panel = settle();
  if (panel) say_in(panel, text);
  tell(text);
  if (restarts) start();
}

function say_in(panel, text) {
  const paragraph = document.createElement("p");
  paragraph.textContent = text;
  panel.said.replaceChildren(paragraph);
  panel.element.dataset.outcome = "refused";
  panel.after.hidden = true;
}

/** Return what the line of a class says before it is judged. */
function opening() {
  if (!worker) return told;
  return is_ready ? words.ready : words.python;
}

function show(number) {
  shown = number;
  panels.forEach(({ element }, each) => (element.hidden = each !== number));
  tell(opening());
  const { element, focus, heading } = panels[number];
  // On a telephone the keyboard would cover what is to be read first.
  if (matchMedia("(pointer: coarse)").matches) heading.focus({ preventScroll: true });
  else focus();
  if (heading.getBoundingClientRect().top < 0) element.scrollIntoView();
  run_earlier();
}

/** Ask about a class of an earlier visit: the page is built with the verdict on another one. */
function run_earlier() {
  if (panels[shown].is_earlier) run();
}

panels.forEach((element, number) => {
  const field = element.querySelector("textarea");
  const [run_button, again] = element.querySelectorAll(".buttons button");
  const [said, graph, after] = ["said", "graph", "after"].map((name) => element.querySelector(`.${name}`));
  const given = field.value;
  const first = { said: said.innerHTML, graph: graph.innerHTML };
  field.value = written()[number] ?? given;
  field.readOnly = false;
  const heading = element.querySelector("h2");
  const panel = { element, heading, field, said, graph, after, run: run_button, is_earlier: field.value !== given };
  panel.text = () => field.value;
  panel.focus = () => field.focus();
  if (panel.is_earlier) {
    say_in(panel, words.earlier);
    delete element.dataset.outcome;
    graph.replaceChildren();
  }
  panel.set = (text) => (field.value = text);
  field.addEventListener("input", () => keep(number, field.value));
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey || event.shiftKey)) return;
    event.preventDefault();
    run();
  });
  run_button.addEventListener("click", run);
  again.addEventListener("click", () => {
    if (asked?.panel === panel) {
      // The class that is asked about is no longer there.
      settle();
      end();
      start();
    }
    panel.set(given);
    panel.is_earlier = false;
    keep(number, given);
    said.innerHTML = first.said;
    graph.innerHTML = first.graph;
    after.hidden = true;
    delete element.dataset.outcome;
    tell(opening());
    panel.focus();
  });
  after.querySelector("button")?.addEventListener("click", () => show(number + 1));
  element.querySelector(".buttons").hidden = false;
  panels[number] = panel;
});

/** Put the editor in the place of each text field; where it can't be loaded, these fields do. */
async function load_editor() {
  const { edit } = await import(at(`${up}editor.js`));
  panels.forEach((panel, number) => {
    const editor = edit(panel.field, { run, changed: (text) => keep(number, text) });
    panel.text = () => editor.text;
    panel.set = (text) => (editor.text = text);
    panel.focus = editor.focus;
  });
  place.dataset.editor = "ready";
}

function load() {
  load_editor().catch(console.warn);
  const lacks = !globalThis.WebAssembly || !globalThis.Worker;
  // Whoever saves data is asked first: by Run.
  if (!lacks && !navigator.connection?.saveData) {
    start();
    return run_earlier();
  }
  tell(lacks ? words.no_python : words.saves);
  settled("waits");
}

if (document.readyState === "complete") load();
else addEventListener("load", load);
