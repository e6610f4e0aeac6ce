// SPDX-License-Identifier: MIT
// Keeps the whole site in the browser, and gives it out from there. keeping.py puts this before JupyterLite's own service
// worker, which asks the notebooks' files for the kernel, and puts UP in front: where the site is from this file.
// One version of the site is given out, that which was last kept whole; until one is, all comes from the network.
const SITE = new URL(UP, location.href).href;
const NAME = `autograd-in-five-days kept ${new URL(SITE).pathname}`;
const LIST = `${SITE}kept.json`;
// The lists of the version that is given out, and of the one before: a page that is open may still ask for its files.
const WHOLE = `${LIST}?whole`, BEFORE = `${LIST}?before`;
const OF_KERNEL = /\/api\/(?:drive|stdin|service-worker-heartbeat)/;
// Milliseconds to wait before each time that a request is made, where it has failed.
const FOR_A_PAGE = [0, 500, 2000];
const TO_KEEP = [0, 1000, 3000, 9000];
// Files that are fetched at once; none while a page has asked for something in so many milliseconds.
const AT_ONCE = 4;
const AFTER_A_PAGE = 300;
// Bytes that are left to the learner's own notebooks.
const LEFT = 50 * 2 ** 20;

const channel = new BroadcastChannel(NAME);
let lists, lastAsked = 0, keeping;

const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
const key = (name, hash) => `${SITE}${encodeURI(name)}?${hash}`;

/** Return the lists of the versions whose files are given out, the newest first. */
async function known() {
  const cache = await caches.open(NAME);
  const kept = await Promise.all([WHOLE, BEFORE].map((list) => cache.match(list)));
  return Promise.all(kept.filter(Boolean).map((list) => list.json()));
}

