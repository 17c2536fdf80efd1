"""TypeFly's planner: a program by the list of what is in view; it never sees a picture."""

from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator

from airanchor.reasoner.prompts.characters import writable
from airanchor.reasoner.role import Payload, Reply, Role
from airanchor.reasoner.roles.context import AnyText, text_or_empty

MAX_PROGRAM = 20_000
"""Characters; a longer one is told to its writer as an error, not cut to another program."""


@dataclass(frozen=True, slots=True)
class ListedObject:
    """One line of the scene list: parts of the view from 0 to 1, and what depth adds in metres."""

    name: str
    colour: str
    x: float
    y: float
    width: float
    height: float
    distance_m: float | None
    """Horizontally; None where it is too far to measure."""
    top_m: float | None
    """Of its highest point above the drone; negative is below."""


@dataclass(frozen=True, slots=True)
class SkillLine:
    """One skill as the planner is told it."""

    call: str
    name: str
    takes: str
    gives: str
    does: str


@dataclass(frozen=True, slots=True)
class PreviousProgram:
    """What was planned last and what came of it."""

    thoughts: str
    program: str
    status: str
    """What was executed and why it ended; empty where it was not run."""
    errors: str = ""
    """What the checker found, one error a line; then it was not run."""


@dataclass(frozen=True, slots=True)
class ProgramRequest:
    """The task in words alone."""

    instruction: str
    objects: tuple[ListedObject, ...]
    free_ahead_m: float
    """How far it is free straight ahead; at most the range that can be measured."""
    skills: tuple[SkillLine, ...]
    """Those that are performed as they are."""
    combined: tuple[SkillLine, ...]
    """Those that are made of others."""
    dialect: str
    """"a" or "b"."""
    most_loops: int
    change_m: float
    """A flight of so far changes the scene, and a new program is asked for."""
    change_deg: float
    """A turn of so much does too."""
    previous: PreviousProgram | None = None


def _said(value: Any) -> Any:
    return writable(value) if isinstance(value, str) else value


def _has_words(text: str) -> str:
    if not text.strip():
        raise ValueError("must not be empty")
    return text.strip()


ProgramText = Annotated[str, BeforeValidator(_said), AfterValidator(_has_words)]


class PlannedProgram(Reply):
    """A program, and the thoughts that led to it, which the next question brings back."""

    thoughts: AnyText = ""
    plan: ProgramText


def _coerce(payload: Payload, request: ProgramRequest) -> Payload:
    """Fences around the program go; lines of a list are joined."""
    plan = payload.get("plan")
    if isinstance(plan, list) and all(isinstance(line, str) for line in plan):
        plan = "\n".join(plan)
    if isinstance(plan, str):
        plan = plan[: MAX_PROGRAM + 1].strip().strip("`").removeprefix("minispec").strip()
    return {**payload, "thoughts": text_or_empty(payload.get("thoughts")), "plan": plan}


def _fallback(payload: Payload, request: ProgramRequest) -> PlannedProgram:
    """A look to the side and a new plan: a reply that cannot be read ends no flight."""
    turn = "tc,45;rp;" if request.dialect == "a" else "tc(45);rp();"
    previous = request.previous
    return PlannedProgram(thoughts="" if previous is None else previous.thoughts, plan=turn)


TYPEFLY_PLAN = Role(
    name="typefly_plan",
    title="Write a program for the drone",
    request=ProgramRequest,
    reply=PlannedProgram,
    coerce=_coerce,
    fallback=_fallback,
    template="typefly/plan",
)
