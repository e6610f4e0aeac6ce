// SPDX-License-Identifier: MIT
// Stands in the lab's page before all else: Python begins in a worker while JupyterLab is being loaded. lab.py puts the
// address of the kernel's own worker in front, as KERNEL, and writes the one that begins here (WORKER), which imports it.
(() => {
  const opened = new URLSearchParams(location.search).get("path") ?? "";
  // A page that is isolated has another worker.
  if (!opened.endsWith(".ipynb") || !globalThis.Worker || crossOriginIsolated) return;
  const Own = Worker;
  const early = new Own(new URL(WORKER, location.href), { type: "module" });
  // The first kernel gets what has begun; each later one gets a worker of its own.
  globalThis.Worker = class extends Own {
    constructor(address, options) {
      if (String(address) !== new URL(KERNEL, location.href).href) {
        super(address, options);
        return;
      }
      globalThis.Worker = Own;
      return early;
    }
  };
})();
