# SPDX-License-Identifier: MIT
"""``step_repeated(X, b, G)`` and ``step_product(X, W, G)``: two rules for arrays, entry by entry, to step through."""

from collections.abc import Iterable
from typing import Any

from gradtools.gradients import number_or_array
from gradtools.graph import entries, number, shape_of
from gradtools.output import as_html
from language.text import say, template

from .recording import CannotStep
from .widget import LiveFigure

_MOST = 6  # rows or columns: a larger table is no picture any more
_Table = tuple[str, Any, Iterable[tuple[int, int]]]  # its name, its numbers, and the entries that are lit


class Tables(LiveFigure):
    """Small tables beside each other; each frame says what happens and lights the entries that take part."""

    summary = template("The steps in words")

    def __init__(self, title: str, frames: list[dict[str, Any]], caption: str) -> None:
        words = "\n".join(" ".join(frame["says"]) for frame in frames)
        super().__init__("tables", words, caption, [{"title": "", "label": title, "frames": frames}])

    def drawn(self) -> str:
        """Return the last frame as HTML; entries that are lit are bold and in brackets."""
        frame = self.boards[0]["frames"][-1]
        tables = "".join(f"<td>{_html(table)}</td>" for table in frame["tables"])
        return f"<table><tr>{tables}</tr></table>\n<p>{as_html(' '.join(frame['says']))}</p>"


OF_X = template("`X[{i}, {k}]` enters row {i} of `Z` through row {k} of `W`. Its gradient: {terms} = {sum}.")
OF_W = template("`W[{k}, {j}]` enters column {j} of `Z` through column {k} of `X`. Its gradient: {terms} = {sum}.")


def step_repeated(table: Any, row: Any, upstream: Any, *, caption: str = "") -> LiveFigure:
    """Step through a row that is repeated in ``table + row``, and through the sum that comes back to it.

    Args:
        table: Numbers with two axes, at most 6 by 6.
        row: As many numbers as the table has columns.
        upstream: The gradient of the sum, with the shape of the table.
        caption: One or two sentences shown beneath the figure.
    """
    try:
        x, b, g = _arrays("step_repeated", (table, 2), (row, 1), (upstream, 2))
        if x.shape != g.shape or b.shape != x.shape[1:]:
            raise CannotStep(
                "step_repeated: the row needs as many numbers as the table has columns, and the gradient the shape of "
                "the table. The shapes are {x}, {b} and {g}.",
                x=x.shape, b=b.shape, g=g.shape,
            )  # fmt: skip
    except (TypeError, ValueError) as trouble:
        return LiveFigure("tables", str(trouble), caption, [])
    return Tables(say("Step through a row that is repeated."), _repeated(x, b, g), caption)


def step_product(left: Any, right: Any, upstream: Any, *, caption: str = "") -> LiveFigure:
    """Step through the gradients of ``left @ right``: which row meets which column in each entry.

    Args:
        left: Numbers with two axes, at most 6 by 6.
        right: Numbers with two axes, with as many rows as ``left`` has columns.
        upstream: The gradient of the product, with its shape.
        caption: One or two sentences shown beneath the figure.
    """
    try:
        x, w, g = _arrays("step_product", (left, 2), (right, 2), (upstream, 2))
        if x.shape[1] != w.shape[0] or g.shape != (x.shape[0], w.shape[1]):
            raise CannotStep(
                "step_product: `X @ W` needs as many rows of `W` as `X` has columns, and the gradient the shape of the "
                "product. The shapes are {x}, {w} and {g}.",
                x=x.shape, w=w.shape, g=g.shape,
            )  # fmt: skip
    except (TypeError, ValueError) as trouble:
        return LiveFigure("tables", str(trouble), caption, [])
    return Tables(say("Step through the gradients of a matrix product."), _product(x, w, g), caption)


def _arrays(who: str, *given: tuple[Any, int]) -> list[Any]:
    """Return arrays with their axes; raise a TypeError or a ValueError where one has others or is too large."""
    found = []
    for one, axes in given:
        made = number_or_array(one, who)
        if len(shape_of(made)) != axes or max(shape_of(made)) > _MOST:
            shapes = {"who": who, "axes": axes, "most": _MOST, "shape": shape_of(made)}
            what = say("{who} takes arrays of {axes} axes, none longer than {most}; here is shape {shape}.", **shapes)
            raise CannotStep("{what}", what=what)
        found.append(made)
    return found


