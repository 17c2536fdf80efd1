"""The desk's server and what it makes of a letter: for this machine's own page and nobody else."""

import http.client
import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import numpy as np
import pytest
from pydantic import BaseModel

from airanchor.cli.reasoner.briefed_examples import briefed_example
from airanchor.cli.reasoner.role_examples import EXAMPLES
from airanchor.config import PROFILES
from airanchor.errors import InputError
from airanchor.reasoner import PixelConvention, render
from airanchor.reasoner.chat import ChatRequest
from airanchor.reasoner.desk.forms import Shown
from airanchor.reasoner.desk.narrowing import NEVER_BLANK, narrowed
from airanchor.reasoner.desk.question import question_json
from airanchor.reasoner.desk.server import AnswerDesk
from airanchor.reasoner.mailbox.letter import Letter, Mailbox
from airanchor.reasoner.mailbox.mailbox_chat import MailboxChat
from airanchor.reasoner.prompts.reader import read_prompt
from airanchor.reasoner.roles import ROLES, Skill
from airanchor.reasoner.roles.context import _not_blank


def posted(folder: Path, role: str) -> Letter:
    chosen = next(known for known in ROLES if known.name == role)
    messages = render(chosen, EXAMPLES[role](), PixelConvention())
    return Mailbox(folder).post(ChatRequest(messages, schema=chosen.schema))


def posted_briefed(folder: Path, role: str) -> Letter:
    """As the profile plus asks it."""
    chosen, request = briefed_example(next(known for known in ROLES if known.name == role))
    return Mailbox(folder).post(ChatRequest(render(chosen, request, PixelConvention()), schema=chosen.schema))


def ask(url: str, path: str, *, method: str = "GET", body: str = "", headers: dict[str, str] | None = None):
    place = urlsplit(url)
    connection = http.client.HTTPConnection(place.hostname, place.port, timeout=20)
    connection.request(method, path, body or None, headers or {})
    answer = connection.getresponse()
    data = answer.read()
    connection.close()
    return answer, data


def own_headers(url: str) -> dict[str, str]:
    """Those of the page itself."""
    token = re.search(rb'data-token="([^"]+)"', ask(url, "/")[1])[1].decode()
    return {"Origin": url.rstrip("/"), "X-Desk-Token": token, "Content-Type": "application/json"}


def test_the_page_may_run_only_its_own_script(tmp_path):
    with AnswerDesk(tmp_path) as desk:
        answer, page = ask(desk.url, "/")
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy and "frame-ancestors 'none'" in policy and "unsafe" not in policy
    assert page.count(b"<script") == 1 and b"http://" not in page.replace(b"http://www.w3.org/2000/svg", b"")


def test_an_answer_is_written_once_and_whole(tmp_path):
    letter = posted(tmp_path, "backtracking")
    with AnswerDesk(tmp_path) as desk:
        path, headers = f"/letter/{letter.folder.name}/answer", own_headers(desk.url)
        assert ask(desk.url, path, method="POST", body='{"node_id": 1}', headers=headers)[0].status == 200
        again = ask(desk.url, path, method="POST", body='{"node_id": 0}', headers=headers)[0]
        letters = json.loads(ask(desk.url, "/letters")[1])["letters"]
    assert json.loads(letter.answer()) == {"node_id": 1} and again.status == 409
    assert [one["is_answered"] for one in letters] == [True]


@pytest.mark.parametrize(
    ("changed", "status"),
    [
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": None}, 403),
        ({"X-Desk-Token": "guessed"}, 403),
        ({"X-Desk-Token": None}, 403),
        ({"Host": "evil.example"}, 403),
        ({"Content-Type": "text/plain"}, 415),
    ],
)
def test_an_answer_from_another_page_is_refused(tmp_path, changed, status):
    letter = posted(tmp_path, "backtracking")
    with AnswerDesk(tmp_path) as desk:
        wanted = {**own_headers(desk.url), **changed}
        headers = {name: value for name, value in wanted.items() if value is not None}
        path = f"/letter/{letter.folder.name}/answer"
        assert ask(desk.url, path, method="POST", body='{"node_id": 1}', headers=headers)[0].status == status
    assert letter.answer() is None


