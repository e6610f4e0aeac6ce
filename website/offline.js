// SPDX-License-Identifier: MIT
// Gives the lab's pages what they have kept (notices.js), where the network is gone. lab.py puts this before
// JupyterLite's own service worker. That one has a cache, too, but forgets to use it once the browser has stopped and
// started it, and leaves out the lists of files.
const OF_KERNEL = /\/api\/(?:drive|stdin|service-worker-heartbeat)/;

async function fetchedOrKept(request) {
  try {
    return await fetch(request);
  } catch (error) {
    // Pages ask for `bundle.js?_=1a2b3c`, for `index.html?path=...`, and for a folder in place of its index.html.
    const address = request.url.replace(/[?#].*/, "").replace(/\/$/, "/index.html");
    const kept = await caches.match(address);
    if (kept) return kept;
    throw error;
  }
}

self.addEventListener("fetch", (event) => {
  const { origin, pathname } = new URL(event.request.url);
  if (event.request.method !== "GET" || origin !== location.origin || OF_KERNEL.test(pathname)) return;
  event.respondWith(fetchedOrKept(event.request));
  event.stopImmediatePropagation();
});
