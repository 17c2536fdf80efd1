"""Settings of the rulebook: every number in one place, with a range, help text and, if fitted, provenance."""

import ast
import json
import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from importlib import resources
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from airanchor.embedded.rules import config as settings
from airanchor.embedded.rules.config import RulebookConfig
from airanchor.embedded.rules.config.fitted import LEG_FILE, ODDS_FILE
from airanchor.embedded.rules.config.ranges import ranges_of
from airanchor.errors import InputError

CONFIG = RulebookConfig()
FOLDER = Path(settings.__file__).parent
RULES = FOLDER.parent
LEFT = {
    "moves/answers.py": ("LOOK_DEG", "LOOKS", "MAX_SEEN"),  # a quarter turn, those that show all around; text
    "moves/course.py": ("STEP_M", "CLIMB_M", "TURN_DEG", "MAX_ACTIONS", "MAX_WORDS"),  # the actions; text
    "moves/courses.py": ("_SIDES",),  # what left and right are
    "moves/situation.py": ("HALF_VIEW_DEG",),  # the camera's
    "notes/intent.py": ("MAX_REASON",),
    "notes/leg_evidence.py": ("MAX_LEGS",),
    "notes/note.py": ("FARTHEST_M",),  # a bound of notes, which anybody may write
    "notes/orbit.py": ("FULL_DEG",),
    "notes/past.py": ("MAX_PAST", "MAX_WORDS", "MAX_SENTENCE"),
    "notes/progress.py": ("MAX_PROOFS", "MAX_SEEN"),
    "notes/track.py": ("MAX_LABEL", "MAX_TRACKS"),
    "peers/mapgpt/choice.py": ("MAX_THOUGHTS",),  # ends a loop
    "peers/finecog/flying.py": ("MAX_COURSES",),  # ends a loop
    "peers/finecog/language.py": ("MAX_SENTENCES",),
    "peers/finecog/moment.py": ("MAX_MIND", "WARNING_INDEX"),  # text; a place in a list
    "peers/finecog/told_view.py": ("SIZE_PX", "MOST_READ"),  # the picture that words stand for; text
    "peers/navgpt/action.py": ("MAX_LEGS",),  # ends a loop
    "peers/navgpt/caption.py": ("MOST_NAMED", "MOST_OTHERS"),  # text
    "peers/navgpt/summary.py": ("LONGEST",),
    "peers/mind.py": ("MAX_JUDGEMENTS", "MOST_KEPT"),  # ends a loop; text
    "peers/typefly/listing.py": ("MOST_LANDMARKS",),  # of a text that are looked for
    "peers/typefly/programming.py": ("TURN_DEG", "LEAST_M", "MOST_M", "MOST_TURN_DEG"),  # what motions take
    "peers/typefly/scene_lines.py": ("MOST_LINES",),
    "roles/action.py": ("MAX_COURSES",),  # ends a loop
    "roles/anchor_query.py": ("MAX_ATTRIBUTES",),
    "roles/decomposition.py": (
        "MAX_SUBTASKS",
        "MAX_SUBGOALS",
        "MAX_LANDMARKS",
        "MAX_ATTRIBUTES",
        "MAX_TEXT",
        "_LONGEST_SELECTOR",
    ),
    "roles/panorama.py": ("STAY_DEG",),  # stands for no turn
    "space/openings.py": ("UNMEASURED_M",),  # where the graph's distances end
    "space/pointers.py": ("ASKED_FIRST",),  # a place in a list
    "transport.py": ("MAX_PROMPT",),
    # Bounds of what the fitted weights of legs.json are multiplied by; other bounds need another fit.
    "verdicts/legs.py": ("LEAST_SCORE", "MOST_SCORE", "MOST_COUNTED", "SHORT_M"),
    "words/names.py": ("MAX_TAIL",),  # words of a name that are tried
}
"""Numbers that may stand outside the settings, since none is a matter of judgement. This may only shrink."""


def groups(config: Any = CONFIG) -> Iterator[Any]:
    """The settings and all their groups."""
    yield config
    for field in fields(config):
        if is_dataclass(value := getattr(config, field.name)):
            yield from groups(value)


NUMBERS = [(group, name) for group in groups() for name in ranges_of(group)]


def test_every_setting_is_a_group_or_has_a_range() -> None:
    assert len(NUMBERS) > 170
    for group in groups():
        own = {field.name for field in fields(group) if not is_dataclass(getattr(group, field.name))}
        assert own == set(ranges_of(group))


