"""`aircity render | sheet | gallery`: still pictures of cities and of the things in them."""

import math
from pathlib import Path
from typing import Annotated

import numpy as np
import typer
from numpy.typing import NDArray
from PIL import Image

from aircity.cli.conditions import NoiseOption, TrafficOption, WorldSeedOption
from aircity.cli.pictures.images import Rgb, colour_depth, save_sheet
from aircity.cli.pictures.panorama import OFFSETS_DEG, join_strip, write_compass
from aircity.cli.terminal.output import JsonFlag, console, print_json, progress_bar
from aircity.errors import InputError
from aircity.geometry import Pose
from aircity.world import Observation, Simulator

LOOKS = ("forward", "up", "down", "panorama")
PICTURES = (".png", ".jpg", ".jpeg", ".webp")


def render(
    scene: Annotated[str, typer.Argument(help="Catalogue name, style@seed, imported name, or file.")],
    at: Annotated[
        str, typer.Option(help="NORTH,EAST,UP[,HEADING] in metres and degrees; default a scenic place.")
    ] = "",
    look: Annotated[
        str, typer.Option(help="forward, up, down or panorama (all around, with compass).")
    ] = "forward",
    size: Annotated[int, typer.Option(help="Image size in pixels.", min=16, max=4096)] = 512,
    out: Annotated[Path, typer.Option(help="The picture to write.")] = Path("out/view.png"),
    depth: Annotated[
        Path | None, typer.Option(help="Also write ray depth: .npy for metres, .png for colours.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Another seed, another scenic place.", min=0)] = 0,
    traffic: TrafficOption = 0,
    noise: NoiseOption = 0,
    world_seed: WorldSeedOption = 0,
    as_json: JsonFlag = False,
) -> None:
    """Write one picture through the drone's eyes.

    Example: aircity render copper-bay --at 20,-35,40,90 --depth out/depth.npy
    """
    from aircity.city.city import scenic_pose
    from aircity.city.conditions import Conditions
    from aircity.cli.worlds import describe, open_city, parse_pose

    if look not in LOOKS:
        raise InputError(f"look {look!r} is unknown; valid are {', '.join(LOOKS)}")
    _check_suffix(out, PICTURES)
    if depth:
        _check_suffix(depth, (".npy", ".png"))
    chosen = parse_pose(at) if at else None
    with open_city(scene, Conditions(noise=noise, traffic=traffic, seed=world_seed)) as city:
        pose = chosen or scenic_pose(city.surveyor(), seed)
        views = _views(city.world(size), pose, look)
    is_panorama = look == "panorama"
    rgb = join_strip([view.rgb for view in views]) if is_panorama else views[0].rgb
    if is_panorama:
        rgb = write_compass(rgb, pose.heading_deg, size)
    out.parent.mkdir(parents=True, exist_ok=True)
    Image.fromarray(rgb).save(out)
    if depth:
        _save_depth(depth, join_strip([view.depth_m for view in views]) if is_panorama else views[0].depth_m)
    nearest = min(float(view.depth_m.min()) for view in views)
    files = {"picture": str(out), **({"depth": str(depth)} if depth else {})}
    if as_json:
        print_json(
            {"scene": scene, "pose": describe(pose), "look": look, "nearest_m": nearest, "files": files}
        )
    else:
        place = ",".join(f"{value:g}" for value in describe(pose).values())
        console.print(f"{scene} from {place}: {', '.join(files.values())}", soft_wrap=True)


def _views(world: Simulator, pose: Pose, look: str) -> tuple[Observation, ...]:
    forward = world.reset(pose)
    match look:
        case "up":
            return (world.look_up(),)
        case "down":
            return (world.look_down(),)
        case "panorama":
            return world.panorama([math.radians(offset) for offset in OFFSETS_DEG])
    return (forward,)


def _save_depth(path: Path, depth_m: NDArray[np.float32]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.suffix == ".npy":
        np.save(path, depth_m, allow_pickle=False)
    else:
        Image.fromarray(colour_depth(depth_m)).save(path)


def _check_suffix(path: Path, valid: tuple[str, ...]) -> None:
    """Refuse a file name before any work is done for it."""
    if path.suffix.lower() not in valid:
        raise InputError(f"file {str(path)!r} must end in {' or '.join(valid)}")


def sheet(
    scenes: Annotated[list[str] | None, typer.Argument(help="Cities; default the whole catalogue.")] = None,
    out: Annotated[Path, typer.Option(help="The picture to write.")] = Path("out/sheet.png"),
    views: Annotated[int, typer.Option(help="Views of each city.", min=1, max=8)] = 3,
    as_json: JsonFlag = False,
) -> None:
    """Write a contact sheet: several views of each city.

    Example: aircity sheet copper-bay old-abbey --views 4
    """
    from aircity.city.catalogue import SCENES
    from aircity.city.city import scenic_pose
    from aircity.cli.worlds import open_city

    _check_suffix(out, PICTURES)
    names = scenes or list(SCENES)
    images: list[Rgb] = []
    labels: list[str] = []
    with progress_bar(total=len(names)) as bar:
        for name in names:
            with open_city(name) as city:
                poses = [scenic_pose(city.surveyor(), seed) for seed in range(views)]
                images += [city.surveyor().view(pose).rgb for pose in poses]
            labels += [name] * views
            bar.advance(name)
    save_sheet(out, images, labels, columns=views * max(1, 6 // views))
    if as_json:
        print_json({"scenes": names, "views": views, "files": {"sheet": str(out)}})
    else:
        console.print(f"{len(images)} views of {len(names)} cities: {out}", soft_wrap=True)


def gallery(
    categories: Annotated[list[str] | None, typer.Argument(help="Landmarks; default all of them.")] = None,
    out: Annotated[Path, typer.Option(help="The picture to write.")] = Path("out/gallery.png"),
    seed: Annotated[int, typer.Option(help="Another seed, other variants.", min=0)] = 0,
    each: Annotated[bool, typer.Option(help="Also write one picture per landmark beside it.")] = False,
    as_json: JsonFlag = False,
) -> None:
    """Write a picture of each kind of landmark that the cities hold.

    Example: aircity gallery "water tower" lighthouse --seed 4
    """
    from aircity.city.landmarks import LANDMARKS
    from aircity.city.landmarks.gallery import gallery as gallery_scene
    from aircity.city.landmarks.gallery import view as gallery_view
    from aircity.city.render.renderer import Renderer

    _check_suffix(out, PICTURES)
    names = categories or list(LANDMARKS)
    if unknown := sorted(set(names) - set(LANDMARKS)):
        raise InputError(f"unknown landmark {unknown[0]!r}; valid are {', '.join(LANDMARKS)}")
    images: list[Rgb] = []
    with progress_bar(total=len(names)) as bar:
        for name in names:
            scene = gallery_scene(name, seed)
            renderer = Renderer(scene)
            shown = gallery_view(scene)
            images.append(renderer.render(shown.pose, shown.camera).rgb)
            renderer.close()
            bar.advance(name)
    save_sheet(out, images, names, columns=min(8, len(names)))
    if each:
        for name, image in zip(names, images, strict=True):
            Image.fromarray(image).save(out.with_name(f"{out.stem}-{name.replace(' ', '-')}.png"))
    if as_json:
        print_json({"landmarks": names, "files": {"gallery": str(out)}})
    else:
        console.print(f"{len(names)} landmarks: {out}", soft_wrap=True)
