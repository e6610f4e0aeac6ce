// SPDX-License-Identifier: MIT
// What all live figures share: elements, sentences, and questions to the kernel.

const SVG = "http://www.w3.org/2000/svg";
const PATIENCE = 5000; // milliseconds to wait for the kernel

/** Write a sentence into an element; what stands between two backticks is code. A line of code has none of its own. */
function write(made, sentence) {
  const parts = String(sentence ?? "").split(/`([^`]+)`/);
  made.replaceChildren(...parts.map((part, place) => (place % 2 ? Object.assign(document.createElement("code"), { textContent: part }) : part)));
}

/** Return a sentence as it is spoken: without the marks of code. */
const spoken = (sentence) => String(sentence).replace(/`([^`]+)`/g, "$1");

/** Make an element: element("p", {class: "x", text: "..."}, child, ...); ``code`` in place of ``text`` is written as it is. */
function element(name, attributes = {}, ...children) {
  const made = name.startsWith("svg:") ? document.createElementNS(SVG, name.slice(4)) : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === "code" || (key === "text" && made.namespaceURI === SVG)) made.textContent = value;
    else if (key === "text") write(made, value);
    else if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children);
  return made;
}

/** The door for every sentence: the page's translation of an English template, or the template, with what it takes filled in. */
const TRANSLATIONS = {};
const say = (template, given = {}) => (TRANSLATIONS[template] ?? template).replace(/\{(\w+)\}/g, (_, name) => given[name]);

/** Let a click, Enter or the space bar choose an element. */
function choosable(made, choose) {
  made.addEventListener("click", choose);
  made.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    event.stopPropagation();
    choose();
  });
}

/** Make a button; one that is not to be pressed has aria-disabled, since `disabled` would take the focus away from it. */
function button(text, run, label = text) {
  const made = element("button", { type: "button", class: "gs-button", "aria-label": label, text });
  made.addEventListener("click", () => made.getAttribute("aria-disabled") !== "true" && run());
  return made;
}

/** What the kernel shows; it comes as one text. */
function dataOf(model) {
  return JSON.parse(model.get("data"));
}

class Live {
  constructor(model) {
    this.model = model;
    this.heard = element("p", { class: "gs-heard", "aria-live": "polite" });
    this.received = (message) => this.receive(message);
    model.on("msg:custom", this.received);
  }

  /** Make the root, and keep JupyterLab's shortcuts away from what has the focus in it; those with Ctrl, such as saving, stay with the page. */
  frame(label, ...parts) {
    this.root = element("div", { class: "gs-root", role: "group", "aria-label": label }, ...parts);
    this.shield = (event) => {
      if (!this.root.contains(event.target)) return;
      if (event.ctrlKey || event.metaKey || event.altKey) event.target.removeAttribute("data-lm-suppress-shortcuts");
      else event.target.setAttribute("data-lm-suppress-shortcuts", "true");
    };
    window.addEventListener("keydown", this.shield, true);
  }

  /** Ask the kernel; while it works, only the latest of further questions is kept. */
  ask(question) {
    if (this.waits) {
      this.next = question;
      return;
    }
    this.ticket = String(Math.random());
    this.waits = setTimeout(() => this.unheard(), PATIENCE);
    try {
      this.model.send({ ...question, ticket: this.ticket });
    } catch {
      this.unheard(); // the kernel that made this figure is gone
    }
  }

  /** Wait no longer; a busy kernel may still answer. */
  unheard() {
    clearTimeout(this.waits);
    this.waits = this.next = null;
    this.tell(say("No answer from the kernel: it is busy, or it was restarted. Run the cell again when it is free."));
  }

  receive(message) {
    if (message.ticket !== this.ticket) return;
    clearTimeout(this.waits);
    const { next } = this;
    this.waits = this.next = null;
    this.reply(message, Boolean(next));
    if (next) this.ask(next);
  }

  /** Show an answer; it is stale where something else is asked by now. */
  reply(message) {
    if (message.sentence) this.tell(message.sentence);
  }

  tell(sentence) {
    this.heard.textContent = spoken(sentence);
  }

  dispose() {
    clearTimeout(this.waits);
    window.removeEventListener("keydown", this.shield, true);
    this.model.off("msg:custom", this.received);
    this.root.remove();
  }
}
