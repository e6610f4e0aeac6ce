// SPDX-License-Identifier: MIT
// Begins the kernel's Python. JupyterLite would have Pyodide fetch and unpack 30 packages, one file after the other. Here
// all are imported from one archive of bytecode (compile.mjs), as Python's own library is.
const PACKAGES = "/lib/packages.zip";
// The kernel is in the learner's folder, where each look for a module to import would be a request to the page.
const PREPARE = `
import sys
sys.path[:] = [*filter(None, sys.path), ${JSON.stringify(PACKAGES)}]`;

/** Return Pyodide. Where its program can't be fetched, it warns of that alone and comes to no end: here that is an error. */
export async function loaded(options) {
  const { loadPyodide } = await import("./pyodide.mjs");
  const { instantiateStreaming } = WebAssembly;
  const failed = new Promise((_, reject) => {
    WebAssembly.instantiateStreaming = (...given) => {
      const made = instantiateStreaming(...given);
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

/** Return Pyodide with the archives in place, whose bytes are promised: `packages`, and files to be `unpacked`. */
export async function begun(options, { packages, unpacked }) {
  const fsInit = async (FS) => FS.writeFile(PACKAGES, await packages);
  const runtime = await loaded({ ...options, packages: [], fsInit });
  runtime.runPython(PREPARE);
  const extractDir = runtime.runPython("import sysconfig; sysconfig.get_path('purelib')");
  runtime.unpackArchive(await unpacked, "zip", { extractDir });
  return runtime;
}
