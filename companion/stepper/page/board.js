// SPDX-License-Identifier: MIT
// One graph with a position in its backward pass: the drawing, and the sentences below it.

const MANY = 300; // of more boxes than that, only the one that has its turn is reached with Tab
const LEAST = 0.755; // the smallest scale: a tag's letters have 12 pixels, and 9 can still be read
const FAMILY = "Helvetica, Arial, sans-serif";
const FONTS = { tag: `12px ${FAMILY}`, strong: `bold 12px ${FAMILY}`, name: `bold 12.5px ${FAMILY}`, number: `12.5px ${FAMILY}` };
const LONGEST = 34; // characters of a line in a box
const PAIR = 8; // characters: a tag has room for two names as long as that together

/** How many pixels a text takes. */
const wide = ((pen) => (text, font) => {
  if (pen.asked !== font) pen.font = pen.asked = font;
  return pen.measureText(text).width;
})(document.createElement("canvas").getContext("2d"));

const clipped = (text) => (text.length > LONGEST ? text.slice(0, LONGEST - 1) + "…" : text);

/** The tag of a node that waits for these. */
function waitsFor(names) {
  const all = names.join(", ");
  return names.length > 1 && all.length > PAIR ? say("waits for {count} nodes", { count: names.length }) : say("waits for {nodes}", { nodes: all });
}

class Board {
  /**
   * explain(sentences) is called when a node or an edge is clicked. The boards of a group show the same graph: they
   * have one layout, and scroll as one.
   */
  constructor(data, explain, down, group) {
    this.explain = explain;
    this.group = group;
    group.push(this);
    this.always = down; // the result is always at the bottom
    this.position = 0;
    this.revealed = null; // how many shares of the step are shown; null: all of them
    this.svg = element("svg:svg", { class: "gs-graph", role: "group" });
    this.scroller = element("div", { class: "gs-scroll" }, this.svg);
    this.title = element("p", { class: "gs-title" }); // no heading: which level would fit, the figure can't know
    this.says = element("div", { class: "gs-says" });
    this.code = element("pre", { class: "gs-code", tabindex: "0", "aria-label": say("The function that runs in this step") });
    this.root = element("section", { class: "gs-board" }, this.title, this.scroller, this.code, this.says);
    this.scroller.addEventListener("scroll", () => {
      const { scrollLeft, scrollTop } = this.scroller;
      for (const board of group) Object.assign(board.scroller, { scrollLeft, scrollTop });
    });
    this.take(data);
  }

  /** Show other data, at the same position. */
  take(data) {
    const sameShape = this.data && JSON.stringify(this.data.folds) === JSON.stringify(data.folds) && this.data.nodes.length === data.nodes.length;
    this.data = data;
    write(this.title, data.title);
    this.title.hidden = !data.title;
    this.svg.setAttribute("aria-label", data.title || say("The graph"));
    if (!sameShape) this.open = new Set(data.nodes.length > 40 ? [] : data.folds.map((fold) => fold.head));
    this.foldAt = new Map(data.folds.map((fold) => [fold.head, fold]));
    this.children = data.nodes.map(() => []);
    data.nodes.forEach((node, child) => node.parents.forEach((parent) => this.children[parent].push(child)));
    this.lastTo = data.nodes.map(() => 0); // the step that is the last to change a node's gradient
    data.steps.forEach((step, index) => step.shares.forEach((share) => share.value !== 0 && (this.lastTo[share.to] = index + 1)));
    this.position = Math.min(this.position, data.steps.length);
    this.widest = this.measured();
    this.placeAll();
  }

  placeAll() {
    for (const board of this.group) {
      board.place();
      board.show();
    }
  }

  get length() {
    return this.data.steps.length;
  }

  get step() {
    return this.position ? this.data.steps[this.position - 1] : null;
  }

  /** Go to a position: 0 before the first step. With hidden, the step's shares wait to be guessed. */
  go(position, hidden = false) {
    this.position = Math.max(0, Math.min(position, this.length));
    // An array is not asked for: there is no field to type one in.
    this.revealed = hidden && this.step && this.step.shares.every((share) => share.locals.length) ? 0 : null;
  }

  /** The next share to guess, or null. */
  get asked() {
    if (this.revealed === null || !this.step) return null;
    return this.step.shares[this.revealed] || null;
  }

  reveal() {
    this.revealed += 1;
    if (this.revealed >= this.step.shares.length) this.revealed = null;
    this.show();
  }

