# SPDX-License-Identifier: MIT
"""The texts of a cell that people read, and the cell with translations in their place.

A text is a paragraph, a list item, a row of a table, a heading or a summary; in code a docstring, a comment, or a
string that reads like words. What a translation leaves in English stays as it was written, to the last character.
Code stays the same program: only strings and comments change.
"""

from __future__ import annotations

import ast
import contextlib
import inspect
import io
import itertools
import json
import re
import textwrap
import tokenize
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache, partial
from itertools import pairwise
from typing import Any, NamedTuple

from judge.authoring.checks import TICK, printed_claim

# A comment or a string of several lines is broken so that its lines are no longer.
WIDTH = 100

_FENCE = re.compile(r"\s*(```|~~~)")
# Lines without words, lines that are a text of their own, and lines that begin one.
_FIXED = re.compile(r"\s*$|\s*<(?!summary>)|.*\$\$|---+$")
_ALONE = ("#", "|", "<summary>")
_ITEM = re.compile(r"(?:[-*+]|\d+\.)\s")
# What stands before a text, the text, and what stands after it.
_BEHIND_CODE = re.compile(r"([^\n]* {2}# )([^\n]*)()$")
_PLAIN = re.compile(r"(<summary>|#+\s+|\s*(?:[-*+]|\d+\.)\s+|\s*)(.*?)(</summary>|)$", re.DOTALL)
# Code, formulas, addresses, tags and placeholders have no words.
_NO_WORDS = re.compile(r"`[^`]*`|\$[^$]*\$|\]\([^()]*\)|<[^<>]*>|\{[^{}]*\}")
_WORD = re.compile(r"[A-Za-zÀ-ÿ]{2,}")
_AROUND = ".,;:!?()'"
_FIELD = re.compile(r"(\{\{|\}\}|\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\})")
# What differs between sentences that stand below every exercise.
_NAME = re.compile(r"(?<=^The checks of )\d+\.\d+(?=: )|(?<=it checks exercise )\d+\.\d+(?=\.$)")
# Comments that programs read, and those of nbgrader.
_FOR_PROGRAMS = re.compile(r"#(?:##|:|!|\s*(?:fmt|noqa|type|pragma)\b)")
# Where a figure shows words, one word is a text, too.
_LABELS = {"alt", "caption", "label", "suptitle", "title", "xlabel", "xticklabels", "ylabel"}
# Such as "upper left" and "offset points".
_PLACES = {"loc", "textcoords", "xycoords"}
# What gets there by a name may be a key, code or a product: it is a text where it is a caption, or words with a number.
_LABEL = re.compile(r"Figure \d.*|(?=.* )(?:(?:[A-Za-z]{2,}|-?\d[\d.,]*)[,;:]?(?: |$))+", re.DOTALL)
_DRAWN = {"annotate", "set_title", "set_xlabel", "set_ylabel", "suptitle", "text"}


Names = frozenset[str]


class Piece(NamedTuple):
    """A part of a cell: as it is written, its text ("" where nobody reads it), and how another text is written."""

    raw: str
    text: str = ""
    write: Callable[[str], str] = str


def texts(cell: Any, names: Names = frozenset()) -> list[str]:
    """Return the texts of a cell, in order; ``{name}`` stands for the name of a check in one that many checks have."""
    return [_NAME.sub("{name}", piece.text) for piece in _pieces(cell, names) if piece.text]


def rewritten(cell: Any, translate: Callable[[str], str], names: Names = frozenset()) -> str:
    """Return a cell's source with its texts translated; a text that ``translate`` gives back stays as it was."""
    written = []
    for piece in _pieces(cell, names):
        template, name = _NAME.sub("{name}", piece.text), _NAME.search(piece.text)
        text = translate(template) if template else ""
        same = text == template
        written.append(piece.raw if same else piece.write(text.replace("{name}", name[0]) if name else text))
    source = "".join(written)
    same = cell.cell_type == "markdown" or source == cell.source or skeleton(source) == skeleton(cell.source)
    return source if same else cell.source


def skeleton(source: str) -> str:
    """Return what a cell does as text: its syntax tree without the words of its strings; "" where it is no Python."""
    try:
        return ast.dump(_Wordless().visit(ast.parse(source)))
    except SyntaxError:
        return ""


