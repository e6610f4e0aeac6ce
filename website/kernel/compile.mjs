// SPDX-License-Identifier: MIT
// Run by lab.py when the site is built, with the folder of the kernel's files: compiles the packages there for the
// kernel's Python, by that Python itself, and takes the snapshot of its memory from which the kernel goes on.
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";

const folder = `${resolve(process.argv[2])}/`;
const { begun, snapshotOf } = await import(pathToFileURL(join(folder, "begun.mjs")));
const read = (name) => new Uint8Array(readFileSync(join(folder, name)));

// A module whose source is not there has its bytecode at the same place.
const COMPILE = `
import py_compile, zipfile
from pathlib import Path
with zipfile.ZipFile("/lib/packages.zip") as sources, zipfile.ZipFile("/compiled.zip", "w") as compiled:
    for name in sources.namelist():
        data = sources.read(name)
        if name.endswith(".py"):
            Path("/module.py").write_bytes(data)
            mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
            py_compile.compile("/module.py", "/module.pyc", dfile=f"/lib/packages.zip/{name}", doraise=True,
                               invalidation_mode=mode)
            name, data = f"{name}c", Path("/module.pyc").read_bytes()
        compiled.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED, 9)
`;

const runtime = await begun({ indexURL: folder }, { packages: read("packages.zip"), unpacked: read("unpacked.zip") });
runtime.runPython(COMPILE);
writeFileSync(join(folder, "packages.zip"), runtime.FS.readFile("/compiled.zip"));

// The name of this file, which Node.js would give Python as that of its program, does not concern the kernel.
const options = { indexURL: folder, _sysExecutable: "/usr/bin/python3" };
const snapshot = await snapshotOf(options, { packages: read("packages.zip"), unpacked: read("unpacked.zip") });
writeFileSync(join(folder, "memory.bin"), gzipSync(snapshot, { level: 9 }));
