"""One self-contained HTML file from a story: inert data, and one script and style allowed by their hash."""

import json

from airanchor.drawing.pages import PageParts
from airanchor.trace import Trace
from airanchor.viewer.pictures import embed, images_of
from airanchor.viewer.story import tell
from airanchor.viewer.story_json import Json, image_hashes, story_json

_PARTS = PageParts(
    package="airanchor.viewer",
    template="page.html",
    scripts=(
        "words.js",
        "story.js",
        "timeline.js",
        "map.js",
        "map_layers.js",
        "place_map.js",
        "altitude.js",
        "view.js",
        "panels.js",
        "notes.js",
        "prompts.js",
        "page.js",
    ),
    styles=("page.css", "panels.css", "methods.css"),
)


def build_page(trace: Trace) -> str:
    """The page of a recorded flight, with its images inside."""
    story = tell(trace)
    document = story_json(story)
    document["images"], document["images_left_out"] = embed(images_of(trace.folder), image_hashes(story))
    return fill_page(document)


def fill_page(document: Json, *, is_live: bool = False) -> str:
    """The page around a document; a live one may also ask its own server for more."""
    return _PARTS.fill(
        policy=content_policy(is_live), mode="live" if is_live else "file", story=inert(document)
    )


def content_policy(is_live: bool) -> str:
    """What the page may do: run its one script, show pictures it holds, and nothing else."""
    return _PARTS.policy(
        images="data: 'self'" if is_live else "data:", connections="'self'" if is_live else "'none'"
    )


def inert(document: Json) -> str:
    """JSON that can stand inside a script element: no character that HTML could read as markup."""
    text = json.dumps(document, ensure_ascii=True, allow_nan=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
