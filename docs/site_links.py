"""A hook of the site: links to files of the repository that are no pages become their names."""

import re
from pathlib import Path
from typing import Any

LINK = re.compile(r"\[([^\]]*)\]\((?!https?:|#)([^)\s#]+)(#[^)\s]*)?\)")


def on_page_markdown(markdown: str, *, page: Any, config: Any, **_: Any) -> str:
    """The page with links out of the documentation, or to folders in it, told as paths."""
    docs = Path(config["docs_dir"]).resolve()
    here = (docs / page.file.src_uri).parent

    def told(match: re.Match[str]) -> str:
        target = (here / match[2]).resolve()
        is_page = target.is_relative_to(docs) and target.is_file() and "runs" not in target.parts
        if is_page or not target.exists():  # what does not exist is for the strict build to find
            return match[0]
        path = target.relative_to(docs.parent).as_posix()
        return match[1] if match[1].strip("`") == path else f"{match[1]} (`{path}`)"

    return LINK.sub(told, markdown)
