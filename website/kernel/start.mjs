// SPDX-License-Identifier: MIT
// Starts the kernel's Python as soon as this module is imported, before JupyterLite asks for it: it calls loadPyodide() of
// the module that its settings name (lab.py), which is this one.
import { restored } from "./begun.mjs";

async function fetched(name) {
  const answer = await fetch(new URL(name, import.meta.url));
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return answer;
}

async function bytes(answer) {
  return new Uint8Array(await (await answer).arrayBuffer());
}

async function unzipped(name) {
  const { body } = await fetched(name);
  return bytes(new Response(body.pipeThrough(new DecompressionStream("gzip"))));
}

async function started() {
  const archives = { packages: bytes(fetched("packages.zip")), unpacked: bytes(fetched("unpacked.zip")) };
  const snapshot = unzipped("memory.bin");
  // None is waited for yet: where one fails, that is told when its turn comes.
  for (const promise of [...Object.values(archives), snapshot]) promise.catch(() => {});
  return restored({ indexURL: new URL(".", import.meta.url).href }, archives, snapshot);
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