@pytest.mark.parametrize("body", ["", "[1]", "{", "[" * 100_000, '"text"'])
def test_what_is_no_object_is_not_written(tmp_path, body):
    letter = posted(tmp_path, "backtracking")
    with AnswerDesk(tmp_path) as desk:
        path, headers = f"/letter/{letter.folder.name}/answer", own_headers(desk.url)
        answer = ask(
            desk.url, path, method="POST", body=body, headers={**headers, "Content-Length": str(len(body))}
        )
    assert answer[0].status == 400 and letter.answer() is None


def test_only_the_pictures_a_letter_names_are_served(tmp_path):
    box = tmp_path / "mail"
    letter, other = posted(box, "panorama"), posted(box, "navigation")
    secret = tmp_path / "secret.png"
    secret.write_bytes(b"secret")
    (letter.folder / "picture-9.png").write_bytes(b"not named")
    (letter.folder / "picture-8.png").unlink()
    (letter.folder / "picture-8.png").symlink_to(secret)
    with AnswerDesk(box) as desk:

        def status(path: str) -> int:
            return ask(desk.url, path)[0].status

        name = letter.folder.name
        assert status(f"/letter/{name}/picture-1.png") == 200
        assert status(f"/letter/{name}/pictures.png") == 200
        assert status(f"/letter/{other.folder.name}/pictures.png") == 404
        assert status(f"/letter/{name}/picture-8.png") == 404
        assert status(f"/letter/{name}/picture-9.png") == 404
        for path in (
            "letter.json",
            "../../secret.png",
            "..%2f..%2fsecret.png",
            "picture-1.png/../../../secret.png",
        ):
            assert status(f"/letter/{name}/{path}") == 404
        assert status("/letter/../secret.png") == 404


def test_a_foreign_host_gets_nothing(tmp_path):
    with AnswerDesk(tmp_path) as desk:
        for path in ("/", "/letters"):
            assert ask(desk.url, path, headers={"Host": "evil.example"})[0].status == 403


def test_a_folder_that_is_not_there_says_how_to_make_one(tmp_path):
    with pytest.raises(InputError, match=r"does not exist; a flight makes it.*--reasoner mailbox:"):
        AnswerDesk(tmp_path / "none")


def test_a_damaged_letter_does_not_end_the_desk(tmp_path):
    letter = posted(tmp_path, "navigation")
    (letter.folder / "letter.json").write_text("{")
    with AnswerDesk(tmp_path) as desk:
        assert ask(desk.url, f"/letter/{letter.folder.name}")[0].status == 422
        assert ask(desk.url, "/letters")[0].status == 200


def test_what_stands_in_the_place_of_an_answer_is_left_alone(tmp_path):
    letter = posted(tmp_path, "navigation")
    letter.answer_file.mkdir()
    with AnswerDesk(tmp_path) as desk:
        (told,) = json.loads(ask(desk.url, "/letters")[1])["letters"]
        path = f"/letter/{letter.folder.name}"
        again = ask(desk.url, f"{path}/answer", method="POST", body="{}", headers=own_headers(desk.url))[0]
        assert ask(desk.url, path)[0].status == 200
    assert told["is_answered"] and again.status == 409 and letter.answer_file.is_dir()


def test_a_mailbox_that_is_gone_does_not_end_the_desk(tmp_path):
    (tmp_path / "mail").mkdir()
    with AnswerDesk(tmp_path / "mail") as desk:
        (tmp_path / "mail").rmdir()
        assert ask(desk.url, "/letters")[0].status == 422
        (tmp_path / "mail").mkdir()
        assert ask(desk.url, "/letters")[0].status == 200


def test_results_are_marked_with_who_answers(tmp_path):
    with AnswerDesk(tmp_path, name=" Ada\nLovelace "):
        assert MailboxChat(tmp_path).name == "mailbox (Ada Lovelace)"