def test_groups_say_where_they_stand() -> None:
    for field in fields(CONFIG):
        group = getattr(CONFIG, field.name)
        if is_dataclass(group):
            assert group.place == f"rulebook {field.name}"


@pytest.mark.parametrize(
    ("group", "name"), NUMBERS, ids=[f"{group.place} {name}".replace(" ", ".") for group, name in NUMBERS]
)
def test_values_outside_are_refused_by_name(group: Any, name: str) -> None:
    least, most = ranges_of(group)[name]
    own = {field.name: getattr(group, field.name) for field in fields(group)}
    for value in (least - 1, most + 1):
        wrong = (value,) if isinstance(own[name], tuple) else value
        with pytest.raises(
            InputError, match=rf"{group.place} {name} = .* must be between {least} and {most}"
        ):
            type(group)(**{**own, name: wrong})


def test_every_setting_has_help_text() -> None:
    classes = [
        node
        for file in FOLDER.glob("*.py")
        for node in ast.parse(file.read_text("utf-8")).body
        if isinstance(node, ast.ClassDef)
    ]
    assert len(classes) >= len(list(groups()))
    for one in classes:
        for item, after in pairwise((*one.body, None)):
            if isinstance(item, ast.AnnAssign) and "ClassVar" not in ast.unparse(item.annotation):
                has_help = isinstance(after, ast.Expr) and isinstance(ast.literal_eval(after.value), str)
                assert has_help, f"{one.name}.{ast.unparse(item.target)} has no text after it"


@pytest.mark.parametrize("file", [LEG_FILE, ODDS_FILE])
def test_what_was_fitted_says_where_it_comes_from(file: str) -> None:
    stored = json.loads(resources.files(settings).joinpath(file).read_text("utf-8"))
    assert stored["measured_by"].startswith(f"python -m benchmarks.fit.{Path(file).stem}")
    assert stored["split"] == "train"
    assert stored["chosen"] and stored["measured"]


def test_the_settings_hold_what_the_files_hold() -> None:
    legs, odds = (
        json.loads(FOLDER.joinpath(file).read_text("utf-8"))["values"] for file in (LEG_FILE, ODDS_FILE)
    )
    for name, values in {**legs, **odds}.items():
        assert values == {
            one.name: getattr(getattr(CONFIG, name), one.name) for one in fields(getattr(CONFIG, name))
        }


def test_every_setting_is_read_by_a_rule() -> None:
    source = "\n".join(file.read_text("utf-8") for file in RULES.rglob("*.py") if FOLDER not in file.parents)
    read = set(re.findall(r"\.(\w+)\b", source))
    assert {name for group in groups() for name in (one.name for one in fields(group))} - read == set()


def numeric_constants(source: str) -> set[str]:
    """Names that a module gives to numbers, alone or within tuples, lists, sets or dictionaries."""
    found = set()
    for node in ast.parse(source).body:
        if (
            isinstance(node, ast.Assign | ast.AnnAssign)
            and node.value is not None
            and _holds_number(node.value)
        ):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            found |= {one.id for target in targets for one in ast.walk(target) if isinstance(one, ast.Name)}
    return found


def _holds_number(value: ast.expr) -> bool:
    if isinstance(value, ast.Tuple | ast.List | ast.Set):
        return any(map(_holds_number, value.elts))
    if isinstance(value, ast.Dict):
        return any(map(_holds_number, value.values))
    if isinstance(value, ast.UnaryOp):
        return _holds_number(value.operand)
    if isinstance(value, ast.BinOp):
        return _holds_number(value.left) and _holds_number(value.right)
    return isinstance(value, ast.Constant) and type(value.value) in (int, float)


def test_numeric_constants_are_found() -> None:
    source = 'A, B = 1.0, -2\nC: float = 3.0\nD = {"x": (1, 2)}\nE = ("word",)\nF = A\nG = 2 * 3\nH = True\n'
    assert numeric_constants(source) == {"A", "B", "C", "D", "G"}


def test_no_number_of_judgement_stands_outside_the_settings() -> None:
    files = [file for file in RULES.rglob("*.py") if FOLDER not in file.parents]
    assert len(files) > 40
    found = {file.relative_to(RULES).as_posix(): numeric_constants(file.read_text("utf-8")) for file in files}
    left = {name: set(names) for name, names in LEFT.items()}
    assert {name: names for name, names in found.items() if names} == left