class _Wordless(ast.NodeTransformer):
    def visit_Constant(self, node: ast.Constant) -> ast.Constant:
        return ast.Constant("") if isinstance(node.value, str) else node

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.JoinedStr:
        # Another language may name the same values in another order.
        values = [value for value in node.values if isinstance(value, ast.FormattedValue)]
        return ast.JoinedStr(sorted(values, key=ast.dump))


def has_words(text: str) -> bool:
    """Tell whether a text has anything to translate."""
    return text.startswith("a {") or _WORD.search(_NO_WORDS.sub(" ", text)) is not None


def names_in(cells: Iterable[Any]) -> Names:
    """Return the strings that programs read in the code of a notebook: keys, and what is compared.

    An answer in one cell is often read by another, so a string that is a name in one cell is no text in any.
    """
    trees = [_tree(cell.source) for cell in cells if cell.cell_type == "code"]
    keys = [key for tree in trees if tree for node in ast.walk(tree) for key in _keys(node)]
    return frozenset(key.value for key in keys if isinstance(key, ast.Constant) and isinstance(key.value, str))


def _tree(source: str) -> ast.Module | None:
    try:
        return ast.parse(source)
    except SyntaxError:  # It has a line that the notebook alone reads.
        return None


def _pieces(cell: Any, names: Names = frozenset()) -> Iterable[Piece]:
    return _of_markdown(cell.source) if cell.cell_type == "markdown" else _of_code(cell.source, names)


# Markdown


def _of_markdown(source: str) -> Iterator[Piece]:
    for place, (raw, is_text) in enumerate(_blocks(source)):
        if place:
            yield Piece("\n")
        before, text, after = next(marked.groups() for mark in (_BEHIND_CODE, _PLAIN) if (marked := mark.match(raw)))
        text = " ".join(line.strip() for line in text.split("\n"))
        yield Piece(raw, text, partial(_between, before, after)) if is_text and has_words(text) else Piece(raw)


def _between(before: str, after: str, text: str) -> str:
    return f"{before}{text}{after}"


def _blocks(source: str) -> Iterator[tuple[str, bool]]:
    """Yield each paragraph, item, row, heading or summary, and any other line; tell which of them may be a text."""
    block: list[str] = []
    closing = ""
    for line in source.split("\n"):
        fence = _FENCE.match(line)
        opens = fence[1] if fence else "$$" if line.count("$$") == 1 else ""
        fixed = bool(closing or opens or _FIXED.match(line))
        alone = not fixed and line.lstrip().startswith(_ALONE)
        if (fixed or alone or _ITEM.match(line.lstrip())) and block:
            yield "\n".join(block), True
            block = []
        if fixed:
            yield line, bool(closing and _BEHIND_CODE.match(line))
        elif alone:
            yield line, True
        else:
            block.append(line)
        closing = opens if not closing else "" if closing in line else closing
    if block:
        yield "\n".join(block), True


# Python


@lru_cache(maxsize=4096)
def _of_code(source: str, names: Names) -> tuple[Piece, ...]:
    # Kept: a day is read with placeholders and with numbers, and written in each language, with the same code in it.
    tree = _tree(source)
    if tree is None:
        return (Piece(source),)
    lines = _Lines(source)
    found = [*_comments(source, lines), *_strings(tree, lines, names)]
    pieces, end = [], 0
    for start, after, text, write in sorted(found, key=lambda one: one[0]):
        if start >= end:
            pieces += [Piece(source[end:start]), Piece(source[start:after], text, write)]
            end = after
    return (*pieces, Piece(source[end:]))


class _Lines:
    """The places of a source by line and column."""

    def __init__(self, source: str):
        self.source = source
        self.texts = source.split("\n")
        self._starts = [0, *itertools.accumulate(len(text) + 1 for text in self.texts)]

    def at(self, line: int, column: int) -> int:
        return self._starts[line - 1] + column

    def at_byte(self, line: int, column: int) -> int:
        return self.at(line, len(self.texts[line - 1].encode()[:column].decode()))


Found = tuple[int, int, str, Callable[[str], str]]


def _comments(source: str, lines: _Lines) -> Iterator[Found]:
    """Yield the comments; those that stand in lines of their own, one below the other, are one text."""
    tokens = [
        token for token in tokenize.generate_tokens(io.StringIO(source).readline) if token.type == tokenize.COMMENT
    ]
    held: list[tokenize.TokenInfo] = []
    for token in [*tokens, None]:
        follows = (
            token is not None
            and held
            and (token.start[0], token.start[1]) == (held[-1].start[0] + 1, held[0].start[1])
            and all(not each.line[: each.start[1]].strip() for each in (token, held[-1]))
        )
        if held and not follows:
            text = " ".join(each.string.removeprefix("#").strip() for each in held)
            if has_words(text) and not _FOR_PROGRAMS.match(held[0].string):
                write = partial(_comment, held[0].start[1] if not held[0].line[: held[0].start[1]].strip() else -1)
                yield lines.at(*held[0].start), lines.at(*held[-1].end), text, write
            held = []
        if token is not None:
            held.append(token)


