// SPDX-License-Identifier: MIT
// Small tables beside each other, a frame for each step. It stands where a board with a graph stands.

class TableBoard {
  constructor(data, explain, down, group) {
    group.push(this);
    this.data = data;
    this.position = 0;
    this.asked = null;
    this.scroller = element("div", { class: "gs-scroll gs-tables" });
    this.says = element("div", { class: "gs-says" });
    this.root = element("section", { class: "gs-board" }, this.scroller, this.says);
    this.show();
  }

  get length() {
    return this.data.frames.length - 1;
  }

  go(position) {
    this.position = Math.max(0, Math.min(position, this.length));
  }

  sentences() {
    return this.data.frames[this.position].says;
  }

  show() {
    const tables = this.data.frames[this.position].tables.map(({ name, rows, lit }) => {
      const cell = (text, row, column) => {
        const is = lit.some(([one, other]) => one === row && other === column);
        return element("td", { class: is ? "gs-lit" : "", "aria-label": is ? say("{number}, takes part", { number: text }) : text, text });
      };
      return element("table", { class: "gs-table" }, element("caption", { text: name }), ...rows.map((row, at) => element("tr", {}, ...row.map((text, column) => cell(text, at, column)))));
    });
    this.scroller.replaceChildren(...tables);
    const [first, ...others] = this.sentences();
    this.says.replaceChildren(element("p", { class: "gs-first", text: first }), ...others.map((text) => element("p", { text })));
  }

  resize() {} // the page lays tables out by itself

  travel() {} // nothing moves
}
