# SPDX-License-Identifier: MIT
"""The list of what a browser keeps of the site, and the service worker that keeps it."""

import hashlib
import json

import pytest

from website import keeping

FILES = {
    "index.html": b"<p>one</p>",
    "days/day1.html": b"<p>day</p>",
    f"lab/{keeping.WORKER}": b"// JupyterLite's own\n",
}


@pytest.fixture
def site(tmp_path):
    """Return the folder of a small site."""
    for name, held in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(held)
    return tmp_path


def test_all_is_listed_but_what_a_browser_fetches_itself(site):
    keeping.write(site)
    told = json.loads((site / keeping.LIST).read_text("utf-8"))
    assert told["files"].keys() == {"index.html", "days/day1.html"}
    for name, (digits, size) in told["files"].items():
        assert hashlib.sha256(FILES[name]).hexdigest().startswith(digits)
        assert size == len(FILES[name])


def test_a_site_has_another_version_where_one_byte_of_it_is_another(site):
    versions = [keeping.listed(site)["version"] for _ in range(2)]
    (site / "days" / "day1.html").write_bytes(b"<p>Day</p>")
    assert versions[0] == versions[1] != keeping.listed(site)["version"]


def test_the_pages_and_the_lab_have_one_worker_that_knows_where_the_site_is(site):
    keeping.write(site)
    of_pages, of_lab = (path.read_text("utf-8") for path in (site / keeping.WORKER, site / "lab" / keeping.WORKER))
    assert of_pages.startswith('const UP = "./";\n')
    assert of_lab.startswith('const UP = "../";\n')
    assert of_pages.split("\n", 1)[1] == of_lab.split("\n", 1)[1]
    assert of_lab.endswith("// JupyterLite's own\n")
