// SPDX-License-Identifier: MIT
// A prediction, asked with buttons: a choice or a number, and how sure one is. The kernel locks the first guess.

class Asking {
  constructor(model, data) {
    this.model = model;
    this.ticket = null;
    const [{ words, sure }] = data.boards;
    this.fields = words.length
      ? words.map((word) => element("input", { type: "radio", name: model.get("key"), value: word }))
      : [element("input", { type: "number", step: "any", class: "gs-number-field", "aria-label": say("Your guess, a number") })];
    const choices = words.length
      ? this.fields.map((field, place) => element("label", { class: "gs-choice" }, field, words[place]))
      : this.fields;
    this.buttons = sure.map((one) => element("button", { type: "button", class: "gs-button", text: one, onclick: () => this.lock(one) }));
    this.live = element("p", { class: "gs-heard", role: "status", "aria-live": "polite", text: say("Choose or type your guess. Then say how sure you are: that locks it.") });
    this.root = element("div", { class: "gs-root", role: "group", "aria-label": say("Your prediction") },
      element("div", { class: "gs-bar" }, ...choices), element("div", { class: "gs-bar" }, ...this.buttons), this.live);
    this.unshield = shielded(this.root);
    this.heard = (message) => this.hear(message);
    model.on("msg:custom", this.heard);
  }

  lock(sure) {
    const field = this.fields.find((one) => one.type !== "radio" || one.checked);
    if (this.locked || this.ticket) return;
    if (!field || !field.value.trim()) {
      this.live.textContent = say("There is no guess yet. Choose one or type a number first.");
      this.fields[0].focus();
      return;
    }
    this.ticket = String(Math.random());
    this.model.send({ guess: field.type === "radio" ? field.value : Number(field.value), sure, ticket: this.ticket });
  }

  hear(message) {
    if (message.ticket !== this.ticket) return;
    this.ticket = null;
    this.locked = message.locked;
    this.live.textContent = message.sentence;
    for (const field of this.fields) field.disabled = this.locked;
    for (const button of this.buttons) button.setAttribute("aria-disabled", String(this.locked));
  }

  dispose() {
    this.unshield();
    this.model.off("msg:custom", this.heard);
    this.root.remove();
  }
}
