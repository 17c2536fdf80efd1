"""`airanchor memory review`: what in a memory is doubtful, on a page with its map; and to mend it."""

import html
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from airanchor.cli.memory.files import MemoryArgument, RootOption, find_file, open_document, open_for_change
from airanchor.errors import InputError
from airanchor.memory.files.exchange import Document, dumps, read_document, to_json
from airanchor.memory.review import MemoryFinding, merge_two, rename, review
from aircity.cli.terminal.output import JsonFlag, console, print_json

UNDO = ".undo.json"
SHOWN = 20
_STYLE = (
    "body{font:15px/1.45 system-ui,sans-serif;margin:24px;color:#222;background:#fff}"
    "main{display:flex;gap:24px;flex-wrap:wrap;align-items:flex-start}svg{width:min(760px,100%);height:auto}"
    "table{border-collapse:collapse}td,th{padding:4px 10px;border-bottom:1px solid #ddd;text-align:left;"
    "vertical-align:top}td.n{text-align:right;font-variant-numeric:tabular-nums}code{white-space:nowrap}"
)


def review_memory(
    memory: MemoryArgument,
    merge: Annotated[
        list[str] | None, typer.Option(help="Two that are one thing, as in O3,O7; repeatable. O3 stays.")
    ] = None,
    forget: Annotated[list[str] | None, typer.Option(help="An instance to forget; repeatable.")] = None,
    rename_to: Annotated[
        list[str] | None, typer.Option("--rename", help="A better name, as in 'O9=water tower'; repeatable.")
    ] = None,
    undo: Annotated[bool, typer.Option("--undo", help="Take back the changes of the last review.")] = False,
    out: Annotated[Path, typer.Option(help="The page to write.")] = Path("out/memory-review.html"),
    root: RootOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Tell by probability what is stored twice, what contradicts what, and which labels are doubtful.

    Writes a page with a map on which they are marked. Nothing is changed unless it is asked for; what was
    before is kept beside the memory, and --undo brings it back.

    Example: airanchor memory review copper-bay

    Example: airanchor memory review copper-bay --merge O3,O7 --forget O5 --rename "O9=water tower"
    """
    path = find_file(memory, root)
    if undo and (merge or forget or rename_to):
        raise InputError("--undo takes back the last review; it goes with no --merge, --forget or --rename")
    asked = (merge or (), forget or (), rename_to or ())
    changed = [_undo(path)] if undo else _change(path, *asked) if any(asked) else []
    document = open_document(path)
    findings = review(document)
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(page(document, findings, _where(memory, root)), encoding="utf-8")
    if as_json:
        told = [one.to_json() for one in findings]
        print_json(
            {"scene": document.scene, "changed": changed, "findings": told, "files": {"page": str(out)}}
        )
    else:
        _tell(document, changed, findings, out)


def _tell(document: Document, changed: Sequence[str], findings: Sequence[MemoryFinding], out: Path) -> None:
    for line in changed:
        console.print(line, soft_wrap=True, markup=False)
    for one in findings[:SHOWN]:
        console.print(f"{one.chance:4.0%} {one.kind}: {one.words}", soft_wrap=True, markup=False)
    more = f", {len(findings) - SHOWN} more there" if len(findings) > SHOWN else ""
    console.print(f"{document.scene}: {len(findings)} findings on {out}{more}", soft_wrap=True, markup=False)


def _change(path: Path, merges: Sequence[str], forgets: Sequence[str], renames: Sequence[str]) -> list[str]:
    """All that was asked for, or nothing; what was before is kept."""
    file, document = open_for_change(path)
    try:
        before, told = dumps(to_json(document)), []
        for pair in merges:
            keep, comma, other = pair.partition(",")
            if not comma:
                raise InputError(f"--merge {pair!r} is not two instances, as in O3,O7")
            merge_two(document, keep.strip(), other.strip())
            told.append(f"{other.strip()} is {keep.strip()} now")
        for name in forgets:
            document.register.remove_instance(name)
            told.append(f"{name} is forgotten")
        for given in renames:
            name, equals, label = given.partition("=")
            if not equals or not label.strip():
                raise InputError(f"--rename {given!r} is not INSTANCE=NAME, as in 'O9=water tower'")
            rename(document, name.strip(), label, _encoder(document))
            told.append(f"{name.strip()} is called {label.strip()} now")
        path.with_name(path.name + UNDO).write_text(before, encoding="utf-8")
        file.commit(document.register)
    finally:
        file.close()
    return told


def _encoder(document: Document):  # type: ignore[no-untyped-def]
    from airanchor.perception.text import load_text_encoder

    encoder = load_text_encoder()
    if encoder.name != document.signature.text_encoder:
        raise InputError(
            f"a name needs the encoder that built the memory, {document.signature.text_encoder!r}; "
            f"{encoder.name!r} is here"
        )
    return encoder


def _undo(path: Path) -> str:
    kept = path.with_name(path.name + UNDO)
    if not kept.is_file():
        raise InputError(f"there is nothing to take back: no {kept.name} beside the memory")
    before = read_document(kept)
    file, document = open_for_change(path)
    try:
        register = document.register
        for name in list(register.instances):
            register.remove_instance(name)
        for record in before.register.types.values():
            register.put_type(record)
        for item in before.register.instances.values():
            register.put_instance(item)
        file.commit(register)
    finally:
        file.close()
    kept.unlink()
    return "the last review is taken back"


def page(document: Document, findings: Sequence[MemoryFinding], where: Sequence[str] = ()) -> str:
    """One page, nothing loaded from elsewhere and nothing run: the map, and the findings as a table.

    `where` are the words of a command that name this memory; its scene alone if left out.
    """
    from airanchor.cli.memory.map import draw_map
    from airanchor.drawing.svg import draw_svg
    from airanchor.scenery import known_ground

    marked = {name: str(number) for number, one in enumerate(findings, 1) for name in one.instance_ids}
    ground = known_ground(document.scene)
    drawing = draw_svg(draw_map(document, 900.0, ground, marked)) if document.register.instances else ""
    rows = "".join(
        f'<tr><td class="n">{number}</td><td>{one.kind}</td><td class="n">{one.chance:.0%}</td>'
        f"<td>{html.escape(one.words)}</td>"
        f"<td><code>{html.escape(_fix(document, one, where))}</code></td></tr>"
        for number, one in enumerate(findings, 1)
    )
    scene = html.escape(document.scene)
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta http-equiv="Content-Security-Policy" '
        "content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:\">"
        f"<title>Memory of {scene}, reviewed</title><style>{_STYLE}</style></head><body>"
        f"<h1>Memory of {scene}</h1><p>{len(document.register)} instances, {len(findings)} findings; "
        "red numbers on the map are those of the table.</p>"
        f"<main><div>{drawing}</div><table><thead><tr><th>no.</th><th>what</th><th>chance</th><th>why</th>"
        f"<th>to mend it, if it is so</th></tr></thead><tbody>{rows}</tbody></table></main></body></html>"
    )


def _fix(document: Document, one: MemoryFinding, where: Sequence[str]) -> str:
    """The command that does what the finding suggests, as a shell takes it."""
    names = one.instance_ids
    if one.kind == "duplicate":
        change = ("--merge", f"{names[0]},{names[1]}")
    else:
        register = document.register
        change = ("--forget", min(names, key=lambda name: (register.instance(name).confidence, name)))
    return shlex.join(["airanchor", "memory", "review", *(where or (document.scene,)), *change])


def _where(memory: str, root: Path | None) -> tuple[str, ...]:
    """The words that name a memory in a command, wherever it is run."""
    if Path(memory).is_file():
        return (str(Path(memory).absolute()),)
    return (memory,) if root is None else (memory, "--root", str(root.absolute()))
