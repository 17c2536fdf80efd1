"""One self-contained HTML file from a story: inert data, and one script and style allowed by their hash."""

import base64
import hashlib
import json
import string
from functools import cache
from importlib.resources import files

from airanchor.trace import Trace
from airanchor.viewer.pictures import embed, images_of
from airanchor.viewer.story import tell
from airanchor.viewer.story_json import Json, image_hashes, story_json

SCRIPTS = (
    "dom.js",
    "story.js",
    "timeline.js",
    "map.js",
    "map_layers.js",
    "altitude.js",
    "view.js",
    "panels.js",
    "prompts.js",
    "page.js",
)
STYLES = ("page.css", "panels.css")


def build_page(trace: Trace) -> str:
    """The page of a recorded flight, with its images inside."""
    story = tell(trace)
    document = story_json(story)
    document["images"], document["images_left_out"] = embed(images_of(trace.folder), image_hashes(story))
    return fill_page(document)


def fill_page(document: Json, *, is_live: bool = False) -> str:
    """The page around a document; a live one may also ask its own server for more."""
    script, style = _joined(SCRIPTS), _joined(STYLES)
    return string.Template(_read("page.html")).substitute(
        policy=content_policy(is_live),
        mode="live" if is_live else "file",
        style=style,
        script=script,
        story=inert(document),
    )


def content_policy(is_live: bool) -> str:
    """What the page may do: run its one script, show pictures it holds, and nothing else."""
    own = "'self'" if is_live else "'none'"
    return "; ".join(
        (
            "default-src 'none'",
            f"script-src '{_hash(_joined(SCRIPTS))}'",
            f"style-src '{_hash(_joined(STYLES))}'",
            "img-src data: 'self'" if is_live else "img-src data:",
            f"connect-src {own}",
            "base-uri 'none'",
            "form-action 'none'",
        )
    )


def inert(document: Json) -> str:
    """JSON that can stand inside a script element: no character that HTML could read as markup."""
    text = json.dumps(document, ensure_ascii=True, allow_nan=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


@cache
def _joined(names: tuple[str, ...]) -> str:
    return "\n" + "\n".join(_read(name) for name in names)


def _read(name: str) -> str:
    return (files("airanchor.viewer") / "page" / name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
