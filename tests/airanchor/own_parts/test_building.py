"""Parts by name: what is built, what is refused and how, and what results say of them."""

from pathlib import Path

import pytest

from airanchor import own_parts
from airanchor.errors import InputError, PartFailed
from airanchor.flight import Mission, Navigator, launch
from airanchor.own_parts import PartKind
from airanchor.perception import Detector
from aircity.world.box_world import START, BoxWorld
from tests.airanchor.own_parts.outside import package

NUMBERS = iter(range(1000))


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    name = f"mine_{next(NUMBERS)}"
    points = {"agents": f"climber = {name}:climb", "detectors": f"blank = {name}:Nameless"}
    return package(tmp_path, monkeypatch, name, **points)


def built(name: str, kind: PartKind = PartKind.AGENT, protocol: type = Navigator) -> Navigator:
    own_parts.grant(name)
    return own_parts.build_part(kind, name, protocol, {"equipment": Lent()} if kind is PartKind.AGENT else {})


class Lent:
    episode = "e1"


def fly(navigator: Navigator) -> object:
    with own_parts.blamed():
        return launch(navigator, Mission("Up.", "boxes", START), BoxWorld())


def test_a_function_builds_with_what_it_takes(mine: str) -> None:
    assert built(f"{mine}:climb").name == "climber"
    assert built(f"{mine}:tells").name == "told e1"


def test_an_entry_point_is_a_name(mine: str) -> None:
    assert "climber" in own_parts.entry_names(PartKind.AGENT)
    assert built("climber").name == "climber"
    assert own_parts.entry_words(PartKind.AGENT, "climber") == f"{mine}:climb of {mine} 1.2"


def test_results_tell_package_version_and_hash(mine: str) -> None:
    built("climber")
    told = own_parts.facts({PartKind.AGENT: "climber", PartKind.DETECTOR: "embedded"})
    assert set(told) == {"agent_part"}
    assert told["agent_part"].startswith(f"{mine}:climb, {mine} 1.2, sha256 ")


@pytest.mark.parametrize(
    ("attribute", "words"),
    [
        ("nowhere.at.all:X", "there is no module 'nowhere'"),
        ("{}:clim", "has no 'clim'; did you mean 'climb'"),
        ("{}:needs_two", "needs the arguments one, two"),
        ("{}:breaks", r"raised RuntimeError: no battery \(.*\.py:\d+\)"),
        ("{}:NUMBER", "is a int without name, fly"),
        ("{}:Nameless", "without fly"),
    ],
)
def test_what_cannot_be_built_is_named(mine: str, attribute: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        built(attribute.format(mine))


def test_a_module_that_raises_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "broken_one.py").write_text("import nothing_of_the_kind\n", "utf-8")
    (tmp_path / "broken_two.py").write_text("1 +\n", "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(InputError, match="needs 'nothing_of_the_kind', which is not installed"):
        built("broken_one:X")
    with pytest.raises(InputError, match="importing broken_two raised SyntaxError"):
        built("broken_two:X")


def test_a_part_without_a_name_is_refused(mine: str) -> None:
    with pytest.raises(InputError, match="its name must be a text"):
        built(f"{mine}:Nameless", PartKind.DETECTOR, Detector)


def test_a_name_that_only_a_file_holds_is_never_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    witness = tmp_path / "loaded"
    (tmp_path / "of_others.py").write_text(f"open({str(witness)!r}, 'w')\n", "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(InputError, match=r"no file may choose what is run.*--agent of_others:X"):
        own_parts.load_part(PartKind.AGENT, "of_others:X")
    assert not witness.exists()


def test_what_a_part_raises_in_flight_is_told_with_its_line(mine: str) -> None:
    navigator = built(f"{mine}:falls")
    with pytest.raises(PartFailed, match=rf"{mine}:falls raised ZeroDivisionError: .*{mine}\.py:\d+"):
        fly(navigator)


def test_unknown_names_come_with_the_closest_and_those_installed(mine: str) -> None:
    error = own_parts.unknown(PartKind.AGENT, "climbr", ("airanchor",))
    assert "did you mean 'climber'?" in str(error) and "airanchor, climber" in str(error)
