"""The fields of every role: each leaves out or lends what it names and nothing else."""

from dataclasses import fields, is_dataclass, replace

import numpy as np
import pytest

from airanchor.bench.information.asking import is_same
from airanchor.bench.information.fields import GREY, PROMPT_FIELDS, check_fields, fields_of
from airanchor.bench.information.requests import ASKED_ROLES
from airanchor.errors import InputError
from tests.airanchor.reasoner.asked import REQUESTS

GRAPH = "Anchor 1 [Object: m-tower]: m-one.\nAnchor 2 [Direction]: m-two.\nAnchor 3 [Direction]: m-three."
OF_FORM = {"count", "allows_directions", "allows_objects", "settings", "skills", "statuses", "recoverable"}
"""What says which answers are valid, and is no knowledge of the world."""


def full(name):
    """A request of the role in which every field is there."""
    request = REQUESTS[name]
    if hasattr(request, "context"):
        request = replace(request, context=replace(request.context, state="m-state"))
    if name == "navigation":
        request = replace(request, graph=GRAPH)
    if name == "reflection":
        request = replace(request, graph_before=GRAPH, graph_after=GRAPH, state_after="m-state")
    return request


def renamed(value):
    """The same with another marker in every text and another shade in every picture."""
    if isinstance(value, str):
        return value.replace("m-", "n-")
    if isinstance(value, float):
        return value / 2
    if isinstance(value, np.ndarray):
        return value + 100
    if isinstance(value, tuple):
        return tuple(map(renamed, value))
    if is_dataclass(value):
        kept = OF_FORM | {"id", "offset_deg"}
        changed = {
            one.name: renamed(getattr(value, one.name)) for one in fields(value) if one.name not in kept
        }
        return replace(value, **changed)
    return value


def changed_names(request, varied):
    return {
        one.name
        for one in fields(request)
        if not np.array_equal(getattr(request, one.name), getattr(varied, one.name))
        if getattr(request, one.name) is not getattr(varied, one.name)
    }


@pytest.mark.parametrize("field", PROMPT_FIELDS, ids=lambda one: f"{one.role}: {one.name}")
def test_a_field_makes_another_question_and_keeps_the_form_of_the_answer(field):
    request = full(field.role)
    other = renamed(request)
    asked = [one for one in (field.remove and field.remove(request), field.borrow(request, other)) if one]
    assert asked
    for varied in asked:
        assert not is_same(field.role, request, varied)
        assert not changed_names(request, varied) & OF_FORM
    assert is_same(field.role, request, field.borrow(request, request))


@pytest.mark.parametrize("name", ASKED_ROLES)
def test_all_that_a_role_is_told_is_among_the_fields(name):
    request = full(name)
    found = set()
    for field in (one for one in PROMPT_FIELDS if one.role == name):
        found |= changed_names(request, field.borrow(request, renamed(request)))
    assert found == {one.name for one in fields(request)} - OF_FORM


def field(role, name):
    return next(one for one in PROMPT_FIELDS if (one.role, one.name) == (role, name))


def test_absence_is_as_the_prompt_has_it():
    request = full("navigation")
    assert field("navigation", "plan").remove(request).context.plan == "m-subtask"
    assert field("navigation", "progress").remove(request).context.progress == "NotStarted"
    assert field("navigation", "priors").remove(request).priors == ()
    assert field("navigation", "graph").remove(request).graph is None
    assert field("navigation", "anchor 2").remove(request).graph == GRAPH.replace(
        "Anchor 2 [Direction]: m-two.\n", ""
    )
    assert (field("navigation", "picture").remove(request).image == GREY).all()


def test_an_anchor_that_is_not_there_is_not_left_out():
    request = replace(full("navigation"), graph="Anchor 1 [Direction]: m-one.")
    assert is_same("navigation", request, field("navigation", "anchor 3").remove(request))
    assert "No spatial anchor" in field("navigation", "anchor 1").remove(request).graph


def test_only_the_fields_that_are_named_are_varied():
    assert [one.name for one in fields_of("navigation", ("priors", "plan"))] == ["plan", "priors"]
    assert fields_of("backtracking", ("priors",)) == ()
    check_fields(("priors", "plan"))
    with pytest.raises(InputError, match=r"no prompt has a field 'prior'; valid are .*priors"):
        check_fields(("prior",))
