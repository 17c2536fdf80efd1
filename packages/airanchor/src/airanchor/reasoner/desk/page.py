"""The desk's one page."""

from airanchor.drawing.pages import PageParts

_PARTS = PageParts(
    package="airanchor.reasoner.desk",
    template="desk.html",
    scripts=("words.js", "schema.js", "fields.js", "compound.js", "pictures.js", "desk.js"),
    styles=("desk.css",),
)


def desk_page(token: str) -> str:
    """The page; the token is what it proves itself with when it sends an answer."""
    return _PARTS.fill(policy=desk_policy(), token=token)


def desk_policy() -> str:
    """What the page may do: run its one script, and ask its own server."""
    return _PARTS.policy(images="'self' data:", connections="'self'")
