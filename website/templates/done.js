// SPDX-License-Identifier: MIT
// Mark the pieces of a page that are done in the site's lab: what it keeps in this browser, a page may read.
import { RECORD, outcomesIn, show, textIn } from "./pieces.js";

/** Return the text of a file that the lab keeps; "" where it keeps none, or the browser lets nobody look. */
async function kept(file) {
  const name = `JupyterLite Storage - ${new URL("lab/", import.meta.url).pathname}`;
  const answer = (request) =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  // To open what is not there would make it.
  if (!(await indexedDB.databases()).some((one) => one.name === name)) return "";
  const storage = await answer(indexedDB.open(name));
  try {
    const found = await answer(storage.transaction("files").objectStore("files").get(file));
    return found ? textIn(found) : "";
  } finally {
    storage.close();
  }
}

const given = JSON.parse(document.querySelector("#pieces").textContent);
kept(RECORD)
  .then((text) => {
    const going = show(document, given, outcomesIn(text));
    const lab = document.querySelector(".reading .start");
    // The lab has the same headings, but for the top of the day.
    if (lab && going?.next && going.link.hash !== "#piece-1") lab.hash = going.link.hash;
  })
  .catch(console.info);
