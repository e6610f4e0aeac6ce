// SPDX-License-Identifier: MIT
// The live figure takes the place of the still one in the notebook, wherever that is shown.

const KINDS = { step: Stepping, orders: Stepping, tables: Stepping, training: Training, ask: Asking, test: Testing, draw: Drawing };

/** Called once for each model, whether or not its output is in the page yet. */
function initialize({ model }) {
  const places = document.getElementsByClassName(model.get("key"));
  const taken = new Map();
  let waiting = false, focused = null;
  const made = () => {
    const data = dataOf(model), view = new KINDS[data.kind](model, data);
    view.root.addEventListener("focusin", (event) => (focused = event.target));
    view.root.addEventListener("focusout", (event) => (focused = event.relatedTarget ? null : focused));
    return view;
  };
  const look = () => {
    waiting = false;
    for (const place of Array.from(places)) {
      if (taken.has(place) || place.dataset.live) continue;
      place.dataset.live = "yes";
      // The page draws an output anew when its saved words change: what lived in the old one moves here.
      const gone = Array.from(taken.keys()).find((one) => !one.isConnected);
      const view = gone ? taken.get(gone).view : made();
      if (gone && taken.delete(gone)) delete gone.dataset.live;
      const still = Array.from(place.getElementsByClassName("gradtools-still"));
      still.forEach((child) => (child.hidden = true));
      place.prepend(view.root);
      if (document.activeElement === document.body && focused && view.root.contains(focused)) focused.focus();
      taken.set(place, { view, still });
    }
  };
  const observer = new MutationObserver(() => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(look);
  });
  observer.observe(document.body, { childList: true, subtree: true });
  look();
  return () => {
    observer.disconnect();
    for (const [place, { view, still }] of taken) {
      view.dispose();
      delete place.dataset.live;
      still.forEach((child) => (child.hidden = false));
    }
  };
}

export default { initialize };
