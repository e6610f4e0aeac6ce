// SPDX-License-Identifier: MIT
// Where the boxes of a graph go: layers from the leaves to the result, few crossings, no box on another.

const FAR = 60; // layers between the ends of an edge
const BOX = { line: 16, pad: 6, tag: 17, gapX: 132, gapY: 24, gapDown: 54, gapBeside: 10, edge: 5, bend: 14 };

/** Return boxes and edges with their places, in the unit of the drawing; the result is on the right, or with `down` at the bottom. */
function layOut(board, open, widths, down) {
  // For each place, the place of the node that is drawn for it: itself, or the head of its closed fold.
  const drawn = board.nodes.map((_, place) => place);
  for (const fold of board.folds) if (!open.has(fold.head)) for (const place of fold.members) drawn[place] = fold.head;
  const places = [...new Set(drawn)].sort((one, other) => one - other);
  const edges = new Map();
  board.nodes.forEach((node, child) => {
    for (const parent of node.parents) {
      if (drawn[parent] === drawn[child]) continue;
      const key = drawn[parent] + ">" + drawn[child];
      if (!edges.has(key)) edges.set(key, { key, from: drawn[parent], to: drawn[child], pairs: [] });
      edges.get(key).pairs.push([parent, child]);
    }
  });
  const boxes = new Map(places.map((place) => [place, { place, w: widths.get(place), h: BOX.tag + 3 * BOX.line + BOX.pad, rank: 0, near: [[], []] }]));
  const into = new Map(places.map((place) => [place, []]));
  const out = new Map(places.map((place) => [place, []]));
  for (const edge of edges.values()) {
    into.get(edge.to).push(edge);
    out.get(edge.from).push(edge);
  }
  // A parent's place is smaller than its child's, so one pass is enough.
  for (const place of places) {
    for (const edge of into.get(place)) boxes.get(place).rank = Math.max(boxes.get(place).rank, boxes.get(edge.from).rank + 1);
  }
  for (const place of places) {
    const users = out.get(place).map((edge) => boxes.get(edge.to).rank);
    if (!into.get(place).length && users.length) boxes.get(place).rank = Math.min(...users) - 1;
  }
  const layers = [];
  const put = (item) => (layers[item.rank] = layers[item.rank] || []).push(item);
  for (const place of places) put(boxes.get(place));
  const lanes = new Map();
  for (const edge of edges.values()) {
    addBends(edge, boxes, put, lanes);
    const way = [boxes.get(edge.from), ...edge.bends, boxes.get(edge.to)];
    for (let index = 1; index < way.length; index++) {
      way[index - 1].near[1].push(way[index]);
      way[index].near[0].push(way[index - 1]);
    }
  }
  order(layers);
  for (const item of layers.flat()) item.span = item.bend ? BOX.bend : down ? item.w : item.h;
  setSides(layers, down ? BOX.gapBeside : BOX.gapY);
  const all = layers.flat();
  const first = all.reduce((least, item) => Math.min(least, item.side), Infinity) - BOX.edge;
  const across = all.reduce((most, item) => Math.max(most, item.side + item.span), 0) - first + BOX.edge;
  let along = BOX.edge;
  const gap = (down ? BOX.gapDown : BOX.gapX) * (places.length > 40 ? 0.6 : 1);
  for (const layer of layers) {
    const widest = Math.max(...layer.map((item) => (down ? item.h : item.w)));
    for (const item of layer) {
      if (down) [item.x, item.y] = [item.side - first, along + (item.bend ? 0 : (widest - item.h) / 2)];
      else [item.x, item.y] = [along + (widest - item.w) / 2, item.side - first];
    }
    along += widest + gap;
  }
  along += BOX.edge - gap;
  return { drawn, boxes, edges: [...edges.values()], down, width: down ? across : along, height: down ? along : across };
}

/**
 * An edge over several layers bends in each layer between, so that it keeps clear of the boxes there. One over more than
 * FAR layers bends near its ends alone, and near its parent together with the parent's other far edges: a leaf that
 * each of a thousand layers uses would need half a million bends.
 */
