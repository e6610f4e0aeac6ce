# SPDX-License-Identifier: MIT
"""The colours of all figures.

Source: Okabe and Ito (2008), "Color Universal Design": eight colours that people with any colour vision tell apart. On
white most of them are too pale for a thin line. Here each is as dark as a contrast of 4.5 to 1 on white asks for, with
its hue kept. Nothing is said by colour alone: shape, dash or label says the same.
"""

# Of lines, marks and words.
COLOURS: dict[str, str] = {
    "black": "#000000",
    "orange": "#9C6C00",
    "sky": "#3B7BA0",
    "green": "#008561",
    "yellow": "#7D7722",
    "blue": "#0072B2",
    "vermillion": "#C05500",
    "purple": "#A26085",
    "grey": "#6E6E6E",
}

# Of areas: light enough for black words and lines on them.
TINTS: dict[str, str] = {
    "orange": "#FDF3D9",
    "sky": "#DCEFFB",
}
