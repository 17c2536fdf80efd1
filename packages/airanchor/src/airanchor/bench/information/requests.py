"""Recorded prompts as the typed requests they were made from; whatever does not render back is refused."""

import re
from collections.abc import Callable, Sequence

from airanchor.agent.build import skill_settings
from airanchor.config import Settings
from airanchor.errors import InputError
from airanchor.reasoner.chat import Author, Message
from airanchor.reasoner.pixels import PixelConvention
from airanchor.reasoner.prompts.reader import Prompt, read_prompt
from airanchor.reasoner.prompts.template import render
from airanchor.reasoner.role import Role
from airanchor.reasoner.roles import (
    ANCHOR_QUERY,
    BACKTRACKING,
    LANDMARK_SELECTION,
    NAVIGATION,
    PANORAMA,
    PAPER_STATUSES,
    REFLECTION,
    AnchorQueryRequest,
    BacktrackingRequest,
    CandidateLine,
    Context,
    HistoryNode,
    HistoryStep,
    NavigationRequest,
    PanoramaRequest,
    PanoramaView,
    Prior,
    ReflectionRequest,
    SelectionRequest,
    Skill,
    Status,
    WantedLandmark,
)

Request = (
    AnchorQueryRequest
    | SelectionRequest
    | NavigationRequest
    | PanoramaRequest
    | BacktrackingRequest
    | ReflectionRequest
)
ASKED_ROLES: dict[str, Role] = {  # type: ignore[type-arg]
    role.name: role
    for role in (ANCHOR_QUERY, LANDMARK_SELECTION, NAVIGATION, PANORAMA, BACKTRACKING, REFLECTION)
}
"""The roles that a flight asks with more than one field; a decomposition has its instruction alone."""

_PRIOR = re.compile(
    r"Landmark (.{1,100}?) \[(.{0,400}?)\] -> (\S{1,100}): (.{1,400}), memory reliability (\d\.\d\d)\."
)
_LANDMARK = re.compile(r'(.{1,100}?): category "(.{0,200})", attributes (.{1,2000})')
_CANDIDATE = re.compile(
    r"- C\d{1,4}, instance (\S{1,100}): categories (.{0,2000}?); appearances (.{1,2000}?); "
    r"memory reliability (\d\.\d\d); (.{1,400})"
)
_NODE = re.compile(r"Node (\d{1,6})(?: \(current, cannot be chosen\))?")
_STEP = re.compile(r"Step \d{1,6} to \d{1,6}: (.*)")


def read_request(messages: Sequence[Message], settings: Settings) -> Request:
    """The request behind a recorded prompt; InputError where it is of another form than ours of today."""
    prompt = read_prompt(messages)
    if prompt.role not in _READERS:
        raise InputError(f"a prompt of role {prompt.role!r} has no field that could be left out")
    try:
        request = _READERS[prompt.role](prompt, settings)
    except (KeyError, ValueError, IndexError, AttributeError) as error:
        raise InputError(f"a prompt of role {prompt.role!r} cannot be read back: {error!r}") from error
    rendered = render(ASKED_ROLES[prompt.role], request, PixelConvention())
    user = next(one for one in messages if one.author is Author.USER)
    if rendered[1].text != user.text or len(rendered[1].images) != len(user.images):
        raise InputError(f"a prompt of role {prompt.role!r} does not read as today's would")
    return request


def _context(prompt: Prompt) -> Context:
    told = prompt.values
    return Context(told["subtask"], told["progress"], told["plan"], told.get("state"))


def _priors(prompt: Prompt) -> tuple[Prior, ...] | None:
    told = prompt.values.get("priors")
    if told is None or told == "None.":
        return None if told is None else ()
    return tuple(_prior(_match(_PRIOR, line)) for line in told.splitlines())


def _prior(found: re.Match[str]) -> Prior:
    landmark_id, name, instance_id, cue, reliability = found.groups()
    return Prior(landmark_id, name, instance_id, cue, float(reliability))


def _anchor_query(prompt: Prompt, settings: Settings) -> AnchorQueryRequest:
    kinds = prompt.values["kinds"].split()
    return AnchorQueryRequest(
        prompt.images[0],
        _context(prompt),
        int(prompt.values["count"]),
        allows_directions="direction" in kinds,
        allows_objects="object" in kinds,
    )