def test_an_answer_from_the_page_is_signed(tmp_path):
    letter = posted(tmp_path, "backtracking")
    with AnswerDesk(tmp_path, name="Ada") as desk:
        path, headers = f"/letter/{letter.folder.name}/answer", own_headers(desk.url)
        ask(desk.url, path, method="POST", body='{"node_id": 1}', headers=headers)
    assert letter.answered_by() == "Ada"


def test_the_question_has_its_values_under_their_titles(tmp_path):
    told = question_json(posted(tmp_path, "reflection"))
    assert [one["title"] for one in told["sections"]] == [
        "Subtask",
        "Progress before",
        "Plan before",
        "Skill flown",
        "Reason for it",
        "Anchor graph before",
        "The same anchors from the new pose",
    ]
    assert [one["caption"] for one in told["pictures"]] == ["View before", "View after"]
    assert told["system"].startswith("# Judge progress after a skill") and told["later"] == []


def narrow(role: str) -> dict[str, Any]:
    chosen = next(known for known in ROLES if known.name == role)
    messages = render(chosen, EXAMPLES[role](), PixelConvention())
    return narrowed(dict(chosen.schema), read_prompt(messages), [Shown("View", (512, 384))])


def narrow_briefed(role: str, **changed: Any) -> dict[str, Any]:
    """As the page has it for the profile plus."""
    chosen, request = briefed_example(next(known for known in ROLES if known.name == role))
    messages = render(chosen, replace(request, **changed), PixelConvention())
    shown = {"navigation": ["View ahead"], "reflection": ["View ahead before", "View ahead now"]}
    captions = [*shown[role], "Views to the left and to the right"]
    sizes = [(512, 384)] * len(shown[role]) + [(512, 256)]
    pictures = [Shown(*one) for one in zip(captions, sizes, strict=True)]
    return narrowed(dict(chosen.schema), read_prompt(messages), pictures)


def test_where_more_is_told_each_way_to_use_a_skill_has_a_form():
    schema = narrow_briefed("navigation", skills=(Skill.PIXEL, Skill.VIEW))
    forms = {one["title"]: one["properties"]["parameters"]["$ref"] for one in schema["oneOf"]}
    assert forms == {
        "Pixel Navigation": "#/$defs/SteeredPixelParameters",
        "View Rotation by an angle": "#/$defs/TurnParameters",
        "View Rotation after a look around": "#/$defs/ViewParameters",
    }
    fields = schema["oneOf"][0]["properties"]
    assert [one["title"] for one in fields["then"]["items"]["oneOf"]] == ["View Rotation"]
    assert [one["title"] for one in fields["wrong"]["items"]["oneOf"]] == ["1: red brick tower"]
    pixel = schema["$defs"]["SteeredPixelParameters"]["properties"]
    assert (pixel["pixel"]["picture"], pixel["pixel"]["prefixItems"][1]["maximum"]) == (0, 383)
    assert pixel["distance_m"]["maximum"] == PROFILES["plus"].planning.greatest_distance_m


def test_the_decision_inside_a_reflection_has_the_same_forms():
    schema = narrow_briefed("reflection", skills=(Skill.ALTITUDE, Skill.PIXEL))
    ongoing = schema["oneOf"][0]["properties"]
    decision = ongoing["next"]["anyOf"][0]
    assert [one["title"] for one in decision["oneOf"]] == ["Altitude Adjustment", "Pixel Navigation"]
    assert "anchors" not in decision["oneOf"][0]["properties"]
    climb = schema["$defs"]["AltitudeParameters"]["properties"]["delta_h_m"]
    assert climb["maximum"] == -climb["minimum"] == EXAMPLES["navigation"]().settings.greatest_climb_m
    assert schema["$defs"]["SteeredPixelParameters"]["properties"]["pixel"]["picture"] == 1
    assert ongoing["anchors"]["anyOf"][0]["maxItems"] == 3


