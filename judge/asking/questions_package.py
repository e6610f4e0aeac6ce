# SPDX-License-Identifier: MIT
"""The package of a course's questions: its modules, and what they register.

Python has one module of each name. So of two courses whose packages have the same name, one stands in its place, and
the modules of the other are put away until it is asked again.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any

from judge.notebooks.about import about
from judge.notebooks.current import FILE, Course, current, kept
from judge.notebooks.faults import CourseError, place
from judge.run.words import template


class Package:
    """A package of questions in a folder."""

    def __init__(self, name: str, folder: Path):
        self.name, self.folder = name, folder
        self.probes: dict[str, list[Any]] = {}  # what its modules register, by check
        # The probes of checks whose own folder has been imported: later on no file has to be in sight.
        self.found: dict[str, list[Any]] = {}
        self.right: set[str] = set()  # the modules of right code that some question names
        self._away: dict[str, ModuleType] = {}

    def module(self, name: str) -> ModuleType:
        """Import a module of the package, such as ``day1_value.probes``.

        Raises:
            CourseError: It raises an error while it is imported, or there is none.
        """
        self.put_in_place()
        try:
            return importlib.import_module(f"{self.name}.{name}")
        except CourseError as error:
            raise CourseError("{file}: {error}", file=place(self._file_of(name)), error=error) from error
        except Exception as error:
            what = f"{type(error).__name__}: {error}"
            text = template("{file} can't be imported ({error}).")
            raise CourseError(text, file=place(self._file_of(name)), error=what) from error

    def _file_of(self, name: str) -> Path:
        folder = self.folder.joinpath(*name.split("."))
        return folder if folder.is_dir() else folder.with_suffix(".py")

    def put_in_place(self) -> None:
        """Let the modules of its name be its own."""
        there = _in_place.get(self.name) or _there(self.name)
        if there is self:
            _in_place[self.name] = self
            return
        if there is not None:
            there.put_away()
        _in_place[self.name] = self
        sys.modules.update(self._away)
        self._away = {}
        if self.name not in sys.modules:
            self._import()

    def put_away(self) -> None:
        """Take its modules from where Python looks for them."""
        _in_place.pop(self.name, None)
        inside = f"{self.name}."
        for name in [name for name in sys.modules if name == self.name or name.startswith(inside)]:
            self._away[name] = sys.modules.pop(name)

    def forget(self) -> None:
        """Forget its modules and what they registered, so that files which changed meanwhile are read again."""
        self.put_away()
        self._away = {}
        importlib.invalidate_caches()
        for known in (self.probes, self.found, self.right):
            known.clear()

    def _import(self) -> None:
        """Import the package's own file; without one its folder alone is the package."""
        first, spec = self.folder / "__init__.py", ModuleSpec(self.name, None, is_package=True)
        if first.is_file():
            found = importlib.util.spec_from_file_location(self.name, first)
            assert found is not None
            spec = found
        spec.submodule_search_locations = [str(self.folder)]
        module = importlib.util.module_from_spec(spec)
        sys.modules[self.name] = module
        try:
            if spec.loader is not None:
                spec.loader.exec_module(module)
        except BaseException:
            del sys.modules[self.name]
            _in_place.pop(self.name, None)
            raise


_known: dict[tuple[str, Path], Package] = {}
# By name, the package whose modules have the name now.
_in_place: dict[str, Package] = {}
# By the course, the package that a process was told which sees no file of a course.
_told: dict[Course, Package] = {}


def begin(name: str, folder: Path) -> None:
    """Let a package be that of the current course from now on, whose files this process may not see."""
    _told[current()] = _of_folder(name, folder)


def package() -> Package:
    """Return the package of the current course's questions; its modules are in place.

    Raises:
        CourseError: There is none.
    """
    found = _told.get(current()) or _of_course()
    if _in_place.get(found.name) is not found:
        found.put_in_place()
    return found


def imported(name: str) -> ModuleType:
    """Import a module by its full name: of the current course's questions, or of any other package."""
    package()
    return importlib.import_module(name)


def package_of(module: str) -> Package:
    """Return the package of questions that a module is part of, else that of the current course."""
    name = module.partition(".")[0]
    if name not in _in_place and (there := _there(name)) is not None:
        _in_place[name] = there
    return _in_place.get(name) or package()


@kept()
def _of_course() -> Package:
    name = about().questions
    folder = current().root / name
    if not folder.is_dir():
        folder = _installed(name)
    return _of_folder(name, folder)


def _installed(name: str) -> Path:
    """Return the folder of a package that is installed, or in a checkout from which Python imports."""
    specs = (finder.find_spec(name, None) for finder in sys.meta_path)
    folders = [folder for spec in specs if spec for folder in spec.submodule_search_locations or ()]
    if not folders:
        text = template(
            "{file}: there is no package of questions {name!r}: neither a folder {folder} nor an installed one."
        )
        raise CourseError(text, file=FILE, name=name, folder=current().root / name)
    return Path(folders[0])


def _there(name: str) -> Package | None:
    """Return the package whose modules were imported under a name, whoever imported them; None where none was."""
    folders = list(getattr(sys.modules.get(name), "__path__", ()))
    return _of_folder(name, Path(folders[0])) if folders else None


def _of_folder(name: str, folder: Path) -> Package:
    return _known.setdefault((name, folder.resolve()), Package(name, folder))
