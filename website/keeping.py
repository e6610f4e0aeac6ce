# SPDX-License-Identifier: MIT
"""Let a browser keep the whole site: list its files, and write the service worker that keeps and serves them."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

# What the service worker asks for, to find out which version of the site is the newest.
LIST = "kept.json"
WORKER = "service-worker.js"
# Of a file's hash, as hexadecimal digits.
DIGITS = 16


def write(folder: Path) -> None:
    """Write the list of a whole site, and its service worker, once for the pages and once for the lab.

    The lab's pages register the one beside them where no page has registered the other.
    """
    of_lab = folder / "lab" / WORKER
    worker = Path(__file__).with_name("offline.js").read_text("utf-8") + of_lab.read_text("utf-8")
    for path, up in ((folder / WORKER, "./"), (of_lab, "../")):
        path.write_text(f"const UP = {json.dumps(up)};\n{worker}", "utf-8")
    (folder / LIST).write_text(json.dumps(listed(folder)), "utf-8")


def listed(folder: Path) -> dict[str, object]:
    """Return what a browser has to keep of a site: each file's hash and size, and a mark of all that."""
    files = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        # A browser fetches its service workers itself.
        if path.is_file() and path.name != WORKER and name != LIST:
            held = path.read_bytes()
            files[name] = (hashlib.sha256(held).hexdigest()[:DIGITS], len(held))
    version = hashlib.sha256(json.dumps(files).encode()).hexdigest()[:DIGITS]
    return {"version": version, "files": files}
