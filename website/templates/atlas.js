// SPDX-License-Identifier: MIT
// Search the list of mistakes by what one sees. Without this script the page is a plain list.
import MiniSearch from "./minisearch.js";
import { searching } from "./search.js";

const form = document.querySelector("form[role=search]");
const field = document.getElementById("seen");
const status_line = form.querySelector("[role=status]");
const found = document.getElementById("found");
const all = document.getElementById("all");
const ask = searching(MiniSearch, JSON.parse(document.getElementById("asked").textContent));
const items = new Map(Array.from(all.querySelectorAll("li[data-page]"), (item) => [item.dataset.page, item]));

function search() {
  const asked = field.value.trim();
  const pages = asked ? ask(asked) : [];
  found.replaceChildren(...pages.map((page) => items.get(page).cloneNode(true)));
  all.hidden = pages.length > 0;
  found.hidden = !pages.length;
  const { none, some } = status_line.dataset;
  status_line.textContent = !asked ? "" : pages.length ? some.replace("{count}", pages.length) : none;
}

/** Lead from the field through the pages found and back; elsewhere the keys do what they always do. */
function lead(event) {
  const links = [field, ...found.querySelectorAll("a")];
  const here = links.indexOf(document.activeElement);
  const next = { ArrowDown: here + 1, ArrowUp: here - 1, Escape: 0 }[event.key];
  if (here < 0 || !links[next] || (here === 0 && event.key !== "ArrowDown")) {
    return;
  }
  event.preventDefault();
  links[next].focus();
}

form.hidden = false;
form.addEventListener("submit", (event) => event.preventDefault());
field.addEventListener("input", search);
document.addEventListener("keydown", lead);
field.value = new URLSearchParams(location.search).get("q") ?? "";
search();
