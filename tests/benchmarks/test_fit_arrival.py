"""The fit of arrivals: notes become proofs as in flight, and shares are told with honest intervals."""

from typing import Any

import numpy as np
import pytest

from airanchor.embedded.rules.notes.proof import Proof
from airanchor.embedded.rules.words.names import Names
from airanchor.perception import Phrase
from airanchor.perception.text import load_text_encoder
from aircity.city.catalogue import SCENES
from benchmarks.fit.arrival import Closed, closed_parts, confirmed_at, figures, left_out, wilson
from benchmarks.fit.arrival_missions import MADE_UP, train_scenes


@pytest.fixture(scope="module")
def names() -> Names:
    return Names(load_text_encoder())


def _row(source: str | None, score: float, *, is_done: bool, true_m: float | None = 4.0) -> dict[str, Any]:
    track = {"label": "church", "bearing_deg": 0.0, "d_xy_m": 40.0, "dz_m": 0.0, "source": source}
    place = None if source is None else track
    return {
        "name": "suburb@1/00",
        "scene": "suburb@1",
        "manoeuvre": "to",
        "is_done": is_done,
        "values": {"subtask": "Fly to the church."},
        "told": [{"words": "church", "category": "church"}],
        "truth": [{"kind_m": true_m, "same_m": true_m}],
        "mentions": [
            {
                "label": "church",
                "category": "church",
                "attributes": [],
                "tracks": [place, place],
                "sights": [{"full": [[score, 3.0, 40.0, 30], [0.99, 80.0, 40.0, 30]]}, {"full": []}],
            }
        ],
    }


def _part(*, is_right: bool, scene: str = "a", kind: str = "present", best: float = 0.9) -> Closed:
    return Closed(f"{scene}/{best}", scene, kind, "church", True, is_right, Proof("church", 1, 0, best))


def test_the_proof_of_a_part_is_that_of_all_its_decisions(names: Names) -> None:
    rows = [_row(None, 0.9, is_done=False), _row("measured", 0.7, is_done=False)]
    (part,) = closed_parts([*rows, _row("estimated", 0.8, is_done=True)], names)
    assert part.proof == Proof("church", measured=1, missed=1, best=0.8, aside_deg=0.0)
    assert part.is_right
    assert part.may_be_confirmed


def test_a_kind_that_the_scene_lacks_is_absent_and_never_right(names: Names) -> None:
    (part,) = closed_parts([_row("measured", 0.9, is_done=True, true_m=None)], names)
    assert (part.kind, part.is_right) == ("absent", False)
    (far,) = closed_parts([_row("measured", 0.9, is_done=True, true_m=21.0)], names)
    assert (far.kind, far.is_right) == ("present", False)


def test_intervals_are_wilsons() -> None:
    assert wilson(0, 10) == pytest.approx((0.0, 0.2775), abs=1e-3)
    assert wilson(5, 10) == pytest.approx((0.2366, 0.7634), abs=1e-3)


def test_shares_count_flights_and_arrivals() -> None:
    parts = [
        _part(is_right=True),
        _part(is_right=True, best=0.3),
        _part(is_right=False, kind="absent", best=0.8),
    ]
    confirmed = confirmed_at(parts, np.array([0.9, 0.2, 0.7]), 0.55)
    found = figures(parts, confirmed, {"absent": 20, "made up": 10})
    assert (found["true arrivals called guessed"]["share"], found["true arrivals called guessed"]["of"]) == (
        1,
        2,
    )
    assert found["flights to absent kinds confirmed"]["share"] == 1
    assert found["flights to absent kinds confirmed"]["of"] == 20


def test_a_scene_is_judged_by_the_others_alone() -> None:
    parts = [
        _part(is_right=best > 0.5, scene=scene, best=best)
        for scene in "abc"
        for best in (0.1, 0.2, 0.8, 0.95)
    ]
    odd = [*parts, *(_part(is_right=best < 0.5, scene="odd", best=best) for best in (0.1, 0.95))]
    low, high = left_out(odd)[-2:]
    assert low < 0.5 < high


def test_scenes_are_made_for_training_and_made_up_names_are_unknown(names: Names) -> None:
    assert not {*train_scenes()} & {*SCENES}
    assert not any(scene.startswith(("canal-town", "seaside")) for scene in train_scenes())
    assert not any(names.knows(Phrase(name)) for name in MADE_UP)
