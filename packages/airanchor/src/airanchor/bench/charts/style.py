"""The look of charts: sizes for papers, colours for all eyes, and names that fit beside what they name."""

import textwrap
from typing import Any

from airanchor.drawing import printable

COLUMN_IN, PAGE_IN = 3.4, 7.0
"""The widths of one column and of both in the usual LaTeX papers."""
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#444444", "#999999")
"""Okabe and Ito's, which the colour-blind can tell apart; their yellow is too faint for lines."""
INK, SOFT, FAINT, BESIDE = "#222222", "#666666", "#dddddd", "#a9b4bc"
MARKS = "osD^vP*X"
STYLE: dict[Any, Any] = {
    "font.family": ["DejaVu Sans"],
    "font.size": 7.0,
    "axes.labelsize": 7.0,
    "axes.titlesize": 7.5,
    "axes.titleweight": "bold",
    "axes.edgecolor": SOFT,
    "axes.labelcolor": INK,
    "axes.linewidth": 0.6,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "grid.color": FAINT,
    "grid.linewidth": 0.5,
    "legend.fontsize": 6.5,
    "legend.frameon": False,
    "lines.linewidth": 1.3,
    "text.color": INK,
    "text.parse_math": False,
    "xtick.labelsize": 6.5,
    "ytick.labelsize": 6.5,
    "xtick.color": SOFT,
    "ytick.color": SOFT,
    "ytick.labelcolor": INK,
    "xtick.major.width": 0.6,
    "ytick.major.width": 0.6,
    "pdf.fonttype": 42,
    "svg.fonttype": "none",
    "svg.hashsalt": "airanchor",
    "savefig.dpi": 300,
}
NAME_CHARS, NARROW_NAME_CHARS = 30, 22
"""On a line of a name beside bars, in charts of both columns of a paper and of one."""


def short_name(text: str, chars: int = NAME_CHARS) -> str:
    """A name on at most two lines."""
    cleaned = cleaned_text(text)
    if len(cleaned) > 2 * chars:
        cleaned = cleaned[: 2 * chars - 1] + "…"
    lines = textwrap.wrap(cleaned, chars)
    if len(lines) > 2:
        lines = textwrap.wrap(cleaned, chars, max_lines=2, placeholder="…")
    return "\n".join(lines)


def cleaned_text(text: str) -> str:
    """On one line, and without what is no letter, number or mark."""
    return " ".join(printable(text).split())