  /** What has arrived, and who was called, at this position. */
  state() {
    const { nodes, steps } = this.data;
    const got = nodes.map(() => []);
    const grads = nodes.map((node) => node.zero ?? "0");
    const calledIn = new Map();
    const lateFor = new Map();
    const shares = new Map();
    const unknown = new Set(); // edges whose share is still to be guessed
    grads[nodes.length - 1] = "1";
    for (let index = 0; index < this.position; index++) {
      const step = steps[index];
      const now = index === this.position - 1;
      step.shares.forEach((share, place) => {
        const hidden = now && this.revealed !== null && place >= this.revealed;
        if (!hidden) {
          got[share.to].push({ added: share.added, node: step.node, step: index + 1 });
          grads[share.to] = share.after;
          if (share.late) lateFor.set(share.to, share.added);
        } else unknown.add(share.to + ">" + step.node);
        shares.set(share.to + ">" + step.node, { share, step, now, hidden });
      });
      if (!calledIn.has(step.node)) calledIn.set(step.node, index + 1);
    }
    return { got, grads, calledIn, lateFor, shares, unknown, over: this.position === steps.length && !unknown.size };
  }

  gradText(place, state) {
    const got = state.got[place];
    const grad = state.grads[place];
    if (!got.length && place === this.data.nodes.length - 1) return say("grad {grad} (seed)", { grad });
    if (got.length < 2) return `grad ${grad}`;
    if (got.length > 3) return say("grad {grad} ({count} shares)", { grad, count: got.length });
    const sum = got.map(({ added }, index) => (index === 0 ? added : added.startsWith("-") ? "- " + added.slice(1) : "+ " + added)).join(" ");
    return `grad ${sum} = ${grad}`;
  }

  /** Which children a node waits for; one whose share is still to be guessed counts. */
  waits(place, state) {
    return [...new Set(this.children[place])].filter((child) => !state.calledIn.has(child) || state.unknown.has(place + ">" + child));
  }

  /** Whether all that will ever come to a node has come. */
  allCame(place, state) {
    return state.over || (!this.waits(place, state).length && this.position >= this.lastTo[place]);
  }

  tagOf(place, state) {
    const current = this.step && this.layout.drawn[this.step.node] === place;
    if (current) return ["now", this.step.node === place ? say("▶ now") : say("▶ now: {node}, inside", { node: this.data.nodes[this.step.node].name })];
    if (state.lateFor.has(place)) return ["late", say("✗ {share} came too late", { share: state.lateFor.get(place) })];
    return this.standing(place, state);
  }

  /** How a node stands that does not have its turn: the kind of its box, its tag, and whether more comes, in a sentence. */
  standing(place, state) {
    const node = this.data.nodes[place];
    const called = state.calledIn.has(place), came = this.allCame(place, state);
    const waits = this.waits(place, state).map((child) => this.data.nodes[child].name);
    const nodes = waits.join(", ");
    if (node.amiss && came) return ["amiss", called ? say("✗ done: wrong") : say("✗ all came: wrong"), `✗ ${node.amiss}`];
    if (waits.length) {
      const says = state.over ? say("It still waits, and the pass is over: {nodes}.", { nodes }) : say("It waits for {nodes}.", { nodes });
      return called ? ["amiss", say("✗ went too early"), says] : ["waits", waitsFor(waits), says];
    }
    if (called) return ["done", say("✓ done"), ""];
    if (node.parents.length) return ["ready", say("may go"), say("All its children are done: it may go.")];
    if (came) return ["done", say("✓ complete"), say("All its children are done: its gradient is complete.")];
    return ["waits", say("more will come"), say("All its children have had a turn, and more will come.")];
  }

  /** How many pixels the widest line of each node takes, at any step. */
  measured() {
    const { nodes, steps } = this.data;
    const widest = nodes.map((node, place) => {
      const names = [...new Set(this.children[place])].map((child) => nodes[child].name);
      const tags = [say("more will come"), waitsFor(names), ...names.map((name) => waitsFor([name]))];
      return Math.max(
        wide(clipped(node.shown), FONTS.name), wide(clipped("data " + node.data), FONTS.number), wide(say("grad {grad} (seed)", { grad: 1 }), FONTS.number),
        ...tags.map((tag) => wide(tag, FONTS.tag)), wide(node.amiss ? say("✗ all came: wrong") : "", FONTS.strong));
    });
    const got = nodes.map(() => []);
    steps.forEach((step) => step.shares.forEach((share) => {
      got[share.to].push(share);
      const text = this.gradText(share.to, { got, grads: { [share.to]: share.after } });
      const late = share.late ? say("✗ {share} came too late", { share: share.added }) : "";
      widest[share.to] = Math.max(widest[share.to], wide(clipped(text), FONTS.number), wide(late, FONTS.strong));
    }));
    return widest;
  }

