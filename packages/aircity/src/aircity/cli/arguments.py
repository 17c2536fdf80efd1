"""Arguments that several commands take."""

from typing import Annotated

import typer

SceneArgument = Annotated[str, typer.Argument(help="Catalogue name, style@seed, imported name, or file.")]
