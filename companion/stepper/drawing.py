# SPDX-License-Identifier: MIT
"""``draw_digit(...)``: a grid to draw on, the learner's own net that answers, and the gradient that fools it."""

import math
from collections.abc import Callable, Sequence
from typing import Any

from gradtools.graph import shape_of
from gradtools.output import Picture, accessible_svg
from gradtools.palette import COLOURS
from language.text import say, template

from .widget import LiveFigure

GRID, DIGITS = (7, 5), 10
STEP = 0.25  # how far the gradient moves a pixel; paper is 0, ink is 1


def draw_digit(
    net: Any,
    probabilities: Callable[[Any], Sequence[float]],
    loss: Callable[[Any, Any], Any],
    start: Any,
    caption: str = "",
) -> "DigitFigure":
    """Show a grid of pixels to draw on. Your net answers while you draw, and *Fool me* follows its gradient.

    Args:
        net: Your net: it takes the pixels and returns ten logits. A net of arrays takes an array of shape (1, pixels),
            or a node that holds one, and returns logits of shape (1, 10).
        probabilities: Turns the net's logits into ten numbers.
        loss: Takes a list of outputs, or logits of shape (1, 10), and a list of classes, and returns a node.
        start: The first drawing, numbers between 0 (paper) and 1 (ink): 35 in a list, 7 rows of 5; for a net of arrays
            an array with the shape of the grid.
        caption: The line below the figure.

    Raises:
        NotImplementedError: What the net needs is not written yet.
    """
    return DigitFigure((net, probabilities, loss), start, caption)


class DigitFigure(LiveFigure):
    """The grid and the net's answer to what is drawn there."""

    summary = template("The answer in words")

    def __init__(self, functions: tuple[Any, ...], start: Any, caption: str) -> None:
        self._net, self._probabilities, self._loss = functions
        self._arrays = bool(shape_of(start))
        self._grid = shape_of(start) or GRID
        if len(self._grid) != 2:
            trouble = say("draw_digit: a drawing has rows and columns; this one has shape {shape}.", shape=self._grid)
            raise ValueError(trouble)
        first = self._answered(start.ravel().tolist() if self._arrays else list(start))
        if self._arrays:
            first["columns"] = self._grid[1]
        super().__init__("draw", first["words"], caption, [first] if "shares" in first else [])

    def drawn(self) -> str:
        """Return the first drawing and its answer as a picture."""
        (first,) = self.boards
        rows, columns = self._grid
        given = {"rows": rows, "columns": columns, "answer": first["sentence"]}
        what = say("A drawing of {rows} rows of {columns} pixels, and ten bars beside it. {answer}", **given)
        svg = accessible_svg(_svg(first["pixels"], first["shares"], self._grid), what, first["words"])
        return Picture(svg, what).html()

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        """Return the net's answer to the pixels of a request; first moved by the gradient where it asks to ``fool``."""
        pixels = request.get("pixels")
        before = self._answered(pixels)
        if request.get("do") != "fool" or "shares" not in before or len(set(pixels)) == 1:
            return before
        digit = request.get("digit")
        digit = digit if digit in range(DIGITS) else before["digit"]
        try:
            gradient, first = self._gradient(pixels, digit)
            moved = [_moved(pixel, slope) for pixel, slope in zip(pixels, gradient, strict=True)]
            _, last = self._gradient(moved, digit)
        except Exception as error:
            return _refused(error)
        after = self._answered(moved)
        if "shares" not in after:
            return after
        given = {"digit": digit, "step": STEP, "first": f"{first:.2f}", "last": f"{last:.2f}"}
        how = say(
            "Each pixel moved by {step} at most, up where its gradient is positive and down where it is negative. "
            "The loss of the {digit} goes from {first} to {last}.",
            **given,
        )
        return {**after, "sentence": f"{how} {after['sentence']}", "gradient": gradient, "fooled": digit}

    def _answered(self, pixels: Any) -> dict[str, Any]:
        """Return what the net says of a drawing, in numbers and in words, or a sentence that says why it can't."""
        if not self._is_drawing(pixels):
            rows, columns = self._grid
            given = {"count": rows * columns, "rows": rows, "columns": columns}
            what = say(
                "A drawing has {count} numbers from 0 to 1: {rows} rows of {columns} pixels. This one has not.", **given
            )
            return _only(what)
        try:
            answer = self._probabilities(self._net(self._given(pixels)))
            shares = [float(one) for one in (answer.ravel() if shape_of(answer) else answer)]
        except NotImplementedError:
            raise
        except Exception as error:  # The learner's own net may raise anything.
            return _refused(error)
        if len(shares) != DIGITS or not all(0 <= one <= 1 for one in shares):
            return _only(say("The answer of this net is not ten probabilities, so there is nothing to show."))
        digit = max(range(DIGITS), key=shares.__getitem__)
        parts = [say("Your net says {digit}, with probability {share}.", digit=digit, share=f"{shares[digit]:.2f}")]
        if not any(pixels):
            parts.insert(0, say("The grid is empty. A net cannot say so: its ten probabilities add up to 1."))
        elif all(pixel == 1 for pixel in pixels):
            parts.insert(0, say("Every pixel is ink. No digit looks like that, and the net has to name one."))
        sentence = " ".join(parts)
        table = [f"{place}: {share:.2f}" for place, share in enumerate(shares)]
        words = "\n".join([sentence, *table])
        return {"pixels": list(pixels), "shares": shares, "digit": digit, "sentence": sentence, "words": words}

    def _given(self, pixels: Sequence[float]) -> Any:
        """Return what the net takes."""
        if not self._arrays:
            return list(pixels)
        import numpy

        return numpy.array([pixels], dtype=float)

    def _is_drawing(self, pixels: Any) -> bool:
        return (
            isinstance(pixels, list)
            and len(pixels) == math.prod(self._grid)
            and all(isinstance(one, (int, float)) and 0 <= one <= 1 for one in pixels)
        )

    def _gradient(self, pixels: Sequence[float], digit: int) -> tuple[list[float], float]:
        """Return the gradient of a digit's loss at each pixel, and the loss. The parameters' own gradients are kept."""
        parameters = list(self._net.parameters())
        before = [parameter.grad for parameter in parameters]
        kind = type(parameters[0])
        leaves = kind(self._given(pixels)) if self._arrays else [kind(float(pixel)) for pixel in pixels]
        try:
            logits = self._net(leaves)
            loss = self._loss(logits if self._arrays else [logits], [digit])
            loss.backward()
        finally:
            for parameter, grad in zip(parameters, before, strict=True):
                parameter.grad = grad
        gradient = [float(slope) for slope in (leaves.grad.ravel() if self._arrays else (one.grad for one in leaves))]
        if not all(map(math.isfinite, gradient)):
            raise ValueError(say("a gradient is no finite number"))
        return gradient, float(loss.data)


