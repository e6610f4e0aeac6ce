// SPDX-License-Identifier: MIT
// Search the list of mistakes by what one sees. Without this script the page is a plain list.
const form = document.querySelector("form");
const field = document.getElementById("seen");
const status_line = form.querySelector("[role=status]");
const found = document.getElementById("found");
const all = document.getElementById("all");
// A word of the title or of the symptom says more than one of the explanation.
const IN_SYMPTOM = 3;
// What has less of the asked words than this share of the best match is left out.
const WORST = 0.4;
const LONGEST_EXACT = 4;

/** Return a text's words without accents and endings, in small letters: "bounces" finds "bouncing". */
const words = (text) =>
  (text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [])
    .flatMap((word) => (word.includes("_") ? [word, ...word.split("_").filter(Boolean)] : [word]))
    .map((word) => (word.length > LONGEST_EXACT ? word.replace(/(?:ing|ed|es|s|e)$/, "") : word));
const entries = Array.from(all.querySelectorAll("li"), (item) => ({
  item,
  seen: words(item.dataset.seen),
  has: words(item.dataset.words),
}));

const is_in = (asked, list) =>
  list.some((word) => word === asked || (asked.length >= LONGEST_EXACT && word.startsWith(asked)));

/** Return how well each mistake fits one asked word: a rare word says more than a frequent one. */
function fits(asked) {
  const values = entries.map(({ seen, has }) => (is_in(asked, seen) ? IN_SYMPTOM : Number(is_in(asked, has))));
  const hits = values.filter(Boolean).length;
  return values.map((value) => value * Math.log(1 + entries.length / (1 + hits)));
}

/** Return for each mistake whether its symptom has two asked words side by side. */
const side_by_side = ([one, other]) =>
  entries.map(({ seen }) => Number(seen.some((word, place) => word === one && seen[place + 1] === other)));

function search() {
  const typed = words(field.value);
  const pairs = typed.slice(1).map((word, place) => [typed[place], word]);
  const asked = [...[...new Set(typed)].map(fits), ...pairs.map(side_by_side)];
  const scored = entries.map(({ item }, place) => ({ item, score: asked.reduce((sum, one) => sum + one[place], 0) }));
  const best = Math.max(...scored.map(({ score }) => score));
  const shown = scored.filter(({ score }) => score > 0 && score >= WORST * best);
  shown.sort((one, other) => other.score - one.score);
  found.replaceChildren(...shown.map(({ item }) => item.cloneNode(true)));
  all.hidden = shown.length > 0;
  found.hidden = !shown.length;
  const { none, some } = status_line.dataset;
  status_line.textContent = !asked.length ? "" : shown.length ? some.replace("{count}", shown.length) : none;
}

form.hidden = false;
form.addEventListener("submit", (event) => event.preventDefault());
field.addEventListener("input", search);
field.value = new URLSearchParams(location.search).get("q") ?? "";
search();