def _navigation(prompt: Prompt, settings: Settings) -> NavigationRequest:
    return NavigationRequest(
        prompt.images[0],
        _context(prompt),
        prompt.values.get("graph"),
        _priors(prompt),
        skill_settings(settings.planning, settings.agent),
        tuple(map(Skill, prompt.skills)),
    )


def _panorama(prompt: Prompt, settings: Settings) -> PanoramaRequest:
    offsets = [int(text) for name, text in prompt.all_values if name == "offset"]
    views = tuple(map(PanoramaView, prompt.images, offsets))
    return PanoramaRequest(_context(prompt), _priors(prompt), views)


def _reflection(prompt: Prompt, settings: Settings) -> ReflectionRequest:
    told = prompt.values
    statuses = tuple(map(Status, told["statuses"].split(", "))) if "statuses" in told else PAPER_STATUSES
    return ReflectionRequest(
        context=_context(prompt),
        image_before=prompt.images[0],
        image_after=prompt.images[1],
        executed=told["executed"],
        reason=told["reason"],
        graph_before=told.get("graph_before"),
        graph_after=told.get("graph_after"),
        statuses=statuses,
        state_after=told.get("state_after"),
    )


def _selection(prompt: Prompt, settings: Settings) -> SelectionRequest:
    offered: dict[str, list[CandidateLine]] = {}
    landmark = ""
    for line in prompt.values["candidates"].splitlines():
        if found := _CANDIDATE.fullmatch(line):
            offered[landmark].append(_candidate(found))
        elif line != "- none":
            landmark = line.removesuffix(":")
            offered[landmark] = []
    wanted = []
    for line in prompt.values["landmarks"].splitlines():
        name, category, told = _match(_LANDMARK, line).groups()
        attributes = () if told == "none stated" else tuple(told.split(", "))
        wanted.append(WantedLandmark(name, category, attributes, tuple(offered[name])))
    return SelectionRequest(prompt.values["subtask"], tuple(wanted))


def _candidate(found: re.Match[str]) -> CandidateLine:
    name, categories, appearances, reliability, cue = found.groups()
    seen = () if appearances == "none stored" else tuple(appearances.split(" / "))
    return CandidateLine(name, tuple(categories.split(" / ")), seen, float(reliability), cue)


def _backtracking(prompt: Prompt, settings: Settings) -> BacktrackingRequest:
    nodes: list[HistoryNode] = []
    steps: list[HistoryStep] = []
    lines = prompt.values["history"].splitlines()
    subtask = prompt.values["subtask"]
    starts = [at for at, line in enumerate(lines) if _NODE.fullmatch(line)]
    for begin, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        block = lines[begin:end]
        number = int(_match(_NODE, block[0]).group(1))
        pose, progress, plan, caption = (line.partition(":")[2].strip() for line in block[1:5])
        step = next((at for at, line in enumerate(block) if _STEP.fullmatch(line)), len(block))
        objects = "\n".join(block[6:step])
        nodes.append(HistoryNode(number, pose, Context(subtask, progress, plan), caption, objects))
        if step < len(block):
            reason, displacement = (line.partition(":")[2].strip() for line in block[step + 1 : step + 3])
            steps.append(HistoryStep(_match(_STEP, block[step]).group(1), reason, displacement))
    recoverable = tuple(map(int, prompt.values["choices"].split(", ")))
    return BacktrackingRequest(subtask, tuple(nodes), tuple(steps), recoverable)


def _match(form: re.Pattern[str], line: str) -> re.Match[str]:
    found = form.fullmatch(line)
    if found is None:
        raise ValueError(f"{line[:80]!r} is of another form")
    return found


_READERS: dict[str, Callable[[Prompt, Settings], Request]] = {
    ANCHOR_QUERY.name: _anchor_query,
    LANDMARK_SELECTION.name: _selection,
    NAVIGATION.name: _navigation,
    PANORAMA.name: _panorama,
    BACKTRACKING.name: _backtracking,
    REFLECTION.name: _reflection,
}
