"""Which rows the lifelong study compares, and by which the others are judged."""

from airanchor.bench.studies.study import Study

CONTROL = "no-prior"
"""Flies the same flights and fills the same memory, and is never told of it."""

LIFELONG = Study(
    "lifelong",
    "Lifelong memory",
    "Does an agent that flies through a scene again and again fly it better, and by what it remembers?",
    ("airanchor", "flat-kb", "memory-frozen", CONTROL),
    titles={
        "airanchor": "SOKB",
        "flat-kb": "Flat memory",
        "memory-frozen": "Surveyed beforehand",
        CONTROL: "No priors",
    },
)
"""Every scene is flown in passes, so that a path returns after all others were flown."""
