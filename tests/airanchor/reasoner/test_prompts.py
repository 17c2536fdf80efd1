"""The prompts: exactly what each role is told, word by word, and nothing that another role alone may know.

The texts under tests/golden/prompts are the prompts as they are sent. After a wanted change rewrite them with
    AIRANCHOR_UPDATE_GOLDENS=1 python -m pytest tests/airanchor/reasoner/test_prompts.py
and read the difference before it is committed.
"""

import os
import re
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from jinja2 import DictLoader, UndefinedError

from airanchor.reasoner import (
    Author,
    ImagePart,
    Message,
    PixelConvention,
    PixelOrder,
    PixelUnits,
    Role,
    TextPart,
    read_prompt,
    render,
)
from airanchor.reasoner.prompts.template import templates_from
from airanchor.reasoner.roles import NAVIGATION, ROLES, Skill, Status
from tests.airanchor.reasoner.asked import CONTEXT, PRIORS, REQUESTS, texts_in
from tests.folders import ROOT

GOLDEN = ROOT / "tests" / "golden" / "prompts"
BY_NAME: dict[str, Role[Any, Any]] = {role.name: role for role in ROLES}
VARIANTS: dict[str, tuple[str, Any]] = {
    **{name: (name, request) for name, request in REQUESTS.items()},
    "anchor_query_one_object": (
        "anchor_query",
        replace(REQUESTS["anchor_query"], count=1, allows_directions=False),
    ),
    "anchor_query_six_directions": (
        "anchor_query",
        replace(REQUESTS["anchor_query"], count=6, allows_objects=False),
    ),
    "navigation_bare": (
        "navigation",
        replace(REQUESTS["navigation"], graph=None, priors=None, skills=(Skill.PIXEL, Skill.ALTITUDE)),
    ),
    "navigation_without_landmarks": ("navigation", replace(REQUESTS["navigation"], priors=())),
    "panorama_bare": ("panorama", replace(REQUESTS["panorama"], priors=None)),
    "action_bare": ("action", replace(REQUESTS["action"], graph=None, priors=None)),
    "decomposition_telling": ("decomposition", replace(REQUESTS["decomposition"], asks_not_understood=True)),
    "reflection_telling": ("reflection", replace(REQUESTS["reflection"], statuses=tuple(Status))),
    "reflection_bare": ("reflection", replace(REQUESTS["reflection"], graph_before=None, graph_after=None)),
    **{
        f"{name}_with_state": (name, replace(REQUESTS[name], context=replace(CONTEXT, state="m-state")))
        for name in ("anchor_query", "navigation", "panorama", "action")
    },
    "reflection_with_state": (
        "reflection",
        replace(REQUESTS["reflection"], context=replace(CONTEXT, state="m-state"), state_after="m-state2"),
    ),
}
PRIOR_TEXTS = set(texts_in(PRIORS))
NUMBER_WORDS = {"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"}


def rendered(role: str, request: object, pixels: PixelConvention | None = None) -> tuple[Message, ...]:
    return render(BY_NAME[role], request, pixels or PixelConvention())


def words_of(messages: tuple[Message, ...]) -> str:
    return "\n".join(message.text for message in messages)


def markers_in(text: str) -> set[str]:
    return set(re.findall(r"m-\w+", text))


def shown(messages: tuple[Message, ...]) -> str:
    """Messages as one page; an image stands as its shade and size."""
    pages = []
    for message in messages:
        parts = [part.text if isinstance(part, TextPart) else _as_text(part) for part in message.parts]
        pages.append(f"=== {message.author} ===\n{''.join(parts)}\n")
    return "".join(pages)


def _as_text(part: ImagePart) -> str:
    height_px, width_px = part.rgb.shape[:2]
    return f"[image {part.rgb[0, 0, 0]}, {width_px}x{height_px}]"