function addBends(edge, boxes, put, lanes) {
  const from = boxes.get(edge.from), to = boxes.get(edge.to);
  const bendAt = (rank) => {
    const bend = { bend: true, rank, w: 0, h: BOX.bend, near: [[], []] };
    put(bend);
    return bend;
  };
  edge.bends = [];
  edge.far = to.rank - from.rank > FAR;
  if (edge.far) {
    if (!lanes.has(edge.from)) lanes.set(edge.from, bendAt(from.rank + 1));
    edge.bends.push(lanes.get(edge.from), bendAt(to.rank - 1));
    return;
  }
  for (let rank = from.rank + 1; rank < to.rank; rank++) edge.bends.push(bendAt(rank));
}

/** Sweep over the layers, each time putting a layer in the order of its neighbours. */
function order(layers) {
  layers.forEach((layer) => layer.forEach((item, index) => (item.spot = index)));
  for (let sweep = 0; sweep < 8; sweep++) {
    const side = sweep % 2;
    for (const layer of side ? [...layers].reverse() : layers) {
      for (const item of layer) {
        const near = item.near[side];
        item.wish = near.length ? near.reduce((sum, other) => sum + other.spot, 0) / near.length : item.spot;
      }
      layer.sort((one, other) => one.wish - other.wish || one.spot - other.spot);
      layer.forEach((item, index) => (item.spot = index));
    }
  }
}

/** Put each item of a layer beside its neighbours in the layers before and after, with a gap to the next one. */
function setSides(layers, gap) {
  const next = (item) => item.span + gap;
  for (const layer of layers) {
    let side = 0;
    for (const item of layer) {
      item.side = side;
      side += next(item);
    }
  }
  for (let round = 0; round < 10; round++) {
    for (const layer of round % 2 ? [...layers].reverse() : layers) {
      const wishes = layer.map((item) => {
        const near = [...item.near[0], ...item.near[1]];
        return near.length ? near.reduce((sum, other) => sum + other.side + other.span / 2, 0) / near.length - item.span / 2 : item.side;
      });
      const up = [], back = [];
      for (let index = 0; index < layer.length; index++) {
        up[index] = index ? Math.max(wishes[index], up[index - 1] + next(layer[index - 1])) : wishes[index];
      }
      for (let index = layer.length - 1; index >= 0; index--) {
        back[index] = index < layer.length - 1 ? Math.min(wishes[index], back[index + 1] - next(layer[index])) : wishes[index];
      }
      // Both keep the gaps, so their mean does.
      layer.forEach((item, index) => (item.side = (up[index] + back[index]) / 2));
    }
  }
  // No layer reaches beyond the one that needs the most room.
  const room = Math.max(...layers.map((layer) => layer.reduce((sum, item) => sum + next(item), -gap)));
  const sides = layers.flat().map((item) => item.side + item.span / 2);
  const middle = sides.reduce((sum, side) => sum + side, 0) / sides.length;
  for (const layer of layers) {
    let from = middle - room / 2, to = middle + room / 2;
    for (const item of layer) {
      item.side = Math.max(item.side, from);
      from = item.side + next(item);
    }
    for (const item of [...layer].reverse()) {
      item.side = Math.min(item.side, to - item.span);
      to = item.side - gap;
    }
  }
}

/** Return the middle of an edge's first piece, or of a far edge's last, where its number goes, and its line. */
function lineOf(edge, boxes, shift, down) {
  const from = boxes.get(edge.from), to = boxes.get(edge.to);
  const middle = (item) => item.y + item.h / 2;
  const points = down
    ? [[from.x + from.w / 2, from.y + from.h], ...edge.bends.map((bend) => [bend.x + BOX.bend / 2, bend.y + 30]), [to.x + 0.7 * to.w, to.y]]
    : [[from.x + from.w, middle(from)], ...edge.bends.map((bend) => [bend.x, middle(bend)]), [to.x, middle(to)]];
  const control = ([x, y], half) => (down ? `${x + shift} ${half}` : `${half} ${y + shift}`);
  let path = "M" + points[0].join(" ");
  for (let index = 1; index < points.length; index++) {
    const before = points[index - 1], after = points[index];
    const half = down ? (before[1] + after[1]) / 2 : (before[0] + after[0]) / 2;
    path += ` C${control(before, half)} ${control(after, half)} ${after.join(" ")}`;
  }
  const [first, second] = edge.far ? points.slice(-2) : points;
  const label = down ? [0.6 * first[0] + 0.4 * second[0] + 0.75 * shift, first[1] + 27] : [(first[0] + second[0]) / 2, (first[1] + second[1]) / 2 + 0.75 * shift];
  return { path, points, label };
}