def _repeated(x: Any, b: Any, g: Any) -> list[dict[str, Any]]:
    rows, columns = x.shape
    total = x + b
    shapes = {"table": x.shape, "row": b.shape}
    start = say(
        "`Z = X + b`. `X` has the shape {table}, and `b` has {row}: the row is used in each row of `X`.", **shapes
    )
    frames = [_frame([("X", x, ()), ("b", [b], ()), ("Z", _hidden(total, 0), ())], start)]
    for row in range(rows):
        lit = [(row, column) for column in range(columns)]
        says = say(
            "Forward: row {row} of `Z` is row {row} of `X` plus `b`. This is use {use} of `b`.", row=row, use=row + 1
        )
        first = [(0, column) for column in range(columns)]
        frames.append(_frame([("X", x, lit), ("b", [b], first), ("Z", _hidden(total, (row + 1) * columns), lit)], says))
    came = 0.0 * b
    says = say("Back: `G` is the gradient of `Z`. Each use of `b` sends its share back, and shares are added.")
    frames.append(_frame([("G", g, ()), (say("gradient of `b`"), [came], ())], says))
    for row in range(rows):
        came = came + g[row]
        given = {"row": row, "share": _listed(g[row]), "sum": _listed(came)}
        says = say("Row {row} of `G` adds {share}: the gradient of `b` is {sum} now.", **given)
        lit, first = [(row, column) for column in range(columns)], [(0, column) for column in range(columns)]
        frames.append(_frame([("G", g, lit), (say("gradient of `b`"), [came], first)], says))
    frames[-1]["says"].append(
        say("It has the shape of `b`, {row}: what was repeated has been added up.", row=b.shape),
    )
    return frames


def _product(x: Any, w: Any, g: Any) -> list[dict[str, Any]]:
    of_x, of_w = g @ w.T, x.T @ g
    start = say(
        "`Z = X @ W`, and `G` is the gradient of `Z`. Each entry of a gradient is the sum over the products it is in."
    )
    frames = [_frame([("X", x, ()), ("W", w, ()), ("G", g, ())], start)]
    for i, k in entries(x):
        across = range(g.shape[1])
        one, other = ("G", g, [(i, j) for j in across]), ("W", w, [(k, j) for j in across])
        frames.append(_entry(say("gradient of `X`"), of_x, (i, k), one, other, OF_X, i=i, k=k))
    frames[-1]["says"].append(say("Together that is `G @ W.T`."))
    for k, j in entries(w):
        down = range(g.shape[0])
        one, other = ("X", x, [(i, k) for i in down]), ("G", g, [(i, j) for i in down])
        frames.append(_entry(say("gradient of `W`"), of_w, (k, j), one, other, OF_W, k=k, j=j))
    frames[-1]["says"].append(say("Together that is `X.T @ G`."))
    return frames


def _entry(
    name: str, gradient: Any, entry: tuple[int, int], one: _Table, other: _Table, template: str, **places: int
) -> dict[str, Any]:
    """Return the frame in which an entry of a gradient is the sum over products of what is lit in two tables."""
    factors = [[table[place] for place in lit] for _, table, lit in (one, other)]
    # A line breaks between the products, and not inside of one.
    terms = " + ".join(f"{_factor(left)}\u00a0·\u00a0{_factor(right)}" for left, right in zip(*factors, strict=True))
    says = say(template, terms=terms, sum=number(gradient[entry]), **places)
    shown = _hidden(gradient, 1 + entries(gradient).index(entry))
    return _frame([one, other, (name, shown, [entry])], says)


def _frame(tables: list[_Table], says: str) -> dict[str, Any]:
    shown = [
        {"name": name, "rows": [[number(one) if one is not None else "?" for one in row] for row in rows],
         "lit": [list(place) for place in lit]}
        for name, rows, lit in tables
    ]  # fmt: skip
    return {"tables": shown, "says": [says]}


def _hidden(table: Any, done: int) -> list[list[Any]]:
    """Return the rows of a table with None for the entries after the first ones, which are ``done``."""
    columns = table.shape[1]
    return [
        [one if place * columns + at < done else None for at, one in enumerate(row)] for place, row in enumerate(table)
    ]


def _factor(one: float) -> str:
    return f"({number(one)})" if one < 0 else number(one)


def _listed(row: Any) -> str:
    return f"({', '.join(map(number, row))})"


def _html(table: dict[str, Any]) -> str:
    lit = set(map(tuple, table["lit"]))
    rows = []
    for at, row in enumerate(table["rows"]):
        cells = [f"<strong>[{cell}]</strong>" if (at, place) in lit else cell for place, cell in enumerate(row)]
        rows.append(f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>")
    return f"{as_html(table['name'])}<table>{''.join(rows)}</table>"
