// SPDX-License-Identifier: MIT
// Stands in the lab's page before all else: Python begins in a worker while JupyterLab is being loaded. lab.py puts the
// address of the kernel's own worker in front, as KERNEL, and writes the one that begins here (WORKER), which imports it.
// With two cores Python takes JupyterLab's time: begun at once it is ready 2 s earlier, and the notebook is shown 2 s
// later. So it waits a little there, which halves both.
(() => {
  const opened = new URLSearchParams(location.search).get("path") ?? "";
  // A page that is isolated has another worker.
  if (!opened.endsWith(".ipynb") || !globalThis.Worker || crossOriginIsolated) return;
  const Own = Worker;
  let early = null;
  const begin = () => (early ??= new Own(new URL(WORKER, location.href), { type: "module" }));
  setTimeout(begin, navigator.hardwareConcurrency > 2 ? 0 : 700);
  // The first kernel gets what has begun; each later one gets a worker of its own.
  globalThis.Worker = class extends Own {
    constructor(address, options) {
      if (String(address) !== new URL(KERNEL, location.href).href) {
        super(address, options);
        return;
      }
      globalThis.Worker = Own;
      return begin();
    }
  };
})();
