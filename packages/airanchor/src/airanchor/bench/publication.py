"""A run as it is published: what was ordered and every episode's result, without traces and memories."""

import gzip
import json
import shlex
import shutil
from pathlib import Path

from airanchor.bench.results import PACKED, RunFolder
from airanchor.errors import InputError
from airanchor.trace.reader import pack_events
from aircity.machine.untrusted import read_text

INPUT_FILES = ("episodes.json", "episodes.json.gz", "settings.toml")
"""What a run has copied into its folder to fly by."""
_MOST_ORDER_BYTES = 8_000_000


def pack_run(root: Path, out: Path, *, with_recordings: bool = False) -> list[Path]:
    """Write the packed run to a new folder; equal runs give equal bytes. Tables can be made from it again.

    With recordings, every flight can be flown again by its model's answers and looked at, without pictures.
    """
    folder, packed = RunFolder(root), RunFolder(out)
    rows = folder.rows()
    if not rows:
        raise InputError(f"run {root} has no results to pack; fly it first with airanchor bench run")
    if out.exists() and any(out.iterdir()):
        raise InputError(f"{out} is not empty; give a new folder with --out")
    out.mkdir(parents=True, exist_ok=True)
    order = json.loads(read_text(folder.order_file, _MOST_ORDER_BYTES))
    for start in (order["made"], *order.get("resumed", ())):
        start.pop("host", None)
        start["command"] = _placeless(start.get("command", ""))
    packed.order_file.write_text(json.dumps(order, indent=1) + "\n", encoding="utf-8")
    files = [packed.order_file]
    for name in INPUT_FILES:
        if (root / name).is_file():
            files.append(Path(shutil.copyfile(root / name, out / name)))
    for row in rows:
        file = packed.row(row) / PACKED
        file.parent.mkdir(parents=True)
        lines = "".join(json.dumps(one.to_json(), sort_keys=True) + "\n" for one in folder.results(row))
        file.write_bytes(gzip.compress(lines.encode(), mtime=0))
        files.append(file)
        if with_recordings:
            flown = [one.episode_id for one in folder.results(row)]
            files += [pack_events(folder.trace(row, one), packed.trace(row, one)) for one in flown]
    return files


def _placeless(command: str) -> str:
    """The command without where on one machine its files lie."""
    try:
        words = shlex.split(command)
    except ValueError as fault:
        raise InputError(f"the command {command!r} in run.json is cut off: {fault}; mend it there") from None
    return shlex.join(Path(word).name if Path(word).is_absolute() else word for word in words)
