"""`airanchor check`: the conformance kit of its kind on a part of one's own."""

from collections.abc import Callable
from enum import StrEnum
from typing import Annotated, Any

import typer

from airanchor.errors import ConformanceError, InputError
from airanchor.own_parts import (
    PartKind,
    blamed,
    build_part,
    grant,
    is_own,
    load_part,
    told,
    unknown,
)
from aircity.cli.terminal.output import JsonFlag, console, print_json
from aircity.world.checks.report import CheckReport, RuleResult, Verdict

BROKEN = 1


class PartChoice(StrEnum):
    """The kinds as they are written on the command line."""

    AGENT = "agent"
    DETECTOR = "detector"
    TEXT_ENCODER = "text-encoder"
    IMAGE_ENCODER = "image-encoder"
    REASONER = "reasoner"
    WORLD = "world"
    ROW = "row"
    MEMORY = "memory"

    @property
    def kind(self) -> PartKind:
        """The kind of part."""
        return PartKind(self.value.replace("-", " "))


def check(
    kind: Annotated[PartChoice, typer.Argument(help="What it is to be.")],
    part: Annotated[
        str, typer.Argument(help="module:attribute, or the name of an entry point.", metavar="PART")
    ],
    start: Annotated[
        str | None,
        typer.Option(help="Of a world: NORTH,EAST,UP[,HEADING] to check from; its own start if left out."),
    ] = None,
    repeats: Annotated[
        bool,
        typer.Option(
            "--repeats/--no-repeats", help="Whether an agent or a world does the same every time, as a rule."
        ),
    ] = True,
    as_json: JsonFlag = False,
) -> None:
    """Run the conformance kit on a part of your own.

    The folder you are in is looked through first, as `python -m` does. Every rule is told as passed, broken
    or skipped, with what was seen. Exit code 1 when a rule is broken, 2 when the part cannot be built.
    docs/own-parts.md shows one of each kind.

    Example: airanchor check agent mypackage.agents:Build

    Example: airanchor check detector mypackage.eyes:Detector --json
    """
    grant(part)
    if not is_own(kind.kind, part):
        raise unknown(kind.kind, part, ())
    with blamed():
        report = _KITS[kind](part, start, repeats)
    code = told(kind.kind, part)
    if as_json:
        print_json(
            {"kind": kind.value, "part": part, "code": code, "is_kept": not report.broken, **report.to_json()}
        )
    else:
        console.print(f"{kind.value} {part} ({code})", soft_wrap=True, markup=False, highlight=False)
        console.print(report.to_text(), soft_wrap=True, markup=False, highlight=False)
    if report.broken:
        raise typer.Exit(BROKEN)


def _agent(part: str, start: str | None, repeats: bool) -> CheckReport:
    from airanchor.assembly import load_stack
    from airanchor.config import load_settings
    from airanchor.flight.checks import examine_navigator

    stack = load_stack(load_settings("embedded"))
    detector = stack.detector("embedded")
    stack.get_ready()
    return examine_navigator(
        lambda: stack.navigator(
            part,
            reasoner=stack.reasoner(),
            detector=detector,
            memory=stack.memory_store(None).memory("boxes"),
            episode="check",
        ),
        is_deterministic=repeats,
    )


def _detector(part: str, start: str | None, repeats: bool) -> CheckReport:
    from airanchor.perception import Detector
    from airanchor.perception.checks import check_detector

    return _single(check_detector, build_part(PartKind.DETECTOR, part, Detector))


def _text_encoder(part: str, start: str | None, repeats: bool) -> CheckReport:
    from airanchor.perception import TextEncoder
    from airanchor.perception.checks import check_text_encoder

    return _single(check_text_encoder, build_part(PartKind.TEXT_ENCODER, part, TextEncoder))


def _image_encoder(part: str, start: str | None, repeats: bool) -> CheckReport:
    from airanchor.perception import ImageEncoder
    from airanchor.perception.checks import check_image_encoder

    return _single(check_image_encoder, build_part(PartKind.IMAGE_ENCODER, part, ImageEncoder))


def _reasoner(part: str, start: str | None, repeats: bool) -> CheckReport:
    from airanchor.reasoner import ChatTransport
    from airanchor.reasoner.checks import examine_chat

    return examine_chat(build_part(PartKind.REASONER, part, ChatTransport))


def _world(part: str, start: str | None, repeats: bool) -> CheckReport:
    from airanchor.sites import build_world, world_site
    from aircity.cli.worlds import parse_pose
    from aircity.world.checks import Capabilities, examine_simulator

    if start is None:
        first = build_world(part, None)
        pose = world_site(first).usual_start(0)
        first.close()
    else:
        pose = parse_pose(start)
    return examine_simulator(lambda: build_world(part, None), pose, Capabilities(deterministic=repeats))


def _memory(part: str, start: str | None, repeats: bool) -> CheckReport:
    from airanchor.memory.checks import check_memory
    from airanchor.memory.contract import Memory

    return _single(check_memory, lambda: build_part(PartKind.MEMORY, part, Memory))


def _row(part: str, start: str | None, repeats: bool) -> CheckReport:
    from airanchor.bench.rows import Row, find_row
    from airanchor.config import load_settings

    if not isinstance(load_part(PartKind.ROW, part), Row):
        raise InputError(
            f"row {part!r} is no airanchor.bench.rows.Row; check an agent with: check agent {part}"
        )
    row = find_row(part)
    load_settings("paper", sets=row.sets)
    told_row = f"{row.title!r}: agent {row.agent}, {len(row.sets)} settings, memory {row.memory}"
    return CheckReport((RuleResult("is_a_row", Verdict.PASSED, told_row),))


def _single(kit: Callable[[Any], None], part: Any) -> CheckReport:
    """The report of a kit that raises at the first broken rule."""
    try:
        kit(part)
    except ConformanceError as error:
        return CheckReport((RuleResult("keeps_its_contract", Verdict.BROKEN, str(error)),))
    except Exception as error:  # whatever a part under test throws is its fault, and worth reporting
        detail = f"raised {type(error).__name__}: {error}"
        return CheckReport((RuleResult("keeps_its_contract", Verdict.BROKEN, detail),))
    return CheckReport((RuleResult("keeps_its_contract", Verdict.PASSED, "every rule of the kit"),))


_KITS: dict[PartChoice, Callable[[str, str | None, bool], CheckReport]] = {
    PartChoice.AGENT: _agent,
    PartChoice.DETECTOR: _detector,
    PartChoice.TEXT_ENCODER: _text_encoder,
    PartChoice.IMAGE_ENCODER: _image_encoder,
    PartChoice.REASONER: _reasoner,
    PartChoice.WORLD: _world,
    PartChoice.ROW: _row,
    PartChoice.MEMORY: _memory,
}
