// SPDX-License-Identifier: MIT
// Twelve questions before the course or after it, asked with buttons. Each choice is kept at once; locking ends it.

class Testing extends Live {
  constructor(model, data) {
    super(model);
    const [{ introduction, items, letters, unknown, answers, sentence, folded }] = data.boards;
    this.groups = items.map((item, place) => this.group(item, place, letters, unknown, answers[place]));
    this.heard.setAttribute("role", "status");
    this.locking = button(say("Lock my answers"), () => this.send(true));
    this.tell(sentence);
    // Whoever goes past them has one line; whoever has begun finds them open.
    const fold = element("details", { open: /[^-]/.test(answers) }, element("summary", { text: folded }), element("p", { text: introduction.join(" ") }), ...this.groups.map((group) => group.field), element("div", { class: "gs-bar" }, this.locking));
    this.frame(folded, fold, this.heard);
  }

  /** Make the field of one question: its text, its program, and a choice for each letter. */
  group(item, place, letters, unknown, answer) {
    const name = `${this.model.get("key")}-${place}`;
    const inputs = Array.from(letters, (letter) => element("input", { type: "radio", name, value: letter, checked: letter === answer, onchange: () => this.send(false) }));
    const choices = inputs.map((input, order) => element("label", { class: "gs-choice gs-line-choice" }, input, element("span", { text: item.choices[order] ?? unknown })));
    const code = item.code ? [element("pre", { class: "gs-code", tabindex: "0", "aria-label": say("The program of question {number}", { number: place + 1 }), code: item.code })] : [];
    const field = element("fieldset", { class: "gs-question" }, element("legend", { text: `${place + 1}. ${item.text}` }), ...code, ...choices);
    return { field, inputs };
  }

  /** The letters chosen so far; a dash stands for a question that is open. */
  letters() {
    return this.groups.map(({ inputs }) => inputs.find((input) => input.checked)?.value ?? "-").join("");
  }

  send(lock) {
    this.ask({ answers: this.letters(), lock });
  }

  reply(message) {
    super.reply(message);
    for (const { inputs } of this.groups) for (const input of inputs) input.disabled = message.locked;
    this.locking.setAttribute("aria-disabled", String(Boolean(message.locked)));
  }
}