def test_a_thing_is_pointed_at_in_the_picture_that_shows_its_side():
    anchors = narrow_briefed("reflection")["oneOf"][0]["properties"]["anchors"]["anyOf"][0]
    pixels = {one["title"]: one["properties"]["pixel"] for one in anchors["items"]["oneOf"]}
    assert {title: one["picture"] for title, one in pixels.items()} == {
        "thing ahead": 1,
        "thing to the left": 2,
        "thing to the right": 2,
        "free distance ahead": 1,
    }
    assert pixels["thing to the left"]["prefixItems"][0]["maximum"] == 255
    assert pixels["thing to the right"]["prefixItems"][0]["minimum"] == 256


def test_a_skill_asks_for_its_own_parameters_in_their_ranges():
    schema = narrow("navigation")
    forms = {
        one["properties"]["skill"]["const"]: one["properties"]["parameters"]["$ref"]
        for one in schema["oneOf"]
    }
    assert forms["Pixel Navigation"] == "#/$defs/PixelParameters"
    assert forms["View Rotation"] == "#/$defs/ViewParameters"
    pixel = schema["$defs"]["PixelParameters"]["properties"]
    assert [one["maximum"] for one in pixel["pixel"]["prefixItems"]] == [511, 383]
    settings = EXAMPLES["navigation"]().settings
    assert pixel["distance_m"]["maximum"] == settings.greatest_distance_m


def test_only_what_the_prompt_offers_can_be_chosen():
    nodes = narrow("backtracking")["properties"]["node_id"]["oneOf"]
    assert [one["const"] for one in nodes] == [0, 1] and "a wide street" in nodes[0]["title"]
    entries = narrow("landmark_selection")["properties"]["matches"]["prefixItems"]
    assert [one["const"] for one in entries[0]["properties"]["instance_id"]["oneOf"]] == ["O3", "O7", None]
    statuses = [one["properties"]["status"]["const"] for one in narrow("reflection")["oneOf"]]
    assert statuses == ["ONGOING", "COMPLETED"]
    anchors = narrow("anchor_query")["properties"]["anchors"]
    assert (anchors["minItems"], anchors["maxItems"]) == (3, 3)


def test_a_text_comes_with_the_value_it_has_now():
    ongoing = narrow("reflection")["oneOf"][0]["properties"]
    assert ongoing["next_plan"]["present"].startswith("Approach the red brick tower")
    assert ongoing["progress"]["present"] == "NotStarted"


def test_a_schema_of_another_make_is_left_as_it_is():
    messages = render(ROLES[3], EXAMPLES["navigation"](), PixelConvention())
    for odd in ({}, {"type": "object", "properties": {"skill": 3}}, {"properties": {}, "$defs": []}):
        assert narrowed(odd, read_prompt(messages), [Shown("View", (4, 4))]) == odd


def test_texts_that_must_say_something_are_those_the_replies_refuse_when_blank():
    refused = {
        name
        for role in ROLES
        for model in models_in(role.reply)
        for name, field in model.model_fields.items()
        if any(getattr(one, "func", None) is _not_blank for one in field.metadata)
    }
    ids = {"id", "landmark_id"}  # which the form does not ask for
    assert refused - ids == NEVER_BLANK


def models_in(model: type[BaseModel]) -> set[type[BaseModel]]:
    found, left = set(), [model]
    while left:
        kind = left.pop()
        if isinstance(kind, type) and issubclass(kind, BaseModel):
            if kind not in found:
                found.add(kind)
                left += [field.annotation for field in kind.model_fields.values()]
        else:
            left += [inner for inner in getattr(kind, "__args__", ()) if inner is not ...]
    return found


def test_a_letter_that_is_no_known_role_is_shown_word_for_word(tmp_path):
    from airanchor.reasoner.chat import Author, ImagePart, Message, TextPart

    parts = (TextPart("Look:\n"), ImagePart(np.zeros((4, 6, 3), np.uint8)))
    letter = Mailbox(tmp_path).post(ChatRequest((Message(Author.USER, parts),)))
    told = question_json(letter)
    assert told["sections"] == [{"title": "Question", "text": "Look:\n[picture-1.png]"}]
    assert told["pictures"][0]["size_px"] == (6, 4)