def _comment(indent: int, text: str) -> str:
    """Return a comment in lines of its own, or in one behind code for a negative indent."""
    if indent < 0:
        return f"# {text}"
    return f"\n{' ' * indent}".join(f"# {line}" for line in textwrap.wrap(text, WIDTH - indent - 2))


def _keys(node: ast.AST) -> Iterator[ast.AST]:
    """Yield what a program reads of a node: keys, and what is compared."""
    if isinstance(node, ast.Dict):
        yield from filter(None, node.keys)
    elif isinstance(node, ast.Subscript):
        yield node.slice
    elif isinstance(node, ast.Compare):
        yield from (node.left, *node.comparators)


def _strings(tree: ast.AST, lines: _Lines, names: Names) -> Iterator[Found]:
    shown = _Shown(tree)
    claim = ast.get_docstring(tree) or ""
    claims = {printed_claim(claim): claim}
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Raise) and getattr(getattr(node.exc, "func", None), "id", "") == "NotImplementedError":
            continue  # The grader knows a stub by its text.
        if isinstance(node, (ast.Module, ast.FunctionDef, ast.ClassDef)) and ast.get_docstring(node):
            yield from _string(node.body[0].value, lines, True, claims)
        if getattr(node, "name", "") == "__repr__":
            continue  # It looks like code.
        if isinstance(node, (ast.JoinedStr, ast.Constant)):
            if getattr(node, "value", None) not in names:
                yield from _string(node, lines, node in shown.strings, claims, node in shown.named)
            continue
        keys = list(_keys(node))
        for child in ast.iter_child_nodes(node):
            if not isinstance(child, ast.Constant) or (child not in keys and getattr(node, "arg", "") not in _PLACES):
                waiting.append(child)


