# SPDX-License-Identifier: MIT
"""The house's colours.

Source: Okabe and Ito (2008), "Color Universal Design": eight colours that people with any colour vision tell apart.
A colour never stands alone here: shape, line or label says the same.
"""

COLOURS: dict[str, str] = {
    "black": "#000000",
    "orange": "#E69F00",
    "sky": "#56B4E9",
    "green": "#009E73",
    "yellow": "#F0E442",
    "blue": "#0072B2",
    "vermillion": "#D55E00",
    "purple": "#CC79A7",
}
