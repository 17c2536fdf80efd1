"""Recorded prompts read back into the requests that they were made from, or refused."""

from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from airanchor.bench.information.requests import ASKED_ROLES, read_request
from airanchor.config import load_settings
from airanchor.errors import InputError
from airanchor.reasoner.pixels import PixelConvention
from airanchor.reasoner.prompts.characters import clean
from airanchor.reasoner.prompts.template import render
from airanchor.reasoner.roles import DECOMPOSITION, Context, Prior, Skill, Status
from tests.airanchor.reasoner.asked import REQUESTS

SETTINGS = load_settings("paper")
TOLD = Context("Fly to the tower.", "Done 1 of 2.\n{}", "Next: turn.", state="Heading 90.0 degrees.")


def again(role, request):
    messages = render(role, request, PixelConvention())
    read = read_request(messages, SETTINGS)
    assert type(read) is role.request
    assert [one.text for one in render(role, read, PixelConvention())] == [one.text for one in messages]
    return read


@pytest.mark.parametrize("name", ASKED_ROLES)
def test_every_role_reads_back_word_for_word(name):
    again(ASKED_ROLES[name], REQUESTS[name])


def test_what_is_there_only_at_times_reads_back_too():
    asked = REQUESTS["navigation"]
    for varied in (
        replace(asked, graph=None, priors=None, skills=(Skill.ALTITUDE, Skill.BACKTRACK)),
        replace(asked, priors=(), context=TOLD),
    ):
        read = again(ASKED_ROLES["navigation"], varied)
        assert (read.graph, read.priors, read.skills) == (varied.graph, varied.priors, varied.skills)
        assert read.context == varied.context
    judged = replace(
        REQUESTS["reflection"], graph_before=None, graph_after=None, statuses=tuple(Status), state_after="s"
    )
    read = again(ASKED_ROLES["reflection"], replace(judged, context=TOLD))
    assert (read.graph_before, read.statuses, read.state_after) == (None, tuple(Status), "s")


def test_other_prompts_are_refused():
    with pytest.raises(InputError, match="decomposition"):
        read_request(render(DECOMPOSITION, REQUESTS["decomposition"], PixelConvention()), SETTINGS)


@given(st.text(max_size=60), st.text(max_size=60), st.text(min_size=1, max_size=30))
def test_no_text_is_read_as_something_else(progress, plan, label):
    prior = Prior("L1", label, "O7", "5.0 degrees to your left", 0.5)
    asked = replace(
        REQUESTS["navigation"], context=Context("Fly.", progress, plan), priors=(prior,), graph="g"
    )
    with suppress(InputError):
        read = again(ASKED_ROLES["navigation"], asked)
        assert (read.context.progress, read.context.plan) == (clean(progress), clean(plan))
        assert read.priors[0].label == " ".join(clean(label).split())
