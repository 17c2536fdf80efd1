"""Finding and opening memories for commands: by file, or by scene in the folder where memories are kept."""

import shlex
from pathlib import Path
from typing import Annotated

import typer

from airanchor.errors import InputError
from airanchor.memory.files.exchange import Document, read_document
from airanchor.memory.files.scene_file import SceneFile
from airanchor.memory.files.store import scene_path, stored_scenes
from aircity.machine.folders import data_folder

DATABASES = ".sqlite"
DATABASE = b"SQLite format 3\x00"
"""What a memory file begins with."""
IMPORT = ("airanchor", "memory", "import")

MemoryArgument = Annotated[
    str, typer.Argument(help="A memory file (.sqlite or .json), or a scene in the memory folder.")
]
RootOption = Annotated[
    Path | None, typer.Option(help="The folder where memories are kept; default: this user's data folder.")
]


def memory_root() -> Path:
    """Where memories are kept unless a command says otherwise."""
    return data_folder("memory", "airanchor")


def find_file(memory: str, root: Path | None) -> Path:
    """The file that a person means; the error lists the scenes there are."""
    path = Path(memory)
    if path.is_file():
        return path
    folder = root or memory_root()
    if memory and (kept := scene_path(folder, memory)).is_file():
        return kept
    scenes = ", ".join(stored_scenes(folder)) or "none yet"
    raise InputError(f"no memory {memory!r}: neither a file nor a scene in {folder}; scenes there: {scenes}")


def open_document(path: Path, *, thoroughly: bool = False) -> Document:
    """The whole memory of a file, checked, `thoroughly` to the last page; the file is closed again."""
    if path.suffix == ".json":
        return read_document(path)
    _check_readable(path)
    file = SceneFile(path)
    try:
        if thoroughly:
            file.check_integrity()
        return Document(file.scene, file.signature, file.config, file.load())
    finally:
        file.close()


def open_for_change(path: Path) -> tuple[SceneFile, Document]:
    """The same, kept open and locked for `commit`; close the file afterwards."""
    if path.suffix == ".json":
        raise InputError(f"{path} is an export; import it first: {shlex.join([*IMPORT, str(path)])}")
    _check_readable(path)
    file = SceneFile(path, writable=True)
    try:
        return file, Document(file.scene, file.signature, file.config, file.load())
    except BaseException:
        file.close()
        raise


def _check_readable(path: Path) -> None:
    """InputError naming what can be read where a file is neither a memory nor called one."""
    if path.suffix == DATABASES or not path.is_file():
        return  # whatever is wrong with a memory file is told as it is opened
    with path.open("rb") as file:
        if file.read(len(DATABASE)) == DATABASE:
            return
    why = "is GeoJSON, a map without what a memory needs" if path.suffix == ".geojson" else "is no memory"
    raise InputError(
        f"{path} {why}; what can be read is a memory file ({DATABASES}) and a memory exported as JSON "
        "(.json, by airanchor memory export SCENE --format json)"
    )


def keep_document(path: Path, document: Document) -> None:
    """Write a whole memory to a new file."""
    if path.exists():
        raise InputError(f"{path} already exists; merge into it (airanchor memory merge) or remove it first")
    file = SceneFile.create(path, document.scene, document.signature, document.config)
    try:
        document.register.touch_all()
        file.commit(document.register)
    finally:
        file.close()
