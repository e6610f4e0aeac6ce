// SPDX-License-Identifier: MIT
// Find the page of the atlas that fits what somebody asks, in their own words or with a pasted error message.
// MiniSearch ranks; here stands what its words are, and when nothing fits.

// A word of a phrasing or of the title says more than one of the explanation.
const FIELDS = { phrases: 4, seen: 3, title: 2, rest: 0.5 };
// What a word means, whatever its form, and which word stands beside it, count less than the word itself.
const MEANING = 0.7;
const PAIR = 0.3;
// A term that so many pages have, less one, weighs as above; the more have it, the less it tells.
const FEW = 5;
// What has less than this share of the best page's score is left out, and more than so many pages help nobody.
const WORST = 0.2;
const MOST = 12;
// Nothing fits where the best page has less than this score for each word that was asked: where one of them belongs
// to the atlas' subject, and elsewhere.
const LEAST = { subject: 70, other: 200 };
const LONGEST_EXACT = 4;
// In a pasted message: what stands before the name of the error, where it is, numbers and addresses.
const ERROR = /^(.*)\b[A-Z]\w*(?:Error|Warning|Exception|NotFound):\s*/su;
// The end of what stands before it is the line that failed, which tells as much as the message.
const LINE = 40;
// Of a long traceback, or of whatever was pasted, the end is read: there stands the message.
const LONGEST = 2000;
const MOST_WORDS = 60;
const PLACES = /\bFile "[^"]*"|\/[\w./-]+|\b0x[0-9a-f]+|\b\d+(?:\.\d+)?(?:e-?\d+)?(?:x\d+)?\b/gu;

/** Return a text's words in small letters, without accents; `requires_grad` and `requiresGrad` are two. */
const split = (text) =>
  text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .replace(/\bin[- ]place/gu, "inplace")
    .replace(/['’](?=s\b|t\b)/gu, "")
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** Return a word without its ending: "bounces" means the same as "bouncing". */
const stem = (word) => (word.length > LONGEST_EXACT ? word.replace(/(?:ing|ed|es|s|e)$/u, "") : word);

/** Tell whether a term is a word, and neither a meaning nor a pair. */
const is_word = (term) => !/[= ]/u.test(term);

/** Return what asks the pages: for each text the identifiers of those that fit, the best first, or none. */
export function searching(MiniSearch, { entries, synonyms, empty, subject }) {
  const ignored = new Set(split(empty));
  const same = new Map();
  for (const [first, ...others] of synonyms.map(split)) {
    for (const word of [first, ...others]) {
      same.set(word, first);
      same.set(stem(word), first);
    }
  }
  const meaning = (word) => `=${same.get(word) ?? same.get(stem(word)) ?? stem(word)}`;
  const about = new Set(split(subject).map(meaning));
  const words = (text) => split(text).filter((word) => !ignored.has(word));
  const terms = (text) => {
    const single = words(text);
    const meanings = single.map(meaning);
    return [...single, ...meanings, ...meanings.slice(1).map((word, place) => `${meanings[place]} ${word}`)];
  };
  const index = new MiniSearch({
    fields: Object.keys(FIELDS),
    tokenize: terms,
    processTerm: (term) => term,
    extractField: (entry, name) => (name === "phrases" ? entry.phrases.join(" . ") : entry[name]),
  });
  index.addAll(entries);
  const pages_with = new Map();
  for (const { phrases, seen, title } of entries) {
    for (const term of new Set(terms([...phrases, seen, title].join(" . ")))) {
      pages_with.set(term, (pages_with.get(term) ?? 0) + 1);
    }
  }

  /** Return how much a term tells of a page: much where few pages have it, even if a word has it in another form. */
  function telling(term) {
    const count = pages_with.get(term) ?? pages_with.get(meaning(term)) ?? 0;
    return Math.log(1 + entries.length / (1 + count)) / Math.log(1 + entries.length / FEW);
  }

  // Pages that are asked for in one phrase are one answer; those with one sign may have several causes.
  const asked_by = new Map(entries.map(({ id, phrases }) => [id, phrases]));

  /** Return identifiers, the best of each answer first, and behind them what answers the same. */
  function apart(ids) {
    const had = new Set();
    const same = new Set();
    for (const id of ids) {
      if (asked_by.get(id).some((phrase) => had.has(phrase))) {
        same.add(id);
      }
      asked_by.get(id).forEach((phrase) => had.add(phrase));
    }
    return [...ids.filter((id) => !same.has(id)), ...same];
  }

  return (pasted) => {
    const asked = pasted.slice(-LONGEST);
    const message = asked.replace(ERROR, (_, before) => `${before.slice(-LINE)} `).replace(PLACES, " ");
    const known = words(words(message).length > 2 ? message : asked).slice(-MOST_WORDS).join(" ");
    const found = index.search(known, {
      boost: FIELDS,
      boostTerm: (term) => (is_word(term) ? 1 : term.includes(" ") ? PAIR : MEANING) * telling(term),
      fuzzy: (term) => is_word(term) && term.length > LONGEST_EXACT && 0.2,
      prefix: is_word,
    });
    const [best] = found;
    const asked_words = words(known);
    const others = asked_words.filter((word) => !about.has(meaning(word)));
    const least = others.length < asked_words.length ? LEAST.subject : LEAST.other;
    if (!best || (others.length && best.score < least * new Set(asked_words).size)) {
      return [];
    }
    return apart(found.filter(({ score }) => score >= WORST * best.score).map(({ id }) => id)).slice(0, MOST);
  };
}
