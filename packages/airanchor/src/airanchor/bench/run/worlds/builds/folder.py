"""A folder of scene builds: AerialVLN's published environments as they unpack, others by a mapping file."""

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from airanchor.errors import InputError
from aircity.machine.untrusted import parse_toml, read_text

AERIALVLN_SCENES = tuple(str(number) for number in (*range(1, 19), *range(20, 27)))
"""The ids of the 25 published environments; 19 does not exist."""
COARSE_SCENES = ("1", "7")
"""Those of them that offer depth as an 8-bit picture alone."""
MAPPING = "builds.toml"
_LAYOUT = "env_{scene}/LinuxNoEditor/AirVLN.sh"
_DEPTHS = ("", "*/", "*/*/")
MOST_BYTES = 1_000_000

_Port = Annotated[int, Field(ge=1024, le=65_000)]
_Adapter = Annotated[int, Field(ge=0, le=63)]


class BuildOptions(BaseModel):
    """How builds are started; the table at the top of builds.toml."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    first_port: _Port = 30_001
    """Builds listen on the first free port from here on."""
    start_s: Annotated[float, Field(gt=0, le=3_600)] = 300.0
    """How long a build may take until it answers."""
    warm_up_s: Annotated[float, Field(ge=0, le=600)] = 10.0
    """How long a build that answers is left to load its textures."""
    stop_s: Annotated[float, Field(ge=0, le=15)] = 8.0
    """How long a build may take to end before it is killed."""
    adapters: Annotated[tuple[_Adapter, ...], Field(min_length=1, max_length=64)] = (0,)
    """Graphics adapters, which builds of one run take in turn."""
    settings_flag: Literal["--settings", "-settings="] = "--settings"
    """How a build is told where its settings.json is; newer plugins want the second form."""
    coarse_depth: tuple[str, ...] = Field(default=(), max_length=1_000)
    """Scenes whose depth may be taken from an 8-bit picture, which is no measure of metres."""
    scenes: dict[str, str] = Field(default_factory=dict, max_length=1_000)
    """Scene id to executable, relative to the folder."""


@dataclass(frozen=True, slots=True)
class BuildFolder:
    """The builds of a folder: options, and the executable of each scene that is there."""

    root: Path
    options: BuildOptions = field(default_factory=BuildOptions)
    found: Mapping[str, Path] = field(default_factory=dict)

    def executable(self, scene_id: str) -> Path:
        """The checked executable of a scene."""
        if scene_id not in self.found:
            raise InputError(
                f"there is no build of scene {scene_id} in {self.root}: it would be "
                f"{_LAYOUT.format(scene=scene_id)}, at most two folders below, or named in {MAPPING}. "
                f"{self._there()}"
            )
        return _checked(self.root, self.found[scene_id])

    def is_coarse(self, scene_id: str) -> bool:
        """Whether depth comes from an 8-bit picture; InputError where that is so and was not allowed."""
        if scene_id in self.options.coarse_depth:
            return True
        if scene_id in COARSE_SCENES and scene_id not in self.options.scenes:
            raise InputError(
                f"the build of scene {scene_id} gives depth as an 8-bit picture, which is no measure of "
                f"metres; leave it out with --scenes, or allow it in {self.root / MAPPING}: "
                f'coarse_depth = ["{scene_id}"]'
            )
        return False

    def _there(self) -> str:
        if not self.found:
            return "It has no build at all"
        return f"It has scenes {', '.join(self.found)}; --scenes flies only those you name"


def open_folder(root: Path) -> BuildFolder:
    """What a folder offers; InputError where it is none or its mapping file is wrong."""
    if not root.is_dir():
        raise InputError(f"there is no folder of builds at {str(root)!r}; give --builds FOLDER")
    options = _options(root)
    published = {scene: path for scene in AERIALVLN_SCENES for path in _published(root, scene)}
    mapped = {scene: root / path for scene, path in options.scenes.items()}
    for path in mapped.values():
        _check_inside(root, path)
    return BuildFolder(root, options, {**published, **mapped})


def _options(root: Path) -> BuildOptions:
    file = root / MAPPING
    if not file.exists():
        return BuildOptions()
    try:
        return BuildOptions.model_validate(parse_toml(read_text(file, MOST_BYTES)))
    except ValidationError as error:
        fault = error.errors(include_url=False)[0]
        place = ".".join(str(step) for step in fault["loc"])
        if fault["type"] == "extra_forbidden":
            known = ", ".join(BuildOptions.model_fields)
            raise InputError(f"{file} has an unknown key {place!r}; valid are {known}") from error
        raise InputError(f"{file}: {place} = {fault['input']!r}: {fault['msg']}") from error
    except (OSError, ValueError) as error:
        raise InputError(f"{file} cannot be read: {error}") from error


def _published(root: Path, scene: str) -> Iterator[Path]:
    """The build of a scene where AerialVLN's archives unpack to; the one that lies deepest comes last."""
    for depth in reversed(_DEPTHS):
        yield from sorted(root.glob(depth + _LAYOUT.format(scene=scene)), reverse=True)


def _check_inside(root: Path, path: Path) -> None:
    if not path.resolve().is_relative_to(root.resolve()):
        raise InputError(f"{path} leads out of {root}; a build must lie inside the folder that you gave")


def _checked(root: Path, path: Path) -> Path:
    _check_inside(root, path)
    if not path.is_file():
        raise InputError(f"there is no executable at {path}, which {MAPPING} names")
    if not os.access(path, os.X_OK):
        raise InputError(f"{path} may not be executed; allow it with: chmod +x '{path}'")
    return path.resolve()
