// SPDX-License-Identifier: MIT
// The controls around one board, or around two that step together.

const PLAY_EVERY = 1400; // milliseconds
const ASKED_FIRST = say("The number is asked first: type it and press Enter, or choose Show. The arrow keys step again after that.");

class Stepping extends Live {
  constructor(model, data) {
    super(model);
    this.about = element("div", { class: "gs-about", "aria-live": "polite" });
    const show = (sentences, place) => this.answer(sentences, place);
    this.all = data.boards;
    this.boards = [];
    const kind = data.kind === "tables" ? TableBoard : Board;
    for (const board of data.boards.slice(0, 2)) new kind(board, show, data.kind === "orders", this.boards);
    this.values = {};
    this.shown = 0;
    this.build(data);
    this.root.addEventListener("keydown", (event) => this.key(event));
    this.sizes = new ResizeObserver(() => {
      this.boards.forEach((board) => board.resize());
      follow(this.boards);
    });
    this.boards.forEach((board) => this.sizes.observe(board.scroller));
    this.update();
  }

  build(data) {
    this.play = button(say("▶ Play"), () => this.toggle(), say("Play"));
    this.where = element("span", { class: "gs-where" });
    this.slide = element("input", { type: "range", min: "0", max: String(this.length), value: "0", class: "gs-slide", "aria-label": say("Step"), oninput: () => this.go(Number(this.slide.value)) });
    this.back = [button(say("|◀ First"), () => this.go(0), say("First step")), button(say("◀ Back"), () => this.move(-1), say("Step back"))];
    this.ahead = [button(say("Next ▶"), () => this.move(1), say("Next step")), button(say("Last ▶|"), () => this.go(this.length), say("Last step"))];
    const bar = element("div", { class: "gs-bar" }, ...this.back, this.play, ...this.ahead, this.slide, this.where);
    const parts = [bar];
    this.live = element("div", { class: "gs-live", "aria-live": "polite", role: "status" });
    const boards = element("div", { class: "gs-boards" }, ...this.boards.map((board) => board.root));
    if (data.kind === "orders") parts.push(this.orderChoice());
    else if (data.kind === "step") {
      this.predict = element("input", { type: "checkbox", onchange: () => this.predictChanged() });
      bar.append(element("label", {}, this.predict, ` ${say("Predict first")}`));
    }
    this.guess = element("form", { class: "gs-guess", hidden: true, onsubmit: (event) => this.guessed(event) });
    parts.push(this.guess, boards, this.about, this.live);
    if (data.kind === "step") parts.push(this.leafPanel());
    const [{ label, nodes }] = data.boards;
    const what = label ?? say("Step through the backward pass of {root}.", { root: nodes[nodes.length - 1].name });
    this.frame(say("{what} Arrow keys, Home and End step; the space bar plays.", { what }), ...parts);
    this.root.tabIndex = 0;
  }

  get length() {
    return Math.max(...this.boards.map((board) => board.length));
  }

  get position() {
    return Math.max(...this.boards.map((board) => board.position));
  }

  predictChanged() {
    this.go(this.position);
    if (this.asked) this.answer([ASKED_FIRST]);
    else if (this.predict.checked) this.answer([say("From the next step on, the numbers are asked before they are shown.")]);
  }

  orderChoice() {
    const choose = (side) => element("label", {}, side ? say("Right: ") : say("Left: "),
      element("select", { class: "gs-select", onchange: (event) => { this.boards[side].take(this.all[event.target.value]); this.go(this.position); } },
        ...this.all.map((board, place) => element("option", { value: String(place), selected: place === side, text: board.title }))));
    return element("div", { class: "gs-bar" }, choose(0), choose(1));
  }

  move(by) {
    if (by > 0 && this.asked) {
      this.answer([ASKED_FIRST]);
      this.field.focus();
      return;
    }
    this.go(this.position + by);
  }

  go(position) {
    const here = this.root.contains(document.activeElement);
    const to = Math.max(0, Math.min(position, this.length));
    const hidden = Boolean(this.predict && this.predict.checked) && to > 0;
    this.boards.forEach((board) => board.go(to, hidden));
    // First to where the step is: it is measured before anything has changed.
    follow(this.boards);
    const forward = to > this.shown;
    this.shown = to;
    this.boards.forEach((board) => {
      board.show();
      if (forward) board.travel();
    });
    if (to === this.length) this.stop();
    this.about.replaceChildren();
    this.update();
    if (here && !this.root.contains(document.activeElement)) this.root.focus({ preventScroll: true });
  }

  update() {
    this.where.textContent = say("step {step} of {count}", { step: this.position, count: this.length });
    this.slide.max = String(this.length);
    this.slide.value = String(this.position);
    this.slide.setAttribute("aria-valuetext", this.where.textContent);
    this.back.forEach((one) => one.setAttribute("aria-disabled", String(this.position === 0)));
    this.ahead.forEach((one) => one.setAttribute("aria-disabled", String(this.position === this.length && !this.asked)));
    this.play.setAttribute("aria-disabled", String(!this.length));
    this.live.textContent = spoken(this.boards.map((board) => (board.data.title ? board.data.title + ". " : "") + board.sentences().join(" ")).join(" "));
    this.askGuess();
  }

  toggle() {
    if (this.timer) return this.stop();
    if (this.position >= this.length) this.go(0);
    this.play.textContent = say("⏸ Pause");
    this.play.setAttribute("aria-label", say("Pause"));
    this.timer = setInterval(() => (this.asked ? null : this.move(1)), PLAY_EVERY);
    this.move(1);
    return undefined;
  }

