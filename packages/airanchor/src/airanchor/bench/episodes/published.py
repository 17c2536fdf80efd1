"""Finds AerialVLN's published annotation files by name, wherever its folders were unpacked."""

import re
from collections.abc import Sequence
from pathlib import Path

from airanchor.errors import InputError

EXAMPLE = "aerialvln-s:val_seen"
_NAME = re.compile(r"([a-z0-9][a-z0-9_-]{0,59}):([a-z][a-z_]{0,39})")
_PLACES = ("", "data", "DATA/data")
"""Where the folder of a dataset lies below the folder that is given."""
_ENDINGS = (".json", ".json.gz")


def find_published(name: str, data: Path | None) -> Path:
    """The file of DATASET:SPLIT, as in aerialvln-s:val_seen, below a folder."""
    found = _NAME.fullmatch(name)
    if found is None:
        raise InputError(f"split {name!r} is not DATASET:SPLIT in small letters, as in {EXAMPLE}")
    if data is None:
        raise InputError(
            f"{name} is a published file: say where its folder is with --data FOLDER, which holds "
            f"{found[1]}/{found[2]}.json"
        )
    if not data.is_dir():
        raise InputError(
            f"there is no folder {data}; give the folder of AerialVLN's files with --data FOLDER"
        )
    places = [data / place / found[1] for place in _PLACES]
    places += [data] if data.resolve().name == found[1] else []
    for place in places:
        for ending in _ENDINGS:
            if (file := place / f"{found[2]}{ending}").is_file():
                return file
    looked = ", ".join(str(place / f"{found[2]}.json") for place in places)
    raise InputError(f"no file of {name} below {data}; {_there(found[1], places)}looked for {looked}")


def _there(dataset: str, places: Sequence[Path]) -> str:
    """The splits of a dataset that are there."""
    files = [file for place in places for ending in _ENDINGS for file in place.glob(f"*{ending}")]
    names = sorted({f"{dataset}:{file.name.partition('.')[0]}" for file in files})
    return f"there are {', '.join(names)}; " if names else ""
