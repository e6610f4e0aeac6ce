// SPDX-License-Identifier: MIT
// A grid to draw a digit on. The kernel answers each drawing: ten probabilities, or the drawing that fools the net.

const SETTLED = 900; // milliseconds without a change, then the answer is spoken

class Drawing extends Live {
  constructor(model, data) {
    super(model);
    const [first] = data.boards;
    this.pixels = first.pixels.slice();
    this.columns = first.columns ?? 5;
    this.cells = this.pixels.map((_, place) => element("div", { role: "gridcell", class: "gs-pixel", "data-place": place }));
    const rows = [];
    for (let at = 0; at < this.cells.length; at += this.columns) rows.push(element("div", { role: "row", class: "gs-pixel-row" }, ...this.cells.slice(at, at + this.columns)));
    this.grid = element("div", { role: "grid", class: "gs-pixels", "aria-label": say("Drawing, {rows} rows of {columns} pixels. The arrow keys move, the space bar turns a pixel.", { rows: rows.length, columns: this.columns }), onkeydown: (event) => this.press(event) }, ...rows);
    this.bars = first.shares.map((_, digit) => element("li", {}, element("span", { class: "gs-digit", text: digit }), element("span", { class: "gs-share" }), element("span", { class: "gs-percent" })));
    this.heard.removeAttribute("aria-live"); // what is told here is spoken once it has settled
    this.live = element("p", { class: "gs-live", role: "status", "aria-live": "polite" });
    this.back = button(say("Put back"), () => this.change(this.before));
    this.frame(say("Draw a digit; your net answers"),
      element("div", { class: "gs-bar" }, button(say("Clear"), () => this.change(this.pixels.map(() => 0))), button(say("Fool me"), () => this.fool()), this.back),
      element("div", { class: "gs-drawing" }, this.grid, element("ol", { class: "gs-shares", "aria-label": say("Probability of each digit") }, ...this.bars)), this.heard, this.live);
    this.listen();
    this.move(0);
    this.forget();
    this.show(first);
  }

  /** Draw with the mouse, a pen or a finger: the first pixel says whether ink or paper is drawn. */
  listen() {
    const at = (event) => this.cells.indexOf(document.elementFromPoint(event.clientX, event.clientY)?.closest(".gs-pixel"));
    this.grid.addEventListener("pointerdown", (event) => {
      const place = at(event);
      if (place < 0 || event.button) return;
      event.preventDefault();
      this.grid.setPointerCapture(event.pointerId);
      this.ink = this.pixels[place] > 0.5 ? 0 : 1;
      this.move(place, true);
      this.paint(place, this.ink);
    });
    this.grid.addEventListener("pointermove", (event) => {
      if (this.grid.hasPointerCapture(event.pointerId) && at(event) >= 0) this.paint(at(event), this.ink);
    });
  }

  press(event) {
    const { columns } = this;
    const row = Math.floor(this.place / columns), column = this.place % columns, last = this.cells.length / columns - 1;
    const to = { ArrowRight: [row, Math.min(column + 1, columns - 1)], ArrowLeft: [row, Math.max(column - 1, 0)], ArrowDown: [Math.min(row + 1, last), column], ArrowUp: [Math.max(row - 1, 0), column], Home: [row, 0], End: [row, columns - 1] }[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey || (!to && event.key !== " " && event.key !== "Enter")) return;
    event.preventDefault();
    event.stopPropagation();
    if (to) this.move(to[0] * columns + to[1], true);
    else this.paint(this.place, this.pixels[this.place] > 0.5 ? 0 : 1);
  }

  /** Let Tab reach this pixel, and none of the others. */
  move(place, focus = false) {
    this.place = place;
    this.cells.forEach((cell, each) => cell.setAttribute("tabindex", each === place ? "0" : "-1"));
    if (focus) this.cells[place].focus();
  }

  paint(place, ink) {
    if (this.pixels[place] !== ink) this.change(this.pixels.map((pixel, each) => (each === place ? ink : pixel)));
  }

  /** What *Fool me* changed counts as drawn from now on. */
  forget() {
    this.before = this.fooled = null;
    this.back.setAttribute("aria-disabled", "true");
  }

  change(pixels) {
    this.pixels = pixels;
    this.forget();
    this.draw();
    this.ask({ do: "answer", pixels });
  }

  fool() {
    if (this.pixels.every((pixel) => pixel === this.pixels[0])) return this.tell(say("Draw a digit first: there is none on this grid that the net could miss."));
    this.ask({ do: "fool", digit: this.fooled, pixels: this.pixels });
  }

  reply(message, stale) {
    if (stale) return; // while the answer was on its way, more was drawn
    if (message.gradient) {
      this.before = this.before || this.pixels;
      this.fooled = message.fooled;
      this.pixels = message.pixels;
      this.back.setAttribute("aria-disabled", "false");
    }
    this.show(message);
  }

  show(answer) {
    this.draw(answer.gradient);
    (answer.shares || []).forEach((share, digit) => {
      const [, bar, number] = this.bars[digit].children;
      this.bars[digit].classList.toggle("gs-most", digit === answer.digit);
      bar.style.setProperty("--share", share);
      number.textContent = share.toFixed(2) + (digit === answer.digit ? " ◀" : "");
    });
    this.tell(answer.sentence);
  }

  /** Draw the pixels; with a gradient each shows its sign, larger for a larger slope. */
  draw(gradient) {
    const most = gradient && Math.max(...gradient.map(Math.abs));
    this.cells.forEach((cell, place) => {
      const pixel = this.pixels[place], where = { row: Math.floor(place / this.columns) + 1, column: (place % this.columns) + 1, ink: Number(pixel.toFixed(2)) };
      const slope = gradient && gradient[place];
      cell.style.setProperty("--ink", pixel);
      const state = pixel === 1 ? say("row {row}, column {column}: ink", where) : pixel === 0 ? say("row {row}, column {column}: paper", where) : say("row {row}, column {column}: {ink} ink", where);
      cell.setAttribute("aria-label", gradient ? say("{state}, gradient {slope}", { state, slope: brief(slope) }) : state);
      cell.replaceChildren();
      if (slope) cell.append(element("span", { class: "gs-slope", "aria-hidden": "true", style: `font-size: ${8 + Math.round((12 * Math.abs(slope)) / most)}px`, text: slope > 0 ? "+" : "−" }));
    });
  }

  /** Show a sentence now, and speak it when no other has come for a moment. */
  tell(sentence) {
    this.heard.textContent = spoken(sentence);
    clearTimeout(this.settles);
    this.settles = setTimeout(() => (this.live.textContent = spoken(sentence)), SETTLED);
  }

  dispose() {
    super.dispose();
    clearTimeout(this.settles);
  }
}
