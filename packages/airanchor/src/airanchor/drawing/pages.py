"""Pages that hold everything they need: one script and one style, allowed by their hash, and nothing else."""

import base64
import hashlib
import json
import string
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

DOM = "dom.js"
"""By which every page writes its words, as text only; it stands first in every script."""
_PLACE = ("airanchor.drawing", "page")


@dataclass(frozen=True, slots=True)
class PageParts:
    """The files of one page, in the folder `page` of its package."""

    package: str
    template: str
    scripts: tuple[str, ...]
    styles: tuple[str, ...]

    def fill(self, **values: str) -> str:
        """The page, with its script and style and these values in its template."""
        template = string.Template(_read(self.package, self.template))
        return template.substitute(script=self._script, style=self._style, **values)

    def policy(self, *, images: str, connections: str) -> str:
        """What the page may do: run its one script, show such images, ask such servers."""
        return "; ".join(
            (
                "default-src 'none'",
                f"script-src '{_hash(self._script)}'",
                f"style-src '{_hash(self._style)}'",
                f"img-src {images}",
                f"connect-src {connections}",
                "base-uri 'none'",
                "form-action 'none'",
            )
        )

    @property
    def _script(self) -> str:
        return _joined(((_PLACE[0], DOM), *((self.package, name) for name in self.scripts)))

    @property
    def _style(self) -> str:
        return _joined(tuple((self.package, name) for name in self.styles))


def inert(document: Mapping[str, Any]) -> str:
    """JSON that can stand inside a script element: no character that HTML could read as markup."""
    text = json.dumps(document, ensure_ascii=True, allow_nan=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


@cache
def _joined(places: tuple[tuple[str, str], ...]) -> str:
    return "\n" + "\n".join(_read(package, name) for package, name in places)


def _read(package: str, name: str) -> str:
    return (files(package) / _PLACE[1] / name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
