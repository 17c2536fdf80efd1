"""What each role is told, field by field, as data: how a field is left out, how it is taken from another.

A field is left out as the prompt itself renders its absence: a subtask on which nothing was done yet, a
plan that is the subtask, "None." for priors, no section for a state or a graph. A picture has no such
absence; it becomes plain grey. Nothing else of the question changes, so that a marker may stay in the
picture whose sentence is gone.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from airanchor.anchors.sentences import EMPTY
from airanchor.errors import InputError
from airanchor.reasoner.roles import NOT_STARTED

Change = Callable[[Any], Any]
Borrowing = Callable[[Any, Any], Any]
GREY = 128


@dataclass(frozen=True, slots=True)
class PromptField:
    """One field of a role's question."""

    role: str
    name: str
    remove: Change | None = None
    """The request without it; None where a question without it is no question."""
    borrow: Borrowing | None = None
    """The request with that of another, given second."""


def grey(image: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """A picture of the same size that shows nothing."""
    return np.full_like(image, GREY)


def _in_context(role: str, name: str, absent: Callable[[Any], Any] | None) -> PromptField:
    """A field of the navigation context."""

    def put(request: Any, value: Any) -> Any:
        return replace(request, context=replace(request.context, **{name: value}))

    return PromptField(
        role,
        name,
        None if absent is None else lambda request: put(request, absent(request.context)),
        lambda request, other: put(request, getattr(other.context, name)),
    )


def _context(role: str) -> tuple[PromptField, ...]:
    return (
        _in_context(role, "subtask", None),
        _in_context(role, "progress", lambda context: NOT_STARTED),
        _in_context(role, "plan", lambda context: context.subtask),
    )


def _own(role: str, field: str, name: str, absent: Callable[[Any], Any] | None, *also: str) -> PromptField:
    """A field of the request itself, under the name by which it is told; others may go with it."""
    names = (field, *also)

    def without(request: Any) -> Any:
        assert absent is not None
        return replace(request, **{one: absent(getattr(request, one)) for one in names})

    def with_other(request: Any, other: Any) -> Any:
        return replace(request, **{one: getattr(other, one) for one in names})

    return PromptField(role, name, None if absent is None else without, with_other)


def _nothing(value: Any) -> None:
    return None


def _anchor(role: str, number: int, *graphs: str) -> PromptField:
    """One anchor's sentence in the graphs of a request."""
    own = re.compile(rf"Anchor {number} \[")

    def lines(text: str | None) -> list[str]:
        return [] if text is None else text.splitlines()

    def put(request: Any, other: Any | None) -> Any:
        changed = {}
        for graph in graphs:
            kept = [line for line in lines(getattr(request, graph)) if not own.match(line)]
            had = len(kept) < len(lines(getattr(request, graph)))
            new = [] if other is None else [line for line in lines(getattr(other, graph)) if own.match(line)]
            if had and (new or other is None):
                changed[graph] = "\n".join(sorted([*kept, *new])) or EMPTY
        return replace(request, **changed)

    return PromptField(
        role,
        f"anchor {number}",
        lambda request: put(request, None),
        lambda request, other: put(request, other),
    )


def _state(role: str, *, is_pair: bool = False) -> PromptField:
    """The drone's state, where it is told; of a reflection both of them."""

    def put(request: Any, value: str | None, after: str | None) -> Any:
        told = replace(request, context=replace(request.context, state=value))
        return replace(told, state_after=after) if is_pair else told

    def with_other(request: Any, other: Any) -> Any:
        if request.context.state is None or other.context.state is None:
            return request
        return put(request, other.context.state, getattr(other, "state_after", None))

    return PromptField(role, "state", lambda request: put(request, None, None), with_other)


def _views() -> PromptField:
    def put(request: Any, images: list[NDArray[np.uint8]]) -> Any:
        views = tuple(replace(view, image=image) for view, image in zip(request.views, images, strict=False))
        return replace(request, views=views)

    return PromptField(
        "panorama",
        "views",
        lambda request: put(request, [grey(view.image) for view in request.views]),
        lambda request, other: (
            put(request, [view.image for view in other.views])
            if len(other.views) == len(request.views)
            else request
        ),
    )


def _candidates(name: str, absent: Callable[[Any], Any] | None) -> PromptField:
    """A field of every candidate of a landmark selection; another's are given in turn."""

    def put(request: Any, value_of: Callable[[Any, int], Any]) -> Any:
        count = iter(range(10_000))
        return replace(
            request,
            landmarks=tuple(
                replace(
                    wanted,
                    candidates=tuple(
                        replace(one, **{name: value_of(one, next(count))}) for one in wanted.candidates
                    ),
                )
                for wanted in request.landmarks
            ),
        )

    def with_other(request: Any, other: Any) -> Any:
        given = [getattr(one, name) for wanted in other.landmarks for one in wanted.candidates]
        return put(request, lambda one, place: given[place % len(given)]) if given else request

    def without(request: Any) -> Any:
        assert absent is not None
        return put(request, lambda one, place: absent(getattr(one, name)))

    return PromptField(
        "landmark_selection", f"candidates' {name}", None if absent is None else without, with_other
    )


def _attributes() -> PromptField:
    def put(request: Any, given: list[tuple[str, ...]]) -> Any:
        marks = tuple(
            replace(one, attributes=given[place % len(given)]) for place, one in enumerate(request.landmarks)
        )
        return replace(request, landmarks=marks)

    return PromptField(
        "landmark_selection",
        "landmarks' attributes",
        lambda request: put(request, [()]),
        lambda request, other: put(request, [one.attributes for one in other.landmarks]),
    )


def _history(name: str, absent: Callable[[Any], dict[str, Any]]) -> PromptField:
    """A field of every node of a path's history."""

    def without(request: Any) -> Any:
        return replace(request, nodes=tuple(replace(node, **absent(node)) for node in request.nodes))

    def with_other(request: Any, other: Any) -> Any:
        count = len(other.nodes)
        nodes = tuple(
            replace(node, **{key: getattr(other.nodes[place % count], key) for key in absent(node)})
            for place, node in enumerate(request.nodes)
        )
        return replace(request, nodes=nodes)

    return PromptField("backtracking", name, without, with_other)


def _steps() -> PromptField:
    def with_other(request: Any, other: Any) -> Any:
        if not other.steps:
            return request
        given = tuple(other.steps[place % len(other.steps)] for place in range(len(request.steps)))
        return replace(request, steps=given)

    return PromptField("backtracking", "steps between", None, with_other)


def _unknown(node: Any) -> dict[str, Any]:
    context = replace(node.context, progress=NOT_STARTED, plan=node.context.subtask)
    return {"context": context, "caption": "", "objects": EMPTY}


PROMPT_FIELDS: tuple[PromptField, ...] = (
    *_context("anchor_query"),
    _state("anchor_query"),
    _own("anchor_query", "image", "picture", grey),
    _own("landmark_selection", "subtask", "subtask", None),
    _attributes(),
    _candidates("categories", None),
    _candidates("appearances", lambda value: ()),
    _candidates("reliability", None),
    _candidates("cue", None),
    *_context("navigation"),
    _state("navigation"),
    _own("navigation", "image", "picture", grey),
    _own("navigation", "graph", "graph", _nothing),
    _anchor("navigation", 1, "graph"),
    _anchor("navigation", 2, "graph"),
    _anchor("navigation", 3, "graph"),
    _own("navigation", "priors", "priors", lambda value: None if value is None else ()),
    *_context("panorama"),
    _state("panorama"),
    _own("panorama", "priors", "priors", lambda value: None if value is None else ()),
    _views(),
    _own("backtracking", "subtask", "subtask", None),
    _history("captions", lambda node: {"caption": ""}),
    _history("objects", lambda node: {"objects": EMPTY}),
    _history("progress and plan", lambda node: {"context": _unknown(node)["context"]}),
    _history("history of nodes", _unknown),
    _steps(),
    *_context("reflection"),
    _state("reflection", is_pair=True),
    _own("reflection", "image_before", "picture before", grey),
    _own("reflection", "image_after", "picture after", grey),
    _own("reflection", "image_before", "both pictures", grey, "image_after"),
    _own("reflection", "executed", "skill flown", None),
    _own("reflection", "reason", "reason", lambda value: ""),
    _own("reflection", "graph_before", "both graphs", _nothing, "graph_after"),
    _anchor("reflection", 1, "graph_before", "graph_after"),
    _anchor("reflection", 2, "graph_before", "graph_after"),
    _anchor("reflection", 3, "graph_before", "graph_after"),
)
"""In the order of a flight's roles."""


def fields_of(role: str, names: Sequence[str] = ()) -> tuple[PromptField, ...]:
    """The fields of a role; only those of these names where any are given."""
    return tuple(one for one in PROMPT_FIELDS if one.role == role and (not names or one.name in names))


def check_fields(names: Sequence[str]) -> None:
    """Refuse names that no field has."""
    known = list(dict.fromkeys(one.name for one in PROMPT_FIELDS))
    odd = [name for name in names if name not in known]
    if odd:
        raise InputError(f"no prompt has a field {odd[0]!r}; valid are {', '.join(known)}")
