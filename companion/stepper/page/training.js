// SPDX-License-Identifier: MIT
// A training, watched: the curve of the losses, the norms of the gradients by layer, the boundary between two classes.

const PANEL = { width: 300, height: 210, left: 46, right: 10, top: 24, bottom: 30 };
const SPOKEN_EVERY = 4000; // milliseconds between two sentences for a screen reader
const MOST_FRAMES = 300; // that are kept; of more, every second one goes

class Training extends Live {
  constructor(model, data) {
    super(model);
    this.stopButton = button(say("■ Stop after this round"), () => this.stop());
    this.sentence = element("span", { class: "gs-where" });
    this.live = element("div", { class: "gs-live", role: "status", "aria-live": "polite" });
    this.panels = element("div", { class: "gs-panels" });
    this.frames = [];
    this.fields = Object.entries(data.values).map(([name, value]) => element("input", { type: "number", step: "any", class: "gs-number-field", name, value: String(value), onkeydown: (event) => event.key === "Enter" && this.again() }));
    const again = element("div", { class: "gs-bar", hidden: !this.fields.length },
      ...this.fields.map((field) => element("label", {}, `${field.name.replace(/_/g, " ")} `, field)), button(say("Run again"), () => this.again()));
    this.slide = element("input", { type: "range", min: "0", value: "0", class: "gs-slide", "aria-label": say("Go back through the rounds"), oninput: () => this.draw(this.frames[Number(this.slide.value)], true) });
    this.frame(say("Training, watched: {title}", data), element("div", { class: "gs-bar" }, this.stopButton, this.slide, this.sentence), again, this.panels, this.heard, this.live);
    this.changed = () => this.show(dataOf(model));
    model.on("change:data", this.changed);
    this.spoken = 0;
    this.show(data);
  }

  /** Keep a new frame, and draw it unless somebody looks at an earlier one. */
  show(data) {
    if (this.data && data.run !== this.data.run) {
      this.frames = [];
      this.tell("");
    }
    const latest = Number(this.slide.value) >= this.frames.length - 1;
    this.data = data;
    // A figure that is drawn late begins with the state before the first round, too.
    if (!this.frames.length && data.done) this.frames.push(data.first);
    this.frames.push(data);
    if (this.frames.length > MOST_FRAMES) {
      this.frames = this.frames.filter((_, place) => place % 2 === 0 || place === this.frames.length - 1);
      this.slide.value = String(Math.floor(Number(this.slide.value) / 2));
    }
    this.slide.max = String(this.frames.length - 1);
    this.slide.hidden = this.frames.length < 2;
    // What is hidden loses the focus.
    if (data.over && document.activeElement === this.stopButton) this.slide.focus();
    this.stopButton.hidden = data.over || !data.stops;
    if (!latest) {
      if (data.over) this.tell(data.sentence);
      return;
    }
    this.slide.value = this.slide.max;
    this.draw(data, data.over);
  }

  draw(data, speak) {
    write(this.sentence, data.sentence);
    this.slide.setAttribute("aria-valuetext", data.sentence);
    if (speak || Date.now() - this.spoken > SPOKEN_EVERY) {
      this.spoken = Date.now();
      this.live.textContent = spoken(data.sentence);
    }
    const drawn = [curve(data)];
    if (data.norms.length) drawn.push(bars(data));
    if (data.boundary) drawn.push(boundary(data));
    this.panels.replaceChildren(...drawn);
  }

  /** Interrupt the kernel, as the square in the toolbar does: the loop ends after its round. */
  async stop() {
    const where = document.getElementById("jupyter-config-data");
    const base = where ? JSON.parse(where.textContent).baseUrl || "/" : "/";
    const cookie = document.cookie.match(/(?:^|; *)_xsrf=([^;]*)/);
    try {
      const answer = await fetch(`${base}api/kernels/${this.data.kernel}/interrupt`, { method: "POST", headers: cookie ? { "X-XSRFToken": decodeURIComponent(cookie[1]) } : {} });
      if (!answer.ok) throw new Error(answer.statusText);
      this.tell(say("It stops after the current round."));
    } catch {
      this.tell(say("The page could not reach the kernel. Press ■ in the notebook's toolbar: that stops after this round, too."));
    }
  }

  /** Ask for another training with the numbers of the fields. It is shown here, in place of this one. */
  again() {
    if (!this.data.over) {
      this.tell(say("It still trains. Stop it or wait for its end, then run it again."));
      return;
    }
    const values = this.fields.map((field) => [field.name, field.value.trim() ? Number(field.value) : null]);
    this.ask({ do: "again", values: Object.fromEntries(values) });
  }

  dispose() {
    super.dispose();
    this.model.off("change:data", this.changed);
  }
}

function panel(title, words, at = PANEL.left) {
  const svg = element("svg:svg", { class: "gs-panel", width: PANEL.width, height: PANEL.height, viewBox: `0 0 ${PANEL.width} ${PANEL.height}`, role: "img", "aria-label": `${title}. ${words}` });
  svg.append(element("svg:text", { x: at, y: 14, class: "gs-name", text: title }));
  return svg;
}

function axes(svg, x1, y1, x2, y2) {
  svg.append(element("svg:path", { class: "gs-axis", d: `M${x1} ${y1}V${y2}H${x2}` }));
}

/** A number with three digits, short. */
function brief(value) {
  return value !== 0 && (Math.abs(value) < 0.001 || Math.abs(value) >= 10000) ? value.toExponential(1) : String(Number(value.toPrecision(3)));
}

