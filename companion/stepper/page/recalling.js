// SPDX-License-Identifier: MIT
// Three questions from earlier days, each answered with one button. The first answer counts; Escape skips them all.

class Recalling extends Live {
  constructor(model, data) {
    super(model);
    const [{ questions, unknown, skip, skipped, heading, sentence }] = data.boards;
    this.rows = questions.map((question, place) => this.row(question, place, unknown));
    this.heard.setAttribute("role", "status");
    this.skipped = skipped;
    this.skipping = element("div", { class: "gs-bar" }, button(skip, () => this.skip()));
    this.fold = element("div", {}, ...this.rows.map((row) => row.field), this.skipping);
    this.tell(sentence);
    this.frame(heading, element("p", { class: "gs-title", text: heading }), this.fold, this.heard);
    this.root.tabIndex = -1; // it takes the focus when its buttons go
    this.root.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      event.stopPropagation();
      this.skip();
    });
  }

  /** Make the field of one question: its text, a button for each answer, and what is said of the one chosen. */
  row(question, place, unknown) {
    const buttons = [...question.options, unknown].map((text, order) => button(text, () => this.choose(place, order)));
    const said = element("p", { class: "gs-heard", role: "status" });
    const legend = element("legend", { text: `${place + 1}. ${question.text}` });
    const row = { field: element("fieldset", { class: "gs-question" }, legend, element("div", { class: "gs-bar" }, ...buttons), said), buttons, said };
    this.mark(row, question);
    return row;
  }

  /** Show what is said of an answer; there is no second one. */
  mark(row, { letter, said }) {
    if (letter === "-") return;
    const chosen = letter === "?" ? row.buttons.length - 1 : "abcd".indexOf(letter);
    row.buttons.forEach((one, order) => {
      one.setAttribute("aria-disabled", "true");
      one.setAttribute("aria-pressed", String(order === chosen));
    });
    write(row.said, said);
  }

  choose(place, order) {
    if (this.waits) return;
    const last = this.rows[place].buttons.length - 1;
    this.ask({ place, letter: order === last ? "?" : "abcd"[order] });
  }

  /** Fold all questions into one line; once all are answered there is nothing to skip. */
  skip() {
    if (this.skipping.hidden) return;
    this.fold.hidden = true;
    this.tell(this.skipped);
    this.root.focus();
  }

  reply(message) {
    if (!message.letter) return super.reply(message);
    this.mark(this.rows[message.place], message);
    this.tell(message.sentence);
    this.skipping.hidden = message.done;
  }
}