  stop() {
    clearInterval(this.timer);
    this.timer = null;
    this.play.textContent = say("▶ Play");
    this.play.setAttribute("aria-label", say("Play"));
  }

  key(event) {
    const inside = event.target.closest("input, select, textarea, button");
    const moves = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (inside && inside === this.field && !inside.value && (event.key in moves || event.key === "Home" || event.key === "End")) {
      // In an empty box these keys have nothing to do; somebody wants to step.
      this.answer([ASKED_FIRST]);
      event.preventDefault();
      return;
    }
    if (inside && !(inside.tagName === "BUTTON" && event.key !== " " && event.key !== "Enter") && inside.type !== "checkbox") return;
    if (inside && event.key === " ") return;
    if (event.key in moves) this.move(moves[event.key]);
    else if (event.key === "Home") this.go(0);
    else if (event.key === "End") this.go(this.length);
    else if (event.key === " ") this.toggle();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  // Predict first

  get asked() {
    return this.boards[0].asked;
  }

  askGuess() {
    const share = this.asked;
    this.guess.hidden = !share;
    if (!share) return;
    const board = this.boards[0];
    const nameOf = (place) => board.data.nodes[place].name;
    this.field = element("input", { type: "text", inputmode: "decimal", class: "gs-number-field", autocomplete: "off",
      onkeydown: (event) => event.key === "Enter" && this.guessed(event) });
    const given = { giver: nameOf(board.step.node), node: nameOf(share.to), count: share.uses };
    const question = share.uses > 1 ? say("What does {giver} add to {node}, over {count} edges together?", given) : say("What does {giver} add to {node}?", given);
    this.guess.replaceChildren(
      element("label", {}, `${question} `, this.field),
      element("button", { type: "submit", class: "gs-button", text: say("Check") }),
      button(say("Show"), () => this.uncover([share.says])));
    if (this.root.contains(document.activeElement)) this.field.focus({ preventScroll: true });
  }

  guessed(event) {
    event.preventDefault();
    const board = this.boards[0];
    const { right, sentence } = judgeGuess(typedNumber(this.field.value), this.asked, board.step, (place) => board.data.nodes[place].name);
    if (right) this.uncover([sentence]);
    else this.answer([sentence]);
  }

  uncover(sentences) {
    this.boards[0].reveal();
    this.update();
    this.answer(sentences);
    if (!this.asked) this.root.focus({ preventScroll: true });
  }

  answer(sentences, place) {
    this.about.replaceChildren(...sentences.map((text) => element("p", { text })));
    if (place !== undefined && this.leaf && this.leafNames.includes(this.boards[0].data.nodes[place].name)) {
      this.leaf.value = this.boards[0].data.nodes[place].name;
      this.showLeaf();
    }
  }

  // Change a leaf

  leafPanel() {
    const leaves = this.boards[0].data.nodes.filter((node) => !node.parents.length && node.value !== null);
    this.leafNames = leaves.map((node) => node.name);
    this.first = Object.fromEntries(leaves.map((node) => [node.name, node.value]));
    this.leaf = element("select", { class: "gs-select", "aria-label": say("Leaf to change"), onchange: () => this.showLeaf() },
      ...this.leafNames.map((name) => element("option", { value: name, text: name })));
    this.number = element("input", { type: "number", step: "any", class: "gs-number-field", "aria-label": say("Its number"), onchange: () => this.change(Number(this.number.value)),
      onkeydown: (event) => event.key === "Enter" && this.change(Number(this.number.value)) });
    this.range = element("input", { type: "range", class: "gs-slide", "aria-label": say("Its number, by dragging"), oninput: () => this.change(Number(this.range.value)) });
    const panel = element("div", { class: "gs-bar gs-leaf", hidden: !leaves.length }, element("span", { text: say("Change a leaf:") }), this.leaf, this.number, this.range,
      button(say("Nudge by 0.001"), () => this.ask({ do: "nudge", leaf: this.leaf.value, values: this.values, unfinished: this.unfinished() })),
      button(say("Put back"), () => { this.values = {}; this.showLeaf(); this.ask({ do: "leaf", values: {} }); }), this.heard);
    if (leaves.length) this.showLeaf();
    return panel;
  }

  /** The step and the gradient of the chosen leaf, as long as more comes to it; null when it is complete. */
  unfinished() {
    const [board] = this.boards;
    const place = board.data.nodes.findIndex((node) => node.name === this.leaf.value), state = board.state();
    return board.allCame(place, state) ? null : { step: this.position, grad: state.grads[place] };
  }

  showLeaf() {
    const at = this.values[this.leaf.value] ?? this.first[this.leaf.value];
    const reach = Math.max(2, 2 * Math.abs(this.first[this.leaf.value]));
    const step = 10 ** Math.floor(Math.log10(reach / 20));
    this.range.step = String(step);
    this.range.min = String(this.first[this.leaf.value] - Math.round(reach / step) * step);
    this.range.max = String(this.first[this.leaf.value] + Math.round(reach / step) * step);
    this.range.value = String(at);
    this.number.value = String(Number(at.toPrecision(6)));
  }

  change(to) {
    if (!Number.isFinite(to)) return;
    this.values = { ...this.values, [this.leaf.value]: to };
    this.showLeaf();
    this.ask({ do: "leaf", values: this.values });
  }

  reply(message) {
    if (message.boards) {
      this.tell("");
      this.boards.forEach((board, side) => board.take(message.boards[side]));
      this.go(this.position);
    }
    super.reply(message);
  }

  dispose() {
    super.dispose();
    this.stop();
    this.sizes.disconnect();
  }
}