function curve(data) {
  const points = data.losses.filter(([, loss]) => loss !== null);
  const words = points.length ? say("From {first} to {last} in {count} steps.", { first: brief(points[0][1]), last: brief(points[points.length - 1][1]), count: data.count }) : say("No loss yet.");
  const svg = panel(say("loss"), words);
  const { width, height, left, right, top, bottom } = PANEL;
  axes(svg, left, top, width - right, height - bottom);
  if (!points.length) return svg;
  const logarithmic = points.every(([, loss]) => loss > 0);
  const scale = (loss) => (logarithmic ? Math.log10(loss) : loss);
  const values = points.map(([, loss]) => scale(loss));
  const low = Math.min(...values), high = Math.max(...values, low + 1e-6);
  const last = Math.max(2, points[points.length - 1][0]);
  const x = (step) => left + ((step - 1) / (last - 1)) * (width - left - right);
  const y = (loss) => height - bottom - ((scale(loss) - low) / (high - low)) * (height - top - bottom - 8);
  svg.append(element("svg:path", { class: "gs-curve", d: points.map(([step, loss], index) => `${index ? "L" : "M"}${x(step).toFixed(1)} ${y(loss).toFixed(1)}`).join("") }));
  const name = (at, text) => svg.append(element("svg:text", { x: left - 4, y: at + 4, "text-anchor": "end", class: "gs-tag", text }));
  const [step] = points[points.length - 1];
  const extreme = (pick) => points.reduce((best, one) => (pick(one[1], best[1]) ? one : best));
  const most = extreme((one, other) => one > other), least = extreme((one, other) => one < other);
  name(y(most[1]), brief(most[1]));
  if (y(least[1]) - y(most[1]) > 14) name(y(least[1]), brief(least[1]));
  svg.append(element("svg:text", { x: width - right, y: height - 10, "text-anchor": "end", class: "gs-tag", text: logarithmic ? say("step {step}, log axis", { step }) : say("step {step}", { step }) }));
  return svg;
}

function bars(data) {
  const svg = panel(say("gradient norm by layer"), data.norms.map((one) => `${one.name}: ${one.text}`).join(", "));
  const { width, height, left, right, top, bottom } = PANEL;
  const known = data.norms.filter((one) => one.value).map((one) => Math.log10(one.value));
  const low = Math.floor(Math.min(...known, 0)) - 1, high = Math.max(...known, low + 1);
  const room = (width - left - right) / data.norms.length;
  axes(svg, left, top, width - right, height - bottom);
  data.norms.forEach((one, place) => {
    const tall = one.value ? ((Math.log10(one.value) - low) / (high - low)) * (height - top - bottom - 18) : 0;
    const x = left + place * room + 0.15 * room;
    svg.append(element("svg:rect", { class: "gs-bar-of-norm", x, y: height - bottom - tall, width: 0.7 * room, height: tall }));
    if (room < 26 && place % 2) return;
    svg.append(element("svg:text", { x: x + 0.35 * room, y: height - bottom - tall - 4, "text-anchor": "middle", class: "gs-tag", text: one.text }));
    svg.append(element("svg:text", { x: x + 0.35 * room, y: height - 14, "text-anchor": "middle", class: "gs-tag", text: room < 60 ? String(place + 1) : one.name }));
  });
  svg.append(element("svg:text", { x: width - right, y: height - 4, "text-anchor": "end", class: "gs-tag", text: say("log axis") }));
  return svg;
}

function boundary(data) {
  const { left, right, low, high, size, above, points } = data.boundary;
  const wrong = above ? points.filter(([x, y, one]) => {
    const column = Math.floor(((x - left) / (right - left)) * size), row = Math.floor(((y - low) / (high - low)) * size);
    return Number(above[row * size + column]) !== one;
  }).length : null;
  const words = wrong === null ? say("It could not be computed for this model.")
    : say("About {right} of {count} points are classified correctly. Hatched: class 1.", { right: points.length - wrong, count: points.length });
  const svg = panel(say("boundary"), words, 10);
  const x1 = 10, y1 = PANEL.top, wide = PANEL.width - 20, tall = PANEL.height - PANEL.top - 12;
  const x = (value) => x1 + ((value - left) / (right - left)) * wide;
  const y = (value) => y1 + tall - ((value - low) / (high - low)) * tall;
  // Hatched in slanting strokes, one for each square above the level, so that the classes differ without a colour.
  let ground = "", strokes = "";
  const stepX = wide / size, stepY = tall / size;
  for (let row = 0; row < size && above; row++) {
    for (let column = 0; column < size; column++) {
      if (above[row * size + column] !== "1") continue;
      const from = x1 + column * stepX, top = y1 + tall - (row + 1) * stepY;
      ground += `M${from.toFixed(1)} ${top.toFixed(1)}h${stepX.toFixed(2)}v${stepY.toFixed(2)}h${(-stepX).toFixed(2)}z`;
      if ((row + column) % 2) strokes += `M${from.toFixed(1)} ${(top + stepY).toFixed(1)}l${stepX.toFixed(2)} ${(-stepY).toFixed(2)}`;
    }
  }
  svg.append(element("svg:path", { class: "gs-class-one", d: ground }), element("svg:path", { class: "gs-hatch", d: strokes }));
  svg.append(element("svg:rect", { class: "gs-frame", x: x1, y: y1, width: wide, height: tall }));
  for (const [px, py, one] of points) {
    svg.append(one ? element("svg:path", { class: "gs-point-one", d: `M${x(px)} ${y(py) - 4}l4 7h-8z` }) : element("svg:circle", { class: "gs-point", cx: x(px), cy: y(py), r: 3.4 }));
  }
  return svg;
}
