"""`airanchor memory`: look at what was remembered, ask why, move it, merge it, forget it."""

from collections import Counter
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from airanchor.cli.memory.files import (
    MemoryArgument,
    RootOption,
    find_file,
    keep_document,
    memory_root,
    open_document,
    open_for_change,
)
from airanchor.cli.memory.review import review_memory
from airanchor.cli.memory.survey import survey
from airanchor.errors import InputError
from airanchor.memory.explain import explain_instance, explain_place
from airanchor.memory.files.exchange import Document, dumps, to_geojson, to_json
from airanchor.memory.files.store import SUFFIX, scene_path
from aircity.cli.terminal.output import JsonFlag, console, print_json

FORMATS = ("json", "geojson")

memory_app = typer.Typer(
    help="What the drone remembers of each scene: map, reasons, export, import, merge, forget.\n\n"
    "A memory is named by its scene (as in airanchor memory show copper-bay) or by a file.",
    no_args_is_help=True,
    rich_markup_mode=None,
)

memory_app.command()(survey)
memory_app.command("review")(review_memory)


@memory_app.command()
def show(
    memory: MemoryArgument,
    out: Annotated[Path, typer.Option(help="The picture to write: .png, .jpg or .svg.")] = Path(
        "out/memory.png"
    ),
    size: Annotated[int, typer.Option(help="Height in pixels.", min=300, max=8000)] = 1200,
    plain: Annotated[bool, typer.Option("--plain", help="Leave the city out of the map.")] = False,
    root: RootOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Draw a map of a memory over its city: footprints coloured by type, with ids and names.

    Example: airanchor memory show copper-bay --out out/memory.png
    """
    from airanchor.cli.memory.map import draw_map
    from airanchor.drawing import SCREEN_DPI, check_drawing_file, save_drawing
    from airanchor.scenery import known_ground

    check_drawing_file(out)
    document = open_document(find_file(memory, root))
    ground = None if plain else known_ground(document.scene)
    save_drawing(draw_map(document, size, ground), out, dpi=SCREEN_DPI)
    if as_json:
        print_json({"scene": document.scene, "instances": _listed(document), "files": {"map": str(out)}})
    else:
        count = len(document.register)
        console.print(f"{document.scene}: {count} instances on {out}", soft_wrap=True)


@memory_app.command()
def explain(
    memory: MemoryArgument,
    instance: Annotated[str, typer.Argument(help="The instance, such as O12.")],
    root: RootOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Say in plain words why an instance is what it is: every sighting with its scores.

    Example: airanchor memory explain copper-bay O12
    """
    document = open_document(find_file(memory, root))
    item = document.register.instance(instance)
    tell = explain_instance if document.signature.kind == "sokb" else explain_place
    text = tell(item, document.register, document.config)
    if as_json:
        from airanchor.memory.files.rows import row_of_instance

        print_json(
            {"scene": document.scene, "text": text, "instance": _without_vectors(row_of_instance(item))}
        )
    else:
        console.print(text, soft_wrap=True)


@memory_app.command()
def stats(memory: MemoryArgument, root: RootOption = None, as_json: JsonFlag = False) -> None:
    """Count what a memory holds: types, instances, sightings, refused labels, and what built it.

    Example: airanchor memory stats copper-bay --json
    """
    path = find_file(memory, root)
    document = open_document(path)
    register = document.register
    counts = Counter(item.type_id for item in register.instances.values())
    told = {
        "scene": document.scene,
        "file": str(path),
        "bytes": path.stat().st_size,
        "instances": len(register),
        "types": len(register.types),
        "sightings": sum(item.observations for item in register.instances.values()),
        "refused": dict(register.refused),
        **document.signature.to_json(),
    }
    kinds: list[dict[str, Any]] = [
        {"id": name, "categories": list(dict.fromkeys(register.types[name].labels.texts)), "instances": count}
        for name, count in counts.most_common()
    ]
    if as_json:
        print_json({**told, "by_type": kinds})
        return
    for name, value in told.items():
        console.print(f"{name.replace('_', ' ')}: {value}", soft_wrap=True)
    table = Table("type", "categories", "instances")
    for kind in kinds[:20]:
        table.add_row(kind["id"], ", ".join(kind["categories"]), str(kind["instances"]))
    console.print(table)


@memory_app.command()
def export(
    memory: MemoryArgument,
    out: Annotated[Path, typer.Option(help="The file to write; default from the scene and format.")] = Path(),
    format_name: Annotated[
        str | None,
        typer.Option(
            "--format",
            help="json (complete, can be imported) or geojson (for maps); if left out, by the name of --out, "
            "else json.",
        ),
    ] = None,
    origin: Annotated[
        str, typer.Option(help="LATITUDE,LONGITUDE of the scene's origin, for GeoJSON in degrees.")
    ] = "",
    root: RootOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Write a memory as JSON that loses nothing, or as GeoJSON that map programs open.

    Example: airanchor memory export copper-bay --out copper-bay.geojson
    """
    written = _format_of(format_name, out)
    document = open_document(find_file(memory, root))
    place = _parse_origin(origin) if origin else None
    plain = to_json(document) if written == "json" else to_geojson(document, place)
    stem = scene_path(Path(), document.scene).name.removesuffix(SUFFIX)
    target = out if out != Path() else Path(f"{stem}.{written}")
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(dumps(plain), encoding="utf-8")
    _report(document, "export", target, as_json)


@memory_app.command("import")
def import_memory(
    file: Annotated[Path, typer.Argument(help="A memory exported as JSON, or a memory file (.sqlite).")],
    root: RootOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Check a memory that comes from elsewhere and keep it under its scene.

    Every value is checked: ids, sizes, numbers, footprints, and that no label reads as an order.

    Example: airanchor memory import copper-bay.json
    """
    document = open_document(file, thoroughly=True)
    path = scene_path(root or memory_root(), document.scene)
    keep_document(path, document)
    _report(document, "memory", path, as_json)


@memory_app.command()
def merge(
    memory: MemoryArgument,
    other: Annotated[str, typer.Argument(help="The memory to take in; it stays as it is.")],
    root: RootOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Take another memory of the same scene into this one, by the rules that observations follow.

    A flight that both tell of is counted once; flights that only share a name are kept apart.

    Example: airanchor memory merge copper-bay second-drone.json
    """
    from airanchor.memory.union import merge_documents

    path, other_path = find_file(memory, root), find_file(other, root)
    if path.samefile(other_path):
        raise InputError(f"{path} cannot be merged with itself; name the memory of another drone or computer")
    source = open_document(other_path)
    file, target = open_for_change(path)
    try:
        report = merge_documents(target, source, file.episodes())
        file.commit(target.register)
    finally:
        file.close()
    if as_json:
        pairs = {name: [list(pair) for pair in getattr(report, name)] for name in ("merged", "added")}
        apart = {"left_out": list(report.left_out), "kept_apart": [list(pair) for pair in report.kept_apart]}
        print_json({"scene": target.scene, "instances": len(target.register), **pairs, **apart})
        return
    forgotten = f", {len(report.left_out)} were forgotten here" if report.left_out else ""
    console.print(
        f"{target.scene}: {len(report.merged)} instances were known, {len(report.added)} are new{forgotten}; "
        f"{len(target.register)} in all",
        soft_wrap=True,
    )
    for name, called in report.kept_apart:
        console.print(
            f"its {name} is another flight than {name} here, and is called {called}", soft_wrap=True
        )


@memory_app.command()
def forget(
    memory: MemoryArgument,
    instances: Annotated[list[str] | None, typer.Argument(help="Instances, such as O12 O13.")] = None,
    label: Annotated[str, typer.Option(help="Forget all whose type or look holds this label.")] = "",
    root: RootOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Forget instances for good, by id or by label; their ids are never given again.

    Example: airanchor memory forget copper-bay O12 O13
    """
    if not instances and not label:
        raise InputError("nothing to forget: name instances (O12 O13) or give --label")
    file, document = open_for_change(find_file(memory, root))
    try:
        register = document.register
        chosen = list(dict.fromkeys(instances or ())) + [
            item.id
            for item in register.instances.values()
            if label and label in (*register.types[item.type_id].labels.texts, *item.appearances.texts)
        ]
        for instance_id in dict.fromkeys(chosen):
            register.remove_instance(instance_id)
        file.commit(register)
    finally:
        file.close()
    gone = list(dict.fromkeys(chosen))
    if as_json:
        print_json({"scene": document.scene, "forgotten": gone, "instances": len(register)})
    else:
        console.print(f"{document.scene}: forgot {len(gone)}; {len(register)} instances left")


def _listed(document: Document) -> list[dict[str, Any]]:
    return [
        {
            "id": item.id,
            "type": item.type_id,
            "categories": list(dict.fromkeys(document.register.types[item.type_id].labels.texts)),
            "appearances": list(dict.fromkeys(item.appearances.texts)),
            "center_m": [round(value, 3) for value in item.center.tolist()],
            "area_m2": round(item.extent.footprint.area_m2, 3),
            "confidence": round(item.confidence, 4),
            "observations": item.observations,
        }
        for item in document.register.instances.values()
    ]


def _without_vectors(row: dict[str, Any]) -> dict[str, Any]:
    for bank in ("appearances", "visuals"):
        row[bank].pop("vectors")
    return row


def _parse_origin(text: str) -> tuple[float, float]:
    try:
        latitude, longitude = (float(part) for part in text.split(","))
    except ValueError:
        raise InputError(f"origin {text!r} is not LATITUDE,LONGITUDE in degrees, as in 52.01,4.36") from None
    return latitude, longitude


def _format_of(given: str | None, out: Path) -> str:
    """The format asked for, or that of the file's name; InputError where they contradict each other."""
    if given is not None and given not in FORMATS:
        raise InputError(f"format {given!r} is unknown; valid are {', '.join(FORMATS)}")
    suffix = out.suffix.lower().removeprefix(".")
    if given is not None and suffix in FORMATS and suffix != given:
        raise InputError(f"--format {given} contradicts --out {out}, whose name ends in .{suffix}")
    if given is None and suffix and suffix not in FORMATS:
        raise InputError(f"{out} ends in neither .json nor .geojson; say which with --format")
    return given or suffix or FORMATS[0]


def _report(document: Document, kind: str, path: Path, as_json: bool) -> None:
    count = len(document.register)
    if as_json:
        print_json({"scene": document.scene, "instances": count, "files": {kind: str(path)}})
    else:
        console.print(f"{document.scene}: {count} instances in {path}", soft_wrap=True)