class _Shown:
    """The strings of a program that are printed or are words of a figure, and those that get there by a name."""

    def __init__(self, tree: ast.AST):
        self.strings: set[ast.AST] = set()
        self.named: set[ast.AST] = set()
        self._names: set[str] = set()
        self._nodes = [*ast.walk(tree)]
        self._functions = {node.name: node for node in self._nodes if isinstance(node, ast.FunctionDef)}
        for node in self._nodes:
            for one in _printed(node):
                self._follow(one, self.strings)
        bound = [pair for node in self._nodes for pair in self._bound(node)]
        known = -1
        while known < len(self._names):  # A name may stand for another.
            known = len(self._names)
            for name, value in bound:
                if name in self._names:
                    self._follow(value, self.named)

    def _follow(self, node: ast.AST, strings: set[ast.AST]) -> None:
        """Note the strings that the value of an expression is made of, and the names that it may be read by."""
        waiting = [node]
        while waiting:
            node = waiting.pop()
            if isinstance(node, (ast.Constant, ast.JoinedStr)):
                strings.add(node)
            if isinstance(node, ast.Name):
                self._names.add(node.id)
            elif isinstance(node, ast.Dict):
                waiting += node.values
            elif isinstance(node, ast.IfExp):
                waiting += (node.body, node.orelse)
            elif isinstance(node, ast.Call):
                waiting += self._of_call(node)
            elif isinstance(node, ast.Subscript):
                waiting.append(node.value)
            elif isinstance(node, (ast.JoinedStr, ast.BoolOp)) or isinstance(getattr(node, "op", None), ast.Add):
                waiting += getattr(node, "values", None) or (node.left, node.right)
            elif isinstance(node, _HOLDERS):
                waiting += filter(None, (getattr(node, "value", None), getattr(node, "elt", None)))
                waiting += getattr(node, "elts", ())

    def _of_call(self, call: ast.Call) -> list[ast.AST]:
        """Return what the value of a call is made of, where that is known."""
        if isinstance(call.func, ast.Attribute):
            return [call.func.value, *call.args]
        name = getattr(call.func, "id", "")
        if name in self._functions:
            returned = [node for node in ast.walk(self._functions[name]) if isinstance(node, ast.Return)]
            return [node.value for node in returned if node.value]
        return call.args if name in _SAME_WORDS else []

    def _bound(self, node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
        """Yield each name that a node binds, with a value that it gets."""
        if isinstance(node, ast.Assign):
            for target in node.targets:
                yield from _pairs(target, node.value)
        elif isinstance(node, (ast.AnnAssign, ast.AugAssign, ast.NamedExpr)) and node.value:
            yield from _pairs(node.target, node.value)
        elif isinstance(node, (ast.For, ast.comprehension)):
            yield from _each(node.target, node.iter)
        elif isinstance(node, ast.Call):
            if isinstance(node.func, ast.Attribute) and node.func.attr in ("append", "extend"):
                yield from ((pair[0], value) for value in node.args for pair in _pairs(node.func.value, value))
            elif function := self._functions.get(getattr(node.func, "id", "")):
                yield from zip((one.arg for one in function.args.args), node.args, strict=False)
                yield from ((one.arg, one.value) for one in node.keywords if one.arg)


# What holds words as they are, and what returns those that it is given.
_HOLDERS = (
    ast.List, ast.Tuple, ast.Set, ast.Starred, ast.FormattedValue, ast.NamedExpr, ast.ListComp, ast.SetComp,
    ast.GeneratorExp, ast.DictComp,
)  # fmt: skip
_SAME_WORDS = {"dict", "list", "reversed", "set", "sorted", "str", "tuple"}


def _printed(node: ast.AST) -> list[ast.expr]:
    """Return what a node prints, says where it fails, or puts into a figure as words."""
    if isinstance(node, ast.keyword):
        return [node.value] if node.arg in _LABELS else []
    if isinstance(node, ast.Assert):
        return [node.msg] if node.msg else []
    shows = isinstance(node, ast.Call) and (
        getattr(node.func, "id", "") == "print" or getattr(node.func, "attr", "") in _DRAWN
    )
    return node.args if shows else []


def _pairs(target: ast.AST, value: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """Yield the names of a target, each with its part of the value, or with all of it where the part is not known."""
    if isinstance(target, ast.Name):
        yield target.id, value
    elif isinstance(target, (ast.Tuple, ast.List)):
        parts = getattr(value, "elts", ())
        known = len(parts) == len(target.elts) and not any(
            isinstance(one, ast.Starred) for one in (*parts, *target.elts)
        )
        for one, part in zip(target.elts, parts if known else [value] * len(target.elts), strict=True):
            yield from _pairs(one, part)
    elif isinstance(target, (ast.Subscript, ast.Starred, ast.Attribute)):
        yield from _pairs(target.value, value)


def _each(target: ast.AST, values: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """Yield the names of a loop's target, each with its part of the values that it goes through."""
    call = values.func if isinstance(values, ast.Call) else None
    several = getattr(target, "elts", ())
    if getattr(call, "attr", "") == "items" and len(several) == 2:
        yield from _each(several[1], call.value)
    elif getattr(call, "id", "") == "enumerate" and len(several) == 2:
        yield from _each(several[1], values.args[0])
    elif getattr(call, "id", "") == "zip" and len(several) == len(values.args):
        for one, part in zip(several, values.args, strict=True):
            yield from _each(one, part)
    else:
        elements = values.values if isinstance(values, ast.Dict) else getattr(values, "elts", (values,))
        for element in elements:
            yield from _pairs(target, element)


def _string(
    node: ast.expr, lines: _Lines, shown: bool, claims: Mapping[str, str], named: bool = False
) -> Iterator[Found]:
    start, end = lines.at_byte(node.lineno, node.col_offset), lines.at_byte(node.end_lineno, node.end_col_offset)
    written = lines.source[start:end]
    opening = re.match(r"f?(\"\"\"|'''|\"|')", written)
    if opening is None or not isinstance(getattr(node, "value", ""), str):
        return  # A number, bytes, or a raw string.
    try:
        text = _template(node)
    except ValueError:
        return
    if isinstance(node, ast.Constant) and len(opening[1]) == 3:
        write, text = partial(_document, node.col_offset, written), inspect.cleandoc(text)
    else:
        indent = node.col_offset if node.end_lineno > node.lineno else -1
        write = partial(_literal, indent, fields(text) if isinstance(node, ast.JoinedStr) else None, written)
    if text.startswith(TICK):
        text, write = claims.get(text, text.removeprefix(TICK)), partial(_ticked, write)
    shown = shown or (isinstance(node, ast.JoinedStr) and " " in text)
    by_its_look = _reads_like_words(text) or (named and _LABEL.fullmatch(text) and has_words(text))
    if has_words(text) if shown else by_its_look:
        yield start, end, text, write


def _ticked(write: Callable[[str], str], text: str) -> str:
    return write(printed_claim(text))


def _template(node: ast.expr) -> str:
    """Return a string's text; that of an f-string with its fields, and its own braces twice."""
    if isinstance(node, ast.Constant):
        return node.value
    parts = []
    for value in node.values:
        if isinstance(value, ast.Constant):
            parts.append(value.value.replace("{", "{{").replace("}", "}}"))
        else:
            field = ast.unparse(ast.JoinedStr([value]))[2:-1]
            if '"' in field or not _FIELD.fullmatch(field):
                raise ValueError(field)
            parts.append(field)
    return "".join(parts)


def phrases(tree: ast.AST, outside: set[str]) -> Iterator[str]:
    """Yield the texts of several words in a program that are no documentation and not in a call of these functions.

    Fields are numbered: ``{0}`` is the first one of a text.
    """
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, (ast.Compare, ast.Assert)):
            continue
        if isinstance(node, ast.Call) and getattr(node.func, "attr", getattr(node.func, "id", "")) in outside:
            continue
        if isinstance(node, ast.JoinedStr):
            numbers = itertools.count()
            text = "".join(
                part.value if isinstance(part, ast.Constant) else f"{{{next(numbers)}}}" for part in node.values
            )
        else:
            text = node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""
            documented = isinstance(node, (ast.Module, ast.FunctionDef, ast.ClassDef)) and ast.get_docstring(node)
            waiting += [child for child in ast.iter_child_nodes(node) if not (documented and child is node.body[0])]
        if "\n" not in text and _reads_like_words(text):
            yield text


def raised(tree: ast.AST) -> Iterator[str]:
    """Yield the texts of the errors that a program raises, as :func:`texts` has them."""
    for node in ast.walk(tree):
        text = node.exc.args[0] if isinstance(node, ast.Raise) and getattr(node.exc, "args", ()) else None
        if isinstance(text, (ast.JoinedStr, ast.Constant)):
            with contextlib.suppress(ValueError):
                yield _template(text)


def numbered(text: str, english: str) -> str:
    """Return a text with the number of each field in its English: ``{0}`` is the first one."""
    numbers = {field: f"{{{number}}}" for number, field in reversed([*enumerate(_FIELD.findall(english))])}
    return _FIELD.sub(lambda field: numbers.get(field[1], field[1]), text)


def _reads_like_words(text: str) -> bool:
    """Tell whether two words stand beside each other in a string; a name has no blank."""
    words = [_WORD.fullmatch(word.strip(_AROUND)) for word in _NO_WORDS.sub(" ", text).split()]
    return any(one and other for one, other in pairwise(words))


def fields(text: str) -> list[str]:
    """Return the fields of a template, sorted."""
    return sorted(field for field in _FIELD.findall(text) if field not in ("{{", "}}"))


def _document(indent: int, written: str, text: str) -> str:
    """Return a docstring; its closing quotes stand in a line of their own where they did."""
    margin = "\n" + " " * indent
    inside = text.replace("\\", "\\\\").replace('"""', '\\"""')
    body = margin.join(inside.split("\n")).replace(f"{margin}\n", "\n\n")
    return f'"""{body}{margin if written[:-3].rstrip(" ").endswith(chr(10)) else ""}"""'


def _literal(indent: int, wanted: list[str] | None, written: str, text: str) -> str:
    """Return a string in double quotes; what took several lines at an indent does so again."""
    if wanted is not None and fields(text) != wanted:
        return written  # It asks for other values: English.
    parts = _FIELD.split(text) if wanted is not None else [text]
    rows = [""]
    for place, part in enumerate(parts):
        # A line breaks behind a blank outside of the fields.
        pieces = [part] if place % 2 else re.findall(r"[^ ]* +|[^ ]+", json.dumps(part, ensure_ascii=False)[1:-1])
        for piece in pieces:
            if indent >= 0 and rows[-1].endswith(" ") and len(rows[-1]) + len(piece) > WIDTH - indent:
                rows.append("")
            rows[-1] += piece
    mark = "f" if wanted is not None else ""
    return f"\n{' ' * indent}".join(f'{mark}"{row}"' for row in rows)