  /** Lay the graph out again: after a fold was opened, or with other data. */
  place() {
    const widths = new Map(this.data.nodes.map((_, place) => {
      const fold = this.foldAt.get(place);
      const title = fold && !this.open.has(place) ? wide(clipped(`⊞ ${fold.title}`), FONTS.name) : 0;
      return [place, Math.max(title, ...this.group.map((board) => board.widest[place])) + 2 * BOX.pad];
    }));
    const room = this.scroller.clientWidth || 800;
    this.layout = layOut(this.data, this.open, widths, this.always);
    if (!this.always && LEAST * this.layout.width > room) {
      const below = layOut(this.data, this.open, widths, true);
      if (below.width < 0.7 * this.layout.width) this.layout = below;
    }
    this.placedIn = room;
    // Boards are side by side as long as each has room for its graph.
    this.root.style.flexBasis = `${Math.min(360, Math.ceil(LEAST * this.layout.width))}px`;
    [this.edgeLayer, this.boxLayer, this.labelLayer] = [1, 2, 3].map(() => element("svg:g"));
    this.svg.replaceChildren(this.edgeLayer, this.boxLayer, this.labelLayer);
    this.drawnBoxes = new Map();
    this.drawnEdges = new Map(this.layout.edges.map((edge) => {
      const twice = edge.pairs.length === 2 && String(edge.pairs[0]) === String(edge.pairs[1]);
      const lines = (twice ? [-14, 14] : [0]).map((shift) => lineOf(edge, this.layout.boxes, shift, this.layout.down));
      return [edge.key, { lines, group: element("svg:g") }];
    }));
    this.edgeLayer.append(...[...this.drawnEdges.values()].map((one) => one.group));
    this.fit();
  }

  /** The room has changed: perhaps the graph fits the other way round. */
  resize() {
    const room = this.scroller.clientWidth;
    if (room && room !== this.placedIn) {
      this.place();
      this.show();
    }
    this.fit();
  }

  /** So small that all of it is in sight, but never too small to be read. What is far too large scrolls, and has no say. */
  fit() {
    const { width, height } = this.layout;
    const room = this.scroller.clientWidth || 800;
    const wanted = [room / width, (0.7 * window.innerHeight) / height].filter((one) => one > 0.8 * LEAST);
    this.scale = Math.max(LEAST, Math.min(1, ...wanted));
    this.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.svg.setAttribute("width", width * this.scale);
    this.svg.setAttribute("height", height * this.scale);
  }

  show() {
    this.draw(this.state());
    this.light();
    const [first, ...others] = this.sentences();
    this.says.replaceChildren(element("p", { class: "gs-first", text: first }), element("ul", {}, ...others.map((text) => element("li", { text }))));
  }

  /** Show the function that runs in this step. A sign, and not only a colour, marks the lines that pass a share on. */
  light() {
    const lines = this.step && !this.always ? this.data.codes[this.step.code] : [];
    const lit = new Set(this.step && this.revealed === null ? this.step.shares.map((share) => share.line) : []);
    this.code.hidden = !lines.length;
    this.code.replaceChildren(...lines.map((text, line) => element("span", { class: lit.has(line) ? "gs-lit" : "", code: `${lit.has(line) ? "▶" : " "} ${text}\n` })));
  }

