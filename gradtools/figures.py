# SPDX-License-Identifier: MIT
"""Figures in the house's style: a caption, words for those who can't see them, the same bytes each time."""

import io
import math
from typing import Any

from language.text import say, template

from .output import Picture, Shown, accessible_svg, brief, figure_bundle, show, text_bundle
from .palette import COLOURS, TINTS

FOLD = template("The figure in words")
PLAIN = template("A picture that this cell draws.")
NOT_DRAWN = template("This figure is not drawn in a browser. The day on your computer shows it.")

# What is left for a picture in JupyterLab where the window is 1,000 pixels wide and the file browser open, and the
# smallest letters that it may have there, in pixels.
NARROW = 530
LEAST_LETTERS = 9.0

# Lines differ in their dashes and markers as well as in colour.
CYCLE = (
    ("blue", "-", "o"),
    ("vermillion", "--", "s"),
    ("green", "-.", "^"),
    ("orange", ":", "D"),
    ("purple", (0, (5, 1, 1, 1, 1, 1)), "v"),
    ("black", (0, (7, 2)), "P"),
)

STYLE: dict[str, Any] = {
    "figure.facecolor": "white",
    "axes.facecolor": "white",
    "savefig.facecolor": "white",
    "figure.dpi": 100,
    "font.size": 11,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.color": "#D9D9D9",
    "grid.linewidth": 0.6,
    "lines.linewidth": 1.8,
    "lines.markersize": 5,
    "svg.fonttype": "path",  # the same letters on every machine
    "svg.hashsalt": "autograd-in-five-days",  # the ids in the file come from this, not from chance
}


class Figure(Shown):
    """A finished picture: shows itself, its caption and its words."""

    def __init__(self, svg: str, caption: str, words: str) -> None:
        self.svg, self.caption, self.words = svg, caption, words

    def __repr__(self) -> str:
        return f"{self.caption}\n{self.words}"

    def bundle(self) -> dict[str, Any]:
        """Return one figure with the picture, the caption and the words."""
        if not self.svg:
            return text_bundle(self.words, say(NOT_DRAWN), self.caption)
        return figure_bundle([Picture(self.svg, brief(self.words, say(FOLD)))], self.caption, self.words, say(FOLD))


def use_style() -> None:
    """Make the house's style matplotlib's default: Okabe-Ito colours, dashes and markers that differ, white ground."""
    import matplotlib
    from cycler import cycler

    names, dashes, markers = zip(*CYCLE, strict=True)
    cycle = cycler(color=[COLOURS[name] for name in names], linestyle=list(dashes), marker=list(markers))
    matplotlib.rcParams.update({**STYLE, "axes.prop_cycle": cycle})


def show_figure(fig: Any, caption: str, alt: str) -> Figure:
    """Finish a matplotlib figure and return it as the notebook shows it.

    Args:
        fig: The figure. It is closed, so that the notebook does not show it a second time.
        caption: One or two sentences; "Figure 5.2. ...".
        alt: What the picture shows, in words, with its numbers.

    Raises:
        ValueError: The caption or the words are empty.
    """
    if not caption.strip() or not alt.strip():
        raise ValueError(say("show_figure needs a caption and a text alternative (alt), both not empty."))
    import matplotlib
    import matplotlib.pyplot as plt

    if hasattr(fig, "as_svg"):  # What stands for matplotlib in a browser draws it by itself.
        plt.close(fig)
        svg = fig.as_svg(_least(fig.width))
        return Figure(accessible_svg(svg, caption, alt) if svg else "", caption, alt)
    if fig.get_layout_engine() is None:  # A name of an axis would be cut off at the edge.
        fig.set_layout_engine("constrained")
    _enlarge(fig)
    file = io.BytesIO()
    with matplotlib.rc_context({key: STYLE[key] for key in ("svg.fonttype", "svg.hashsalt", "savefig.facecolor")}):
        # Without a date the bytes depend on the figure alone.
        fig.savefig(file, format="svg", metadata={"Date": None})
    plt.close(fig)
    text = file.getvalue().decode("utf-8")
    svg = text[text.index("<svg") :]
    return Figure(accessible_svg(svg, caption, alt), caption, alt)


def show_plain(fig: Any) -> None:
    """Show a figure of what stands for matplotlib in a browser: one that its cell gives no caption and no words."""
    words, svg = say(PLAIN), fig.as_svg(_least(fig.width))
    if svg:
        show({**figure_bundle([Picture(accessible_svg(svg, words, words), words)], "", "", ""), "text/plain": words})
    else:
        show(text_bundle("", say(NOT_DRAWN), ""))


