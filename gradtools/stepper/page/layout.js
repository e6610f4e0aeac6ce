// SPDX-License-Identifier: MIT
// Where the boxes of a graph stand: layers from the leaves to the result, few crossings, no box on another.

const BOX = { line: 16, pad: 8, tag: 15, character: 7.3, least: 84, gapX: 128, gapY: 22, bend: 14 };

/** Return, for each place, the place of the node that is drawn for it: itself, or the head of its closed fold. */
function drawnFor(board, open) {
  const drawn = board.nodes.map((_, place) => place);
  for (const fold of board.folds) {
    if (!open.has(fold.head)) for (const place of fold.members) drawn[place] = fold.head;
  }
  return drawn;
}

/** Return boxes and edges with their places, in the unit of the drawing. */
function layOut(board, open, widths) {
  const drawn = drawnFor(board, open);
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
  const boxes = new Map(places.map((place) => [place, { place, w: widths.get(place) || BOX.least, h: BOX.tag + 3 * BOX.line + BOX.pad, rank: 0 }]));
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
  for (const edge of edges.values()) addBends(edge, boxes, put);
  for (const box of boxes.values()) box.near = [[], []];
  for (const edge of edges.values()) join(edge, boxes);
  order(layers);
  setHeights(layers);
  let x = 8;
  const gap = places.length > 40 ? 0.6 * BOX.gapX : BOX.gapX;
  for (const layer of layers) {
    const widest = Math.max(...layer.map((item) => item.w));
    for (const item of layer) item.x = x + (widest - item.w) / 2;
    x += widest + gap;
  }
  const all = layers.flat();
  const top = Math.min(...all.map((item) => item.y)) - 8;
  for (const item of all) item.y -= top;
  const height = Math.max(...all.map((item) => item.y + item.h)) + 8;
  return { drawn, boxes, edges: [...edges.values()], width: x - gap + 8, height };
}

/** An edge over several layers bends in each layer between, so that it keeps clear of the boxes there. */
function addBends(edge, boxes, put) {
  const from = boxes.get(edge.from), to = boxes.get(edge.to);
  edge.bends = [];
  for (let rank = from.rank + 1; rank < to.rank; rank++) {
    const bend = { bend: true, rank, w: 0, h: BOX.bend, near: [[], []] };
    edge.bends.push(bend);
    put(bend);
  }
}

function join(edge, boxes) {
  const way = [boxes.get(edge.from), ...edge.bends, boxes.get(edge.to)];
  for (let index = 1; index < way.length; index++) {
    way[index - 1].near[1].push(way[index]);
    way[index].near[0].push(way[index - 1]);
  }
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

/** Give each item a height near its neighbours', with a gap to the next one. */
function setHeights(layers) {
  for (const layer of layers) {
    let y = 0;
    for (const item of layer) {
      item.y = y;
      y += item.h + BOX.gapY;
    }
  }
  for (let round = 0; round < 10; round++) {
    for (const layer of round % 2 ? [...layers].reverse() : layers) {
      const wishes = layer.map((item) => {
        const near = [...item.near[0], ...item.near[1]];
        return near.length ? near.reduce((sum, other) => sum + other.y + other.h / 2, 0) / near.length - item.h / 2 : item.y;
      });
      const down = [], up = [];
      for (let index = 0; index < layer.length; index++) {
        down[index] = index ? Math.max(wishes[index], down[index - 1] + layer[index - 1].h + BOX.gapY) : wishes[index];
      }
      for (let index = layer.length - 1; index >= 0; index--) {
        up[index] = index < layer.length - 1 ? Math.min(wishes[index], up[index + 1] - layer[index].h - BOX.gapY) : wishes[index];
      }
      // Both keep the gaps, so their mean does.
      layer.forEach((item, index) => (item.y = (down[index] + up[index]) / 2));
    }
  }
}

/** Return the middle of an edge's first piece, where its number stands, and its line. */
function lineOf(edge, boxes, shift) {
  const from = boxes.get(edge.from), to = boxes.get(edge.to);
  const mid = (item) => item.y + (item.bend ? item.h / 2 : BOX.tag + (item.h - BOX.tag) / 2);
  const points = [[from.x + from.w, mid(from)], ...edge.bends.map((bend) => [bend.x, mid(bend)]), [to.x, mid(to)]];
  let path = "M" + points[0].join(" ");
  for (let index = 1; index < points.length; index++) {
    const [x1, y1] = points[index - 1], [x2, y2] = points[index];
    const half = (x1 + x2) / 2;
    path += ` C${half} ${y1 + shift} ${half} ${y2 + shift} ${x2} ${y2}`;
  }
  const [first, second] = points;
  return { path, points, label: [(first[0] + second[0]) / 2, (first[1] + second[1]) / 2 + 0.75 * shift] };
}
