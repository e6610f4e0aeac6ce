// SPDX-License-Identifier: MIT
// A prediction, asked with buttons: a choice or a number, and how sure one is. The kernel locks the first guess.

class Asking extends Live {
  constructor(model, data) {
    super(model);
    const [{ words, sure }] = data.boards;
    this.fields = words.length
      ? words.map((word) => element("input", { type: "radio", name: model.get("key"), value: word }))
      : [element("input", { type: "number", step: "any", class: "gs-number-field", "aria-label": say("Your guess, a number") })];
    const choices = words.length
      ? this.fields.map((field, place) => element("label", { class: "gs-choice" }, field, words[place]))
      : this.fields;
    this.buttons = sure.map((one) => button(one, () => this.lock(one)));
    this.heard.setAttribute("role", "status");
    this.tell(say("Choose or type your guess. Then say how sure you are: that locks it."));
    this.frame(say("Your prediction"), element("div", { class: "gs-bar" }, ...choices), element("div", { class: "gs-bar" }, ...this.buttons), this.heard);
  }

  lock(sure) {
    const field = this.fields.find((one) => one.type !== "radio" || one.checked);
    if (this.waits) return;
    if (!field || !field.value.trim()) {
      this.tell(say("There is no guess yet. Choose one or type a number first."));
      this.fields[0].focus();
      return;
    }
    this.ask({ guess: field.type === "radio" ? field.value : Number(field.value), sure });
  }

  reply(message) {
    super.reply(message);
    for (const field of this.fields) field.disabled = message.locked;
    for (const one of this.buttons) one.setAttribute("aria-disabled", String(message.locked));
  }
}
