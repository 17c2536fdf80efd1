"""One self-contained HTML file from a story: inert data, and one script and style allowed by their hash."""

from airanchor.drawing.pages import PageParts, inert
from airanchor.trace import Trace
from airanchor.viewer.pictured_city import PicturedCity, city_json, frames_json, is_city_of, shown_box
from airanchor.viewer.pictures import embed, images_of
from airanchor.viewer.story import tell
from airanchor.viewer.story_json import Json, image_hashes, story_json

OTHER_CITY = (
    "the city of that name is not the one that was flown in, by its views; it may have been built anew"
)
_PARTS = PageParts(
    package="airanchor.viewer",
    template="page.html",
    scripts=(
        "words.js",
        "story.js",
        "timeline.js",
        "player.js",
        "map.js",
        "ground.js",
        "space.js",
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


def build_page(trace: Trace, city: PicturedCity | None = None, *, no_city: str = "") -> str:
    """The page of a recorded flight, with its images inside, over its city where one can picture that.

    `no_city` says why there is none.
    """
    story, images = tell(trace), images_of(trace.folder)
    if city is not None and not is_city_of(city, story, images):
        city, no_city = None, OTHER_CITY
    document = story_json(story)
    document["city"] = None if city is None else city_json(city, shown_box(story, city))
    document["frames"] = None if city is None else frames_json(city, story)
    document["no_city"] = no_city if city is None else ""
    document["images"], document["images_left_out"] = embed(images, image_hashes(story))
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
