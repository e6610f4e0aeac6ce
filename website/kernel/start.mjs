// SPDX-License-Identifier: MIT
// Starts the kernel's Python as soon as this module is imported, before JupyterLite asks for it: it calls loadPyodide() of
// the module that its settings name (lab.py), which is this one.
import { begun } from "./begun.mjs";

// What JupyterLite imports once the learner's folder is there; that does not matter to it.
const IMPORTED = "import piplite.piplite, pyodide_kernel";

async function bytes(name) {
  const answer = await fetch(new URL(name, import.meta.url));
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

async function started() {
  const archives = { packages: bytes("packages.zip"), unpacked: bytes("unpacked.zip") };
  // None is waited for yet: where one fails, that is told when its turn comes.
  for (const promise of Object.values(archives)) promise.catch(() => {});
  const runtime = await begun({ indexURL: new URL(".", import.meta.url).href }, archives);
  runtime.runPython(IMPORTED);
  return runtime;
}

const starting = started();
starting.catch(() => {});

/** Return what JupyterLite runs cells in; of its options only those count that its page alone has. */
export async function loadPyodide({ stdout, stderr }) {
  try {
    const runtime = await starting;
    runtime.setStdout({ batched: stdout });
    runtime.setStderr({ batched: stderr });
    return runtime;
  } catch (error) {
    // The page says so (notices.js).
    const course = new URL("../..", import.meta.url).pathname;
    new BroadcastChannel(`autograd-in-five-days python ${course}`).postMessage("failed");
    throw error;
  }
}