def _enlarge(fig: Any) -> None:
    """Make letters that a narrow window would shrink below what can be read as large as they have to be."""
    from matplotlib.text import Text

    least = _least(72 * fig.get_size_inches()[0])
    # The words at an axis are made again when it is drawn.
    for axis in (axis for axes in fig.axes for axis in (axes.xaxis, axes.yaxis)):
        for which in ("major", "minor"):
            if any(label.get_fontsize() < least for label in axis.get_ticklabels(which=which)):
                axis.set_tick_params(which=which, labelsize=least)
    for text in fig.findobj(Text):
        text.set_fontsize(max(text.get_fontsize(), least))


def _least(width: float) -> float:
    """Return how large the letters of a picture of some width have to be, both in points."""
    return math.ceil(10 * LEAST_LETTERS * max(1.0, width * 96 / 72 / NARROW) * 72 / 96) / 10


STAGES = (
    template("never\nheard of it"), template("have\nheard of it"), template("can\nuse it"),
    template("can\nexplain it"), template("can\nimplement it"), template("can\ndebug it"),
)  # fmt: skip
HEARD = 1.0  # where the learner is before Day 1
# Where each day takes the learner: a stretch of the line above, in stages from the left.
TARGETS = {
    1: (2.0, 3.0, template("Day 1: record a computation")),
    2: (2.6, 3.6, template("Day 2: send a gradient back")),
    3: (3.4, 4.4, template("Day 3: write the whole engine")),
    4: (3.9, 4.8, template("Day 4: train a network with it")),
    5: (4.2, 5.2, template("Day 5: watch and fix gradients")),
}


# Its number among the figures of a day, where it is not the first.
NUMBERS = {1: 10}


def show_understanding(day: int, number: int | None = None) -> Figure:
    """Return the "Where you are" figure: how understanding is spread, and the stretch that a day from 1 to 5 aims at.

    ``number`` is its number among the figures of the day. Notebooks that were handed out say it; it is known without.

    Raises:
        ValueError: There is no such day.
    """
    if day not in TARGETS:
        raise ValueError(say("show_understanding: the days are 1 to 5; it got {given!r}.", given=day))
    import matplotlib
    import matplotlib.pyplot as plt

    start, stop, aim = *TARGETS[day][:2], say(TARGETS[day][2])
    places = [index / 50 for index in range(-10, 271)]
    with matplotlib.rc_context({**STYLE, "axes.grid": False}):
        fig, ax = plt.subplots(figsize=(7.2, 2.6), layout="constrained")
        # A steep rise to "have heard of it", then a long tail.
        crowd = [math.exp(-0.5 * ((place - 1) / (0.55 if place < 1 else 0.95)) ** 2) for place in places]
        ax.plot(places, crowd, color=COLOURS["black"])
        zone = [place for place in places if start <= place <= stop]
        ax.fill_between(zone, [0.62] * len(zone), facecolor=TINTS["sky"], edgecolor=COLOURS["blue"], hatch="//")
        arrow, middle = {"arrowstyle": "-|>"}, (start + stop) / 2
        # Above the curve, also on Day 1.
        ax.annotate(aim, (middle, 0.62), (middle, 1.0), ha="center", arrowprops={**arrow, "color": COLOURS["black"]})
        ax.annotate(say("most people"), (1.0, 1.0), (0.0, 1.02), ha="center", va="center", arrowprops=arrow)
        here = sum(TARGETS[day - 1][:2]) / 2 if day - 1 in TARGETS else HEARD
        ax.annotate(say("you are here"), (here, 0.0), (here, 0.35), ha="center", arrowprops=arrow)
        ax.set(xticks=range(len(STAGES)), xticklabels=[*map(say, STAGES)], yticks=[], xlim=(-0.5, 5.4), ylim=(0, 1.15))
        ax.set_ylabel(say("how many people"))
        ax.spines["left"].set_visible(False)
    stages = ", ".join(say(stage).replace("\n", " ") for stage in STAGES)
    caption = say(
        "Figure {day}.{number}. Where most people are, and where day {day} takes you. A sketch, not a measurement.",
        day=day,
        number=NUMBERS.get(day, 1) if number is None else number,
    )
    alternative = say(
        "A curve over a line of stages: {stages}. It is highest at 'have heard of it', and low from 'can explain it' "
        "on. An arrow at {here} says 'you are here'. A hatched stretch from {start} to {stop} is marked '{aim}'.",
        stages=stages, here=_between(here), start=_between(start), stop=_between(stop), aim=aim,
    )  # fmt: skip
    return show_figure(fig, caption, alternative)


def _between(place: float) -> str:
    low = math.floor(place)
    name = say(STAGES[low]).replace("\n", " ")
    return say("'{stage}'", stage=name) if place - low < 0.25 else say("just past '{stage}'", stage=name)
