"""Byte-pair encoding as Llama models use it: characters joined by learned merges, bytes for the rest."""

import json
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path

from airanchor.errors import InputError

_SPACE = "▁"


class BytePairs:
    """A vocabulary and its merges, the earliest learned first."""

    def __init__(self, vocabulary: Mapping[str, int], merges: Sequence[str]) -> None:
        self._ids = dict(vocabulary)
        self._ranks = {pair: rank for rank, pair in enumerate(merges)}

    @classmethod
    def read(cls, path: Path) -> "BytePairs":
        """From a file of the `tokenizers` library."""
        try:
            model = json.loads(path.read_text(encoding="utf-8"))["model"]
            return cls(model["vocab"], model["merges"])
        except (ValueError, KeyError, TypeError) as error:
            raise InputError(f"{path} does not hold a byte-pair vocabulary: {error!r}") from error

    def encode(self, text: str) -> list[int]:
        """The ids of a text, without marks of start or end."""
        marked = _SPACE + text.replace(" ", _SPACE)
        parts = [part for character in marked for part in self._spell(character)]
        never = len(self._ranks)
        ranks = [self._ranks.get(f"{a} {b}", never) for a, b in pairwise(parts)]
        while ranks and (lowest := min(ranks)) < never:
            at = ranks.index(lowest)
            parts[at : at + 2] = [parts[at] + parts[at + 1]]
            del ranks[at]
            for pair in (at - 1, at):
                if 0 <= pair < len(ranks):
                    ranks[pair] = self._ranks.get(f"{parts[pair]} {parts[pair + 1]}", never)
        return [self._ids[part] for part in parts]

    def _spell(self, character: str) -> list[str]:
        if character in self._ids:
            return [character]
        return [f"<0x{byte:02X}>" for byte in character.encode("utf-8", errors="replace")]