@pytest.mark.parametrize("name", VARIANTS)
def test_a_prompt_reads_as_it_did(name: str) -> None:
    role, request = VARIANTS[name]
    text, path = shown(rendered(role, request)), GOLDEN / f"{name}.txt"
    if os.environ.get("AIRANCHOR_UPDATE_GOLDENS"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", VARIANTS)
def test_steps_are_counted_from_one_without_a_gap_or_a_repetition(name: str) -> None:
    role, request = VARIANTS[name]
    numbers = [
        int(found) for found in re.findall(r"^(\d+)\. ", words_of(rendered(role, request)), re.MULTILINE)
    ]
    starts = [place for place, number in enumerate(numbers) if number == 1] + [len(numbers)]
    for start, end in pairwise(starts):
        assert numbers[start:end] == list(range(1, end - start + 1))
    assert not numbers or numbers[0] == 1


def test_no_golden_prompt_is_left_over() -> None:
    assert {path.stem for path in GOLDEN.iterdir()} == set(VARIANTS)


TOLD = {  # role: the inputs it is given, and the shades of its images in order
    "decomposition": ({"m-instruction"}, []),
    "anchor_query": ({"m-subtask", "m-progress", "m-plan"}, [1]),
    "landmark_selection": (set(texts_in(REQUESTS["landmark_selection"])), []),
    "navigation": ({"m-subtask", "m-progress", "m-plan", "m-graph"} | PRIOR_TEXTS, [2]),
    "panorama": ({"m-subtask", "m-progress", "m-plan"} | PRIOR_TEXTS, list(range(20, 28))),
    "backtracking": (set(texts_in(REQUESTS["backtracking"])) - {"m-hidden"}, []),
    "reflection": (
        {"m-subtask", "m-progress", "m-plan", "m-executed", "m-reason", "m-before", "m-after"},
        [3, 4],
    ),
    "object_survey": (set(), [5]),
    "action": ({"m-subtask", "m-progress", "m-plan", "m-graph", "m-executed"} | PRIOR_TEXTS, [6]),
}


@pytest.mark.parametrize("name", TOLD)
def test_a_role_is_told_its_inputs_and_no_others(name: str) -> None:
    system, user = rendered(name, REQUESTS[name])
    markers, shades = TOLD[name]
    assert markers_in(user.text) == markers
    assert [image[0, 0, 0] for image in user.images] == shades
    assert not markers_in(system.text) and not system.images
    assert (system.author, user.author) == (Author.SYSTEM, Author.USER)


def test_the_matrix_covers_every_role() -> None:
    assert set(TOLD) == set(REQUESTS) == {role.name for role in ROLES}


@pytest.mark.parametrize("name", REQUESTS)
def test_images_are_sent_bit_by_bit(name: str) -> None:
    request = REQUESTS[name]
    given = [
        getattr(request, key) for key in ("image", "image_before", "image_after") if hasattr(request, key)
    ]
    given += [view.image for view in getattr(request, "views", ())]
    sent = rendered(name, request)[1].images
    assert [id(image) for image in sent] == [id(image) for image in given]


@pytest.mark.parametrize("name", VARIANTS)
def test_nothing_is_left_to_fill_in(name: str) -> None:
    text = words_of(rendered(*VARIANTS[name]))
    assert not re.search(r"\{\{|\}\}\}|\{%|%\}|\bUndefined\b|\x00", text)
    assert not re.search(r"\bNone\b(?!\.)", text), "a None was printed"


def test_an_undefined_name_is_an_error() -> None:
    broken = DictLoader({"navigation.md": "# {{ title }}\n=== user ===\n{{ context.subgoals }}"})
    with pytest.raises(UndefinedError, match="subgoals"):
        render(NAVIGATION, REQUESTS["navigation"], PixelConvention(), templates=templates_from(broken))


@pytest.mark.parametrize("name", VARIANTS)
def test_every_answer_is_json_only_and_names_its_keys(name: str) -> None:
    role = BY_NAME[VARIANTS[name][0]]
    system = rendered(*VARIANTS[name])[0].text
    assert "JSON only" in system
    for key in role.wanted.keys:
        assert f'"{key}"' in system


@pytest.mark.parametrize(("count", "word"), [(1, "one"), (3, "three"), (6, "six")])
@pytest.mark.parametrize("kinds", [(True, True), (True, False), (False, True)])
def test_the_wording_follows_the_number_of_anchors(count: int, word: str, kinds: tuple[bool, bool]) -> None:
    request = replace(
        REQUESTS["anchor_query"], count=count, allows_objects=kinds[0], allows_directions=kinds[1]
    )
    text = words_of(rendered("anchor_query", request)).lower()
    assert set(re.findall(r"[a-z]+", text)) & NUMBER_WORDS == {word}
    assert f"<count>{count}</count>" in text
    assert ("`object`" in text, "`direction`" in text) == kinds


@pytest.mark.parametrize("left_out", list(Skill))
def test_a_skill_that_is_not_allowed_is_not_mentioned(left_out: Skill) -> None:
    skills = tuple(skill for skill in Skill if skill is not left_out)
    text = words_of(rendered("navigation", replace(REQUESTS["navigation"], skills=skills)))
    assert left_out.value not in text
    for skill in skills:
        assert f"**{skill.value}**" in text and f'"{skill.value}"' in text
    assert read_prompt(rendered("navigation", replace(REQUESTS["navigation"], skills=skills))).values[
        "skills"
    ].splitlines() == [skill.value for skill in skills]


@pytest.mark.parametrize("name", ["navigation_bare", "panorama_bare", "reflection_bare", "action_bare"])
def test_what_is_left_out_leaves_no_trace(name: str) -> None:
    text = words_of(rendered(*VARIANTS[name])).lower()
    for word in ("prior", "anchor", "graph", "marker", "measured", "memory", "remembered"):
        assert word not in text, word


def test_priors_are_told_in_their_format_or_as_none() -> None:
    told = read_prompt(rendered("navigation", REQUESTS["navigation"])).values["priors"]
    assert told.splitlines()[0] == "Landmark m-L1 [m-label] -> m-O7: m-cue, memory reliability 0.81."
    none = read_prompt(rendered("panorama", replace(REQUESTS["panorama"], priors=()))).values["priors"]
    assert none == "None."


def test_pixels_are_told_in_the_models_own_convention() -> None:
    thousandths = PixelConvention(PixelUnits.NORM1000, PixelOrder.VU)
    text = words_of(rendered("navigation", REQUESTS["navigation"], thousandths))
    assert '"pixel": [v, u]' in text and "from 0 to 1000" in text and "511" not in text
    doubled = words_of(rendered("anchor_query", REQUESTS["anchor_query"], PixelConvention(image_scale=2)))
    assert "1024 by 1024 pixels" in doubled and "1023" in doubled and "511" not in doubled


@pytest.mark.parametrize("name", VARIANTS)
def test_a_prompt_can_be_read_back(name: str) -> None:
    role, request = VARIANTS[name]
    messages = rendered(role, request)
    prompt = read_prompt(messages)
    assert prompt.role == role
    assert len(prompt.images) == len(messages[1].images)
    assert markers_in(" ".join(text for _, text in prompt.all_values)) == markers_in(messages[1].text)
