# SPDX-License-Identifier: MIT
"""Compiles the translations into the wheel ``notebook-judge``; `judge/pyproject.toml` says the rest of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from setuptools import setup
from setuptools.command.build_py import build_py

TRANSLATIONS = Path(__file__).resolve().parents[1] / "locale"


def write_catalogues(package: Path, rooms: tuple[str, ...]) -> Iterator[Path]:
    """Compile what the rooms of the wheel say, in each language, below the package ``language``; yield each file.

    Args:
        package: The folder of the package.
        rooms: The rooms of the wheel: a text that only another room says is left out.
    """
    for translations in sorted(TRANSLATIONS.glob("*/*.po")):
        with open(translations, "rb") as file:
            catalogue = read_po(file, locale=translations.parent.name)
        for message in [one for one in catalogue if one.id]:
            if not any(place.partition("/")[0] in rooms for place, _ in message.locations):
                catalogue.delete(message.id)
        if not any(one.id for one in catalogue):
            continue
        path = package / "locale" / translations.parent.name / f"{translations.stem}.mo"
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(path, "wb") as file:
            write_mo(file, catalogue)
        yield path


class WithTranslations(build_py):
    """Builds the wheel's packages, and puts the translations into ``language``."""

    def find_package_modules(self, package: str, package_dir: str) -> list[tuple[str, str, str]]:
        """Return the modules of a package, without this one: it builds the wheel, and is not in it."""
        found = super().find_package_modules(package, package_dir)
        return [one for one in found if Path(one[2]).resolve() != Path(__file__).resolve()]

    def run(self) -> None:
        """Build the packages, then the translations."""
        super().run()
        if not self.editable_mode:
            list(write_catalogues(Path(self.build_lib) / "language", _rooms(self.distribution.packages)))


def _rooms(packages: list[str]) -> tuple[str, ...]:
    return tuple({name.partition(".")[0] for name in packages})


if __name__ == "__main__":
    setup(cmdclass={"build_py": WithTranslations})
