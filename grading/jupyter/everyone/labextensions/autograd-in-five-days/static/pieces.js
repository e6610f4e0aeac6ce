// SPDX-License-Identifier: MIT
// Mark the pieces of the days that are done, and lead on to the next one, in JupyterLab and on the pages of the site.
// What a page knows of its pieces: building/pieces/listing.py. What is kept of the exercises: companion/mistakes.py.

const RIGHT = "correct";
/** The name of the file that keeps what came of each exercise, in the folder of the English days. */
export const RECORD = ".mistakes.json";

/** Return the text of a file as Jupyter gives it: in a browser, what a kernel writes is kept as bytes. */
export function textIn({ content, format }) {
  if (typeof content !== "string") return JSON.stringify(content ?? "");
  if (format !== "base64") return content;
  return new TextDecoder().decode(Uint8Array.from(atob(content), (byte) => byte.charCodeAt(0)));
}

/** Return what a record keeps of the exercises and days, by their ids; nothing where it is damaged, or older. */
export function outcomesIn(text) {
  try {
    const kept = JSON.parse(text).outcomes;
    return kept && typeof kept === "object" ? kept : {};
  } catch {
    return {};
  }
}

const wasTried = (name, outcomes) => Object.hasOwn(outcomes, name);

/** Return whether a piece is done: all that it asks for is right, or what it leads to was tried. */
export function isDone({ right, tried }, outcomes) {
  return right.length ? right.every((name) => outcomes[name] === RIGHT) : wasTried(tried, outcomes);
}

/** Return where one goes on: the first piece not done from the last day on that was begun; -1 where all are done. */
export function nextOf(pieces, outcomes) {
  const isOpen = (piece) => !isDone(piece, outcomes);
  const isBegun = (piece) => !isOpen(piece) || piece.right.some((name) => wasTried(name, outcomes));
  const latest = pieces.findLast(isBegun)?.day;
  const first = latest ? pieces.findIndex(({ day }) => day === latest) : 0;
  const next = pieces.findIndex((piece, at) => at >= first && isOpen(piece));
  return next < 0 ? pieces.findIndex(isOpen) : next;
}

/** Mark what is done in a part of a page that lists pieces, and lead on: to the next one, or to what comes `after` all. */
export function show(part, { pieces, words, after }, outcomes) {
  const listed = [...part.querySelectorAll(".piece")];
  const link = (one) => one?.querySelector("a");
  listed.forEach((one, at) => {
    one.querySelector(".done")?.remove();
    if (!pieces[at] || !isDone(pieces[at], outcomes)) return;
    const mark = document.createElement("strong");
    mark.className = "done";
    mark.textContent = ` ✓ ${words.done}`;
    one.append(mark);
  });
  const at = nextOf(pieces, outcomes), line = part.querySelector(".go-on"), going = pieces[at] ?? after;
  if (!line || !going || !pieces.some((piece) => isDone(piece, outcomes))) return null;
  for (const one of listed) link(one).removeAttribute("aria-current");
  link(listed[at])?.setAttribute("aria-current", "step");
  const fold = listed[at]?.closest("details");
  if (fold) fold.open = true;
  line.querySelector("span").textContent = words.going;
  link(line).textContent = going.title;
  link(line).href = going.address ?? link(listed[at]).href;
  return { link: link(line), next: link(listed[at]) };
}