def _moved(pixel: float, slope: float) -> float:
    return min(1.0, max(0.0, pixel + math.copysign(STEP, slope))) if slope else pixel


def _refused(error: Exception) -> dict[str, Any]:
    return _only(say("Your net could not answer. {kind}: {error}", kind=type(error).__name__, error=error))


def _only(sentence: str) -> dict[str, Any]:
    return {"sentence": sentence, "words": sentence}


def _svg(pixels: Sequence[float], shares: Sequence[float], grid: tuple[int, ...]) -> str:
    """Return a drawing and ten bars with their numbers as SVG."""
    rows, columns = grid
    side = min(210 // rows, 150 // columns)
    parts = ['<svg xmlns="http://www.w3.org/2000/svg" width="430" height="232" viewBox="0 0 430 232">']
    for place, pixel in enumerate(pixels):
        x, y, grey = 8 + place % columns * side, 10 + place // columns * side, round(255 * (1 - pixel))
        fill = f"#{grey:02x}{grey:02x}{grey:02x}"
        parts.append(f'<rect x="{x}" y="{y}" width="{side}" height="{side}" fill="{fill}" stroke="{COLOURS["grey"]}"/>')
    most = max(shares)
    for digit, share in enumerate(shares):
        y, weight = 22 + digit * 21, "bold" if share == most else "normal"
        text = f'font-family="Helvetica, Arial, sans-serif" font-size="13" font-weight="{weight}"'
        parts.append(f'<text x="190" y="{y}" {text}>{digit}</text>')
        wide = f"{180 * share:.1f}"
        parts.append(f'<rect x="205" y="{y - 11}" width="{wide}" height="13" fill="{COLOURS["blue"]}"/>')
        parts.append(f'<text x="{210 + 180 * share:.1f}" y="{y}" {text}>{share:.2f}</text>')
    return "\n".join([*parts, "</svg>"])