async function given(url) {
  lists ??= known();
  lists.catch(() => (lists = undefined));
  // Pages ask for `bundle.js?_=1a2b3c`, for `index.html?path=...`, and for a folder in place of its index.html.
  const name = decodeURI(url.slice(SITE.length).replace(/[?#].*/, "")).replace(/(^|\/)$/, "$1index.html");
  for (const { files } of await lists) {
    if (!files[name]) continue;
    const kept = await (await caches.open(NAME)).match(key(name, files[name][0]), { ignoreVary: true });
    if (kept) return kept;
  }
}

/** Return what an attempt gives, made again where a server is busy or the network has gaps. */
async function repeated(times, attempt) {
  let failure;
  for (const milliseconds of times) {
    if (milliseconds && !navigator.onLine) break;
    await pause(milliseconds);
    try {
      return await attempt();
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

/** Fetch what a page asks for; what a server says of a fault of its own is the answer where it stays so. */
async function fetched(request) {
  let answer;
  return repeated(FOR_A_PAGE, async () => {
    answer = await fetch(request);
    if (answer.status >= 500) throw new Error(`${request.url}: ${answer.status}`);
    return answer;
  }).catch((error) => answer ?? Promise.reject(error));
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(SITE) || OF_KERNEL.test(request.url)) return;
  lastAsked = Date.now();
  const answered = given(request.url).catch(console.warn).then((kept) => kept ?? fetched(request));
  event.respondWith(answered);
  event.stopImmediatePropagation();
});

/** Fetch a file of the site as it is now, whatever the browser remembers of it. */
async function fresh(address) {
  const answer = await fetch(address, { cache: "no-cache", priority: "low" });
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer;
}

/** Fetch a file and keep it, if its bytes are those of the list: a server may be given a new version meanwhile. */
async function keepFile(cache, name, hash) {
  while (Date.now() - lastAsked < AFTER_A_PAGE) await pause(AFTER_A_PAGE);
  const { bytes, type } = await repeated(TO_KEEP, async () => {
    const answer = await fresh(`${SITE}${encodeURI(name)}`);
    const bytes = await answer.arrayBuffer();
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
    const is = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
    if (!is.startsWith(hash)) throw new Error(`${name} is not what the list has.`);
    return { bytes, type: answer.headers.get("Content-Type") ?? "application/octet-stream" };
  });
  // Made anew: what a host has redirected, a page may not be given.
  await cache.put(key(name, hash), new Response(bytes, { headers: { "Content-Type": type } }));
}

/** Return what a version lacks in the cache. */
async function missing(cache, { files }) {
  const there = new Set((await cache.keys()).map(({ url }) => url));
  return Object.entries(files).filter(([name, [hash]]) => !there.has(key(name, hash)));
}

/** Keep each file of a list, some at once; raise what the first failure was when all have been tried. */
async function keepFiles(cache, left) {
  let failure;
  const keepNext = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const [name, [hash]] = next;
      try {
        await keepFile(cache, name, hash);
      } catch (error) {
        failure ??= error;
        // No other one will have room either.
        if (error?.name === "QuotaExceededError") return;
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, keepNext));
  if (failure) throw failure;
}

/** Raise what a browser raises, before its room is full: notebooks need some, too. */
async function holdRoomFor(left) {
  const { quota, usage } = (await navigator.storage?.estimate?.()) ?? {};
  const bytes = left.reduce((sum, [, [, size]]) => sum + size, 0);
  if (left.length && quota && quota - usage < bytes + LEFT) throw new DOMException("No room is left.", "QuotaExceededError");
}

/** Let a version that is there whole take the place of the last one, whose files stay for the pages that are open. */
async function giveOut(cache, version) {
  const [last] = await known();
  if (last) await cache.put(BEFORE, new Response(JSON.stringify(last)));
  await cache.put(WHOLE, new Response(JSON.stringify(version)));
  lists = undefined;
  const kept = [version, last].filter(Boolean).flatMap(({ files }) => Object.entries(files));
  const needed = new Set([WHOLE, BEFORE, ...kept.map(([name, [hash]]) => key(name, hash))]);
  for (const { url } of await cache.keys()) if (!needed.has(url)) await cache.delete(url);
  return last ? "renewed" : "whole";
}

/** Keep the newest version of the site whole; return a word that says what came of it. */
async function keepAll() {
  const cache = await caches.open(NAME);
  const [last] = await known();
  const isThere = Boolean(last) && !(await missing(cache, last)).length;
  channel.postMessage(isThere ? "old" : "keeping");
  try {
    // Without a network the version that is there is the newest.
    const version = await newest().catch((error) => last ?? Promise.reject(error));
    const left = await missing(cache, version);
    await holdRoomFor(left);
    await keepFiles(cache, left);
    return last?.version === version.version ? "whole" : await giveOut(cache, version);
  } catch (error) {
    console.warn("Not all is kept:", error);
    if (isThere) return "old";
    return error?.name === "QuotaExceededError" ? "full" : "not yet";
  }
}

/** Return the list of the site as it is on the server. */
async function newest() {
  return repeated(TO_KEEP, async () => (await fresh(LIST)).json());
}

// What another worker of the site has given out is given out here, too.
channel.onmessage = ({ data }) => {
  if (data === "renewed" || data === "whole") lists = undefined;
};

// A page asks for it, and asks again while not all is kept: a browser ends a worker that takes its time.
self.addEventListener("message", (event) => {
  if (event.data !== "keep") return;
  keeping ??= keepAll()
    .catch(() => "refused")
    .finally(() => (keeping = undefined));
  event.waitUntil(keeping.then((said) => channel.postMessage(said)));
});

// What earlier versions of this file have kept of the lab alone.
self.addEventListener("activate", (event) => {
  const old = `autograd-in-five-days ${new URL(SITE).pathname}lab/ `;
  const names = caches.keys().then((all) => all.filter((name) => name.startsWith(old)));
  event.waitUntil(names.then((all) => Promise.all(all.map((name) => caches.delete(name)))));
});
