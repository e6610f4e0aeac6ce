# SPDX-License-Identifier: MIT
"""Whoever reads what is made of PO files lets it be made where it is missing or old."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from support import ROOT, ran

import language
from language import compiled

PO = """msgid ""
msgstr "Content-Type: text/plain; charset=utf-8\\nPlural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "Its number"
msgstr "{}"
"""


@pytest.fixture
def spanish(tmp_path, monkeypatch):
    """Return a folder of languages that has Spanish as a fresh clone has it: as a PO file."""
    (tmp_path / "locale" / "es").mkdir(parents=True)
    (tmp_path / "locale" / "es" / "gradtools.po").write_text(PO.format("Su número"), "utf-8")
    monkeypatch.setenv(language.PLACE, str(tmp_path / "locale"))
    monkeypatch.setenv(compiled.PLACE, "")
    forget()
    yield tmp_path / "locale" / "es"
    forget()


def forget():
    """Forget what this process has read, as a new one has nothing."""
    language.catalogue.cache_clear()
    compiled._made.cache_clear()


@pytest.fixture
def runs(monkeypatch):
    """Record the makers that are started, and let each compile the one catalogue alone, which takes no time."""
    started = []

    def run(command, *, env, **_):
        started.append(env[compiled.PLACE])
        from babel.messages.mofile import write_mo
        from babel.messages.pofile import read_po

        place = Path(env[compiled.PLACE]) / "es"
        place.mkdir(exist_ok=True)
        with open(language.folder() / "es" / "gradtools.po", "rb") as read, open(place / "gradtools.mo", "wb") as made:
            write_mo(made, read_po(read))
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr(compiled.subprocess, "run", run)
    return started


def said():
    forget()
    return language.catalogue("es", "gradtools").get("Its number")


def test_a_fresh_clone_speaks_spanish_though_nothing_was_run_before(spanish):
    """Without make, as on Windows and with conda; and a second command makes nothing again."""
    code = "import language; print(language.catalogue('es', 'gradtools')['Its number'])"
    assert ran(sys.executable, "-c", code).stdout == "Su número\n"
    made = spanish / "gradtools.mo"
    before = made.stat().st_mtime_ns
    assert len([*spanish.glob("source/*/*.ipynb")]) == 6
    assert ran(sys.executable, "-c", code).stdout == "Su número\n"
    assert made.stat().st_mtime_ns == before


def test_a_catalogue_is_made_once_and_again_when_its_texts_change(spanish, runs):
    assert [said(), said(), len(runs)] == ["Su número", "Su número", 1]
    (spanish / "gradtools.po").write_text(PO.format("El número"), "utf-8")
    later = time.time() + 5
    os.utime(spanish / "gradtools.po", (later, later))
    assert (said(), len(runs)) == ("El número", 2)
    (spanish / "gradtools.mo").unlink()
    assert (said(), len(runs)) == ("El número", 3)


def test_a_day_that_changes_makes_its_languages_anew(spanish, runs):
    said()
    # A course names its notebooks as it likes.
    master = spanish.parents[1] / "source" / "words.py"
    master.parent.mkdir()
    master.touch()
    later = time.time() + 5
    os.utime(master, (later, later))
    assert (said(), len(runs)) == ("Su número", 2)
    # A notebook that is read is looked at, too: a stop may have left some of them.
    (spanish / compiled.NOTEBOOKS / "words").mkdir(parents=True)
    forget()
    compiled.current(spanish.parent, "es", f"{compiled.NOTEBOOKS}/words/words.ipynb")
    assert len(runs) == 3


@pytest.mark.exhaustive
def test_texts_of_tomorrow_are_not_compiled_at_every_command(spanish):
    """An archive that was unpacked in another time zone has such times."""
    later = time.time() + 86_400
    os.utime(spanish / "gradtools.po", (later, later))
    assert said() == "Su número"
    assert (spanish / "gradtools.mo").stat().st_mtime >= later


def test_where_the_folder_cannot_be_written_it_is_made_elsewhere_for_this_process(spanish, runs, monkeypatch):
    monkeypatch.setattr(compiled, "_is_writable", lambda folder: False)
    assert [said(), said(), len(runs)] == ["Su número", "Su número", 1]
    assert os.environ[compiled.PLACE] == runs[0], "the processes that it starts read it, too"
    assert [*spanish.glob("*.mo")] == []
    shutil.rmtree(runs[0])


@pytest.mark.exhaustive
def test_what_is_made_elsewhere_is_gone_afterwards(spanish):
    code = "import os; import language; from language import compiled; compiled._is_writable = lambda folder: False; "
    code += "print(language.catalogue('es', 'gradtools')['Its number']); print(os.environ[compiled.PLACE])"
    said_, place = ran(sys.executable, "-c", code).stdout.split("\n")[:2]
    assert said_ == "Su número"
    assert place
    assert not os.path.exists(place)


@pytest.mark.parametrize("fault", [OSError("no process may be started here"), 1])
def test_where_it_cannot_be_made_everything_is_english_and_it_is_tried_once(spanish, monkeypatch, fault):
    tried = []

    def run(command, **_):
        tried.append(command)
        if isinstance(fault, OSError):
            raise fault
        return subprocess.CompletedProcess(command, fault)

    monkeypatch.setattr(compiled.subprocess, "run", run)
    forget()
    for _ in range(3):
        language.catalogue.cache_clear()
        assert language.catalogue("es", "gradtools") == {}
    assert len(tried) == 1


def test_the_process_that_makes_it_starts_no_other(spanish, runs, monkeypatch):
    monkeypatch.setenv(compiled.MAKING, "1")
    assert (said(), runs) == (None, [])


def test_without_po_files_as_in_a_browser_what_is_there_is_taken(spanish, runs):
    assert said() == "Su número"
    (spanish / "gradtools.po").unlink()
    assert (said(), len(runs)) == ("Su número", 1)


def test_the_makefile_has_no_step_for_languages():
    assert "building.editions" not in (ROOT / "Makefile").read_text("utf-8")
