"""What to say of a run that has no results: whether nothing was flown yet, or only not collected."""

import shlex
from pathlib import Path

from airanchor.bench.run.collection import count_flown
from airanchor.bench.run.record import read_record


def without_results(root: Path) -> str:
    """What is the case, and what to do."""
    if flown := count_flown(root):
        collect = shlex.join(["airanchor", "bench", "collect", str(root)])
        return f"{root} has no results yet, but {flown} flown episodes; collect them with {collect}"
    started = read_record(root).made.get("command", "")
    how = f"the command that began it goes on: {started}" if started else "fly it first"
    return f"no episode of {root} has been flown yet; {how}"