  /** Let each share of this step travel from its node to the parent, unless motion is unwanted. */
  travel() {
    if (!this.step || this.revealed !== null || window.matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    for (const share of this.step.shares) {
      const edge = this.drawnEdges.get(this.layout.drawn[share.to] + ">" + this.layout.drawn[this.step.node]);
      for (const line of edge ? edge.lines : []) {
        const dot = element("svg:circle", { class: "gs-travels", r: 6 });
        const motion = element("svg:animateMotion", { dur: "0.9s", begin: "indefinite", path: line.path, keyPoints: "1;0", keyTimes: "0;1", calcMode: "linear", onendEvent: () => dot.remove() });
        dot.append(motion);
        this.labelLayer.append(dot);
        motion.beginElement();
      }
    }
  }

  draw(state) {
    for (const [place, box] of this.layout.boxes) this.drawBox(place, box, state);
    this.labelLayer.replaceChildren();
    this.placed = [];
    // The step's own edges come first: their numbers have their place before the others'.
    const now = this.step ? this.step.shares.map((share) => this.layout.drawn[share.to] + ">" + this.layout.drawn[this.step.node]) : [];
    for (const own of [true, false]) this.layout.edges.filter((edge) => now.includes(edge.key) === own).forEach((edge) => this.drawEdge(edge, state));
  }

  drawBox(place, box, state) {
    const node = this.data.nodes[place];
    const fold = this.foldAt.get(place);
    const closed = fold && !this.open.has(place);
    let drawn = this.drawnBoxes.get(place);
    if (!drawn) {
      const texts = [0, 1, 2, 3].map((line) =>
        element("svg:text", { x: BOX.pad, y: line ? BOX.tag + line * BOX.line - 1 : BOX.tag - 2, class: line ? (line === 1 ? "gs-name" : "gs-number") : "gs-tag" }));
      const group = element("svg:g", { transform: `translate(${box.x} ${box.y})`, role: "button", "data-place": place },
        element("svg:rect", { class: "gs-ring", x: -3, y: -3, width: box.w + 6, height: box.h + 6, rx: 6 }),
        element("svg:rect", { class: "gs-box", x: 0, y: 0, width: box.w, height: box.h, rx: node.parents.length ? 3 : 12 }),
        ...texts);
      choosable(group, () => this.about(place));
      this.boxLayer.append(group);
      drawn = { group, texts, was: "" };
      this.drawnBoxes.set(place, drawn);
    }
    const [kind, tag] = this.tagOf(place, state);
    const first = closed ? `⊞ ${fold.title}` : node.shown;
    const lines = [tag, first, "data " + node.data, this.gradText(place, state)];
    const focusable = this.layout.boxes.size <= MANY || kind === "now";
    const now = [kind, ...lines, focusable, closed].join("|");
    if (drawn.was === now) return;
    drawn.was = now;
    drawn.texts.forEach((text, line) => (text.textContent = clipped(lines[line])));
    drawn.group.setAttribute("class", `gs-node gs-${kind}${closed ? " gs-fold" : ""}`);
    drawn.group.setAttribute("tabindex", focusable ? "0" : "-1");
    drawn.group.setAttribute("aria-label", `${first}, ${lines[2]}, ${lines[3]}, ${tag.replace(/[▶✓✗] /, "")}`);
  }

  drawEdge(edge, state) {
    const shares = edge.pairs.map(([parent, child]) => state.shares.get(parent + ">" + child)).filter(Boolean);
    const live = shares.find((one) => one.now) || shares[shares.length - 1];
    const known = live && !live.hidden ? live.share : {};
    const look = ["gs-edge", live && (live.now ? "gs-active" : "gs-passed"), known.wrong && "gs-wrong", known.late && "gs-toolate"].filter(Boolean).join(" ");
    const { group, lines } = this.drawnEdges.get(edge.key);
    if (group.look !== look) {
      group.look = look;
      if (live && live.now) this.edgeLayer.append(group);
      group.replaceChildren();
      group.setAttribute("class", look);
      for (const line of lines) {
        const [x1, y1] = line.points[0], [x2, y2] = line.points[line.points.length - 1];
        group.append(element("svg:path", { d: line.path, class: "gs-line" }));
        const down = this.layout.down;
        group.append(element("svg:path", { class: "gs-head", d: live ? `M${x1} ${y1}${down ? "l-5 9h10z" : "l9 -5v10z"}` : `M${x2} ${y2}${down ? "l-5 -9h10z" : "l-9 -5v10z"}` }));
      }
    }
    if (live) this.drawLabel(edge, live, lines[0], lines.length);
  }

  drawLabel(edge, live, line, count) {
    const { share, step, now, hidden } = live;
    const texts = hidden ? ["?"] : share.short ? [share.wrong ? say("✗ wrong: {added}", { added: share.short }) : share.short] : !now ? [share.added.startsWith("-") || share.added === "0" ? share.added : "+" + share.added] : share.wrong
      ? [`${share.terms} = ${share.expected}`, say("≠ {added} added", { added: share.added })]
      : [share.terms, `= ${share.added}`];
    if (!hidden && share.late && now) texts.push(say("too late"));
    const width = Math.max(...texts.map((text) => wide(text, now ? FONTS.name : FONTS.number))) + 10;
    const height = texts.length * 15 + 5;
    const x = count === 2 && this.layout.down ? line.label[0] + 10 : line.label[0];
    let y = count === 2 && !this.layout.down ? line.label[1] + 10 : line.label[1];
    // A label keeps clear of the labels of its step that are placed already.
    const clash = (one) => Math.abs(one.x - x) < (one.width + width) / 2 && Math.abs(one.y - y) < (one.height + height) / 2 + 2;
    for (let other = this.placed.find(clash), tries = 0; now && other && tries < 8; other = this.placed.find(clash), tries++) y = other.y + (y >= other.y ? 1 : -1) * ((other.height + height) / 2 + 3);
    if (!now && this.placed.some(clash)) return;
    this.placed.push({ x, y, width, height });
    const label = element("svg:g", {
      class: `gs-label${now ? " gs-active" : ""}${share.wrong && !hidden ? " gs-wrong" : ""}${hidden ? " gs-hidden" : ""}`,
      role: "button", tabindex: now ? "0" : "-1", "data-edge": edge.key,
      "aria-label": hidden ? say("The share of {node}, still hidden", { node: this.data.nodes[share.to].name }) : share.says,
      transform: `translate(${x - width / 2} ${y - height / 2})`,
    }, element("svg:rect", { width, height, rx: 3 }));
    texts.forEach((text, index) => label.append(element("svg:text", { x: width / 2, y: 15 * (index + 1) - 1, "text-anchor": "middle", text })));
    choosable(label, () => this.explain([hidden ? say("First type what you expect.") : say("From {node}. {says}", { node: this.data.nodes[step.node].name, says: share.says })]));
    this.labelLayer.append(label);
  }

  /** Say what is known of a node; open or close a fold. */
  about(place) {
    const node = this.data.nodes[place];
    const fold = this.foldAt.get(place);
    const closed = fold && !this.open.has(place);
    if (closed || (fold && this.data.nodes.length > 40)) {
      for (const board of this.group) board.open[closed ? "add" : "delete"](place);
      this.placeAll();
      this.drawnBoxes.get(place)?.group.focus();
      this.explain([closed ? say("{sum} is open: {count} nodes. Choose its last node, {node}, to close it.", { sum: fold.title, count: fold.members.length, node: node.name }) : say("{sum} is closed.", { sum: fold.title })]);
      return;
    }
    const state = this.state();
    const arrived = state.got[place].map(({ added, node, step }) => say("{share} from {node} in step {step}", { share: added, node: this.data.nodes[node].name, step }));
    const called = state.calledIn.get(place), [, , says] = this.standing(place, state);
    this.explain([
      `${node.shown}: data ${node.data}, ${this.gradText(place, state)}.`,
      arrived.length ? say("Arrived so far: {shares}.", { shares: arrived.join("; ") }) : say("Nothing has arrived yet."),
      ...(called ? [say("It had its turn in step {step}.", { step: called })] : []),
      ...(says ? [says] : []),
    ], place);
  }

  sentences() {
    const step = this.step;
    if (!step) return [this.data.begins, ...this.data.trouble];
    const shares = step.shares.map((share, index) =>
      this.revealed !== null && index >= this.revealed ? say("To {node}: ?", { node: this.data.nodes[share.to].name }) : share.says);
    const end = this.position === this.length && this.revealed === null ? [this.data.ends] : [];
    return [...step.says, ...shares, step.stops, ...end].filter(Boolean);
  }
}

/**
 * Keep in sight, on boards that scroll as one, the nodes of the step and what they pass their gradients to; before the
 * first step the node where the pass begins.
 */
function follow(boards) {
  if (!boards[0].layout) return;
  const boxOf = (board, place) => board.layout.boxes.get(board.layout.drawn[place]);
  const now = boards.map((board) => boxOf(board, board.step ? board.step.node : board.data.nodes.length - 1));
  const all = [...now, ...boards.flatMap((board) => (board.step ? board.step.shares.map((share) => boxOf(board, share.to)) : []))];
  const [{ scroller, scale }] = boards;
  const scrolledTo = (start, length, from, size) => {
    const ends = [all, now, now.slice(0, 1)].map((boxes) =>
      [Math.min(...boxes.map((box) => box[start])) * scale - 6, Math.max(...boxes.map((box) => box[start] + box[length])) * scale + 6]);
    const [low, high] = ends.find((one) => one[1] - one[0] <= size) || ends[2];
    return low >= from && high <= from + size ? from : (low + high - size) / 2;
  };
  const at = {
    scrollLeft: scrolledTo("x", "w", scroller.scrollLeft, scroller.clientWidth),
    scrollTop: scrolledTo("y", "h", scroller.scrollTop, scroller.clientHeight),
  };
  for (const board of boards) Object.assign(board.scroller, at);
}
