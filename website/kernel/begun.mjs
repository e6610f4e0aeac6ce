// SPDX-License-Identifier: MIT
// Starts the kernel's Python: JupyterLite calls loadPyodide() of the module that its settings name (lab.py), and would
// have it fetch and unpack 30 packages, one file after the other. Here all are imported from one archive of bytecode
// (compile.mjs), as Python's own library is.
const PACKAGES = "/lib/packages.zip";
// The kernel is in the learner's folder, where each look for a module to import would be a request to the page.
const PREPARE = `
import sys
sys.path[:] = [*filter(None, sys.path), ${JSON.stringify(PACKAGES)}]`;

async function bytes(name) {
  const answer = await fetch(new URL(name, import.meta.url));
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

/** Return Pyodide with the archives in place, whose bytes are promised: `packages`, and files to be `unpacked`. */
export async function begun(options, { packages, unpacked }) {
  const { loadPyodide: load } = await import("./pyodide.mjs");
  const fsInit = async (FS) => FS.writeFile(PACKAGES, await packages);
  const runtime = await load({ ...options, packages: [], fsInit });
  runtime.runPython(PREPARE);
  const extractDir = runtime.runPython("import sysconfig; sysconfig.get_path('purelib')");
  runtime.unpackArchive(await unpacked, "zip", { extractDir });
  return runtime;
}

/** Return what JupyterLite runs cells in. */
export async function loadPyodide(options) {
  const archives = { packages: bytes("packages.zip"), unpacked: bytes("unpacked.zip") };
  // None is waited for yet: where one fails, that is told when its turn comes.
  for (const promise of Object.values(archives)) promise.catch(() => {});
  try {
    return await begun(options, archives);
  } catch (error) {
    // The page says so (notices.js).
    const course = new URL("../..", import.meta.url).pathname;
    new BroadcastChannel(`autograd-in-five-days python ${course}`).postMessage("failed");
    throw error;
  }
}
