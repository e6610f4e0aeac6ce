// SPDX-License-Identifier: MIT
// Begins the kernel's Python. JupyterLite would have Pyodide fetch and unpack 30 packages, one file after the other. Here
// all are imported from one archive of bytecode (compile.mjs), as Python's own library is; and what the kernel imports
// first is not imported at all, since Python goes on from a snapshot of its memory (also compile.mjs).
const PACKAGES = "/lib/packages.zip";
// The kernel is in the learner's folder, where each look for a module to import would be a request to the page.
const PREPARE = `
import sys
packages = ${JSON.stringify(PACKAGES)}
sys.path[:] = [*(path for path in sys.path if path not in ("", packages)), packages]`;
// What JupyterLite imports once the learner's folder is there; that does not matter to it.
const IMPORTED = "import piplite.piplite, pyodide_kernel";
// What a snapshot must not keep: it was taken once, for all learners. The shell's folders were not in Python's memory.
const RESTORE = `
import os, random
import IPython
random.seed()
profile = IPython.get_ipython().profile_dir
os.makedirs(profile.location, exist_ok=True)
profile.check_dirs()`;
const PAGE = 65536;

/** Return Pyodide. Where its program can't be fetched, it warns of that alone and comes to no end: here that is an error. A
 * promised `snapshot` of Python's memory fits into it. */
export async function loaded(options, snapshot) {
  // Some browsers let Python wait for a promise, which a snapshot knows to be possible or not. No browser needs it here.
  for (const name of ["Suspending", "Suspender"]) delete WebAssembly[name];
  const { loadPyodide } = await import("./pyodide.mjs");
  const { instantiateStreaming } = WebAssembly;
  const failed = new Promise((_, reject) => {
    WebAssembly.instantiateStreaming = (...given) => {
      const made = instantiateStreaming(...given).then((program) => withRoom(program, snapshot));
      made.catch(reject);
      return made;
    };
  });
  try {
    return await Promise.race([loadPyodide(options), failed]);
  } finally {
    WebAssembly.instantiateStreaming = instantiateStreaming;
  }
}

/** Return a program whose memory is at least as large as a promised snapshot of it, if there is one. */
async function withRoom(program, snapshot) {
  const { memory } = program.instance.exports;
  const missing = ((await snapshot)?.byteLength ?? 0) - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / PAGE));
  return program;
}

/** Return Pyodide with the archives in place, whose bytes are promised: `packages`, and files to be `unpacked`. */
export async function begun(options, { packages, unpacked }) {
  const fsInit = async (FS) => FS.writeFile(PACKAGES, await packages);
  const runtime = await loaded({ ...options, packages: [], fsInit }, options._loadSnapshot);
  runtime.runPython(PREPARE);
  const extractDir = runtime.runPython("import sysconfig; sysconfig.get_path('purelib')");
  runtime.unpackArchive(await unpacked, "zip", { extractDir });
  return runtime;
}

/** Return the bytes of a snapshot of Python's memory, with all imported that the kernel imports first. */
export async function snapshotOf(options, archives) {
  const runtime = await begun({ ...options, _makeSnapshot: true }, archives);
  runtime.runPython(IMPORTED);
  // Python refers to two objects of JavaScript, which no snapshot can have: the runtime, and a function of it.
  const serializer = (object) => (object === runtime ? null : object.name);
  return runtime.makeMemorySnapshot({ serializer });
}

/** Return Pyodide with the archives in place and the kernel's modules imported: Python goes on from a snapshot, whose
 * bytes are promised, too. */
export async function restored(options, archives, snapshot) {
  let runtime = null;
  const later = new Proxy({}, { get: (_, name) => Reflect.get(runtime, name) });
  const _snapshotDeserializer = (name) => (name === null ? later : (...given) => runtime[name](...given));
  runtime = await begun({ ...options, _loadSnapshot: snapshot, _snapshotDeserializer }, archives);
  runtime.runPython(RESTORE);
  return runtime;
}
