"""The memory by fitted odds: what merges, what is found, what is believed, what is missed."""

from dataclasses import asdict, replace

import numpy as np
import pytest

from airanchor.errors import InputError
from airanchor.memory import FrozenMemory, MemoryConfig, ObservationTime, SearchedView, Sokb
from airanchor.memory.checks import check_memory
from airanchor.memory.files.trust import check_config
from airanchor.memory.odds import MemoryOdds, chance_of, fitted_odds, log_odds_of
from airanchor.perception import Phrase
from aircity.geometry import Camera, Pose
from tests.airanchor.memory.scenes import WordEncoder, anchor

HERE = Pose.at(0.0, 0.0, 10.0)


def odds_config(**values: object) -> MemoryConfig:
    given = {"odds": fitted_odds(), "one_to_one": True, "match_threshold": 0.3, "split_attributes": True}
    return MemoryConfig().overlaid({**given, "retrieval_threshold": 0.02, "absence_range_m": 60.0, **values})


def at(step: int, episode: str = "e1") -> ObservationTime:
    return ObservationTime(episode, step)


def test_a_memory_by_odds_keeps_to_the_contract() -> None:
    check_memory(lambda: Sokb(WordEncoder(), odds_config()))


def test_the_papers_settings_have_no_odds() -> None:
    assert MemoryConfig().odds is None and MemoryConfig().absence_range_m == 0.0


def test_settings_with_odds_survive_a_file() -> None:
    config = odds_config()
    assert check_config(asdict(config), "here") == config


def test_unknown_and_unfit_weights_are_named() -> None:
    with pytest.raises(InputError, match="did you mean 'retrieval'"):
        MemoryConfig().overlaid({"odds": {"retrievel": {}}})
    with pytest.raises(InputError, match=r"odds.match.gap = 1000"):
        MemoryConfig().overlaid({"odds": {"match": {"gap": 1000}}})
    with pytest.raises(InputError, match="must be a table"):
        MemoryConfig().overlaid({"odds": 3})


def test_chances_and_log_odds_undo_each_other() -> None:
    for chance in (0.02, 0.3, 0.5, 0.97):
        assert chance_of(log_odds_of(chance)) == pytest.approx(chance)
    assert chance_of(-1000) == 0.0 and chance_of(1000) == 1.0


def test_a_right_thing_seen_twice_is_surer_than_one_sight_of_anything_alike() -> None:
    memory = Sokb(WordEncoder(), odds_config())
    once = memory.observe(anchor("kiosk", at=(60, 0), confidence=0.9), at(0)).instance_id
    twice = memory.observe(anchor("tower", at=(0, 0), confidence=0.9), at(1)).instance_id
    assert memory.observe(anchor("tower", at=(0, 0), confidence=0.9), at(2)).instance_id == twice
    assert memory.instance(str(twice)).confidence > memory.instance(str(once)).confidence


def test_something_else_in_the_very_place_makes_both_less_sure() -> None:
    memory = Sokb(WordEncoder(), odds_config())
    first = str(memory.observe(anchor("tower"), at(0)).instance_id)
    before = memory.instance(first).confidence
    second = str(memory.observe(anchor("pond"), at(1)).instance_id)
    assert second != first
    assert memory.instance(first).contradictions == memory.instance(second).contradictions == 1
    assert memory.instance(first).confidence < before
    assert "something else was seen once" in memory.explain(first)


def test_a_contradicting_look_counts_against_and_a_missing_one_does_not() -> None:
    memory = Sokb(WordEncoder(), odds_config())
    green = str(memory.observe(anchor("house", ("green",), at=(30, 0)), at(0)).instance_id)
    plain = str(memory.observe(anchor("house", at=(-30, 0)), at(1)).instance_id)
    blue = str(memory.observe(anchor("house", ("blue",), at=(0, 30)), at(2)).instance_id)
    found = memory.retrieve(Phrase("house", ("green",)), HERE)
    assert found[0].instance.id == green
    assert blue not in [one.instance.id for one in found]
    assert memory.retrieve(Phrase("house"), HERE).passed == 3
    assert plain in [one.instance.id for one in memory.retrieve(Phrase("house"), HERE)]


def looked(depth_m: float, missed: tuple[Phrase, ...] = ()) -> SearchedView:
    camera = Camera.from_fov(64, 64)
    return SearchedView(camera, HERE, np.full((64, 64), depth_m), missed)


def test_what_depth_looks_through_is_believed_less_and_comes_back_when_seen() -> None:
    memory = Sokb(WordEncoder(), odds_config())
    name = str(memory.observe(anchor("tower", at=(40, 0)), at(0)).instance_id)
    before = memory.instance(name).confidence
    (change,) = memory.note_absences(looked(90.0), at(1))
    assert (change.kind, change.instance_id) == ("absent", name) and "through" in change.reason
    once = memory.instance(name)
    assert 0.5 * before < once.confidence < before and once.absences == 1
    memory.observe(anchor("tower", at=(40, 0)), at(2))
    assert memory.instance(name).absences == 0 and memory.instance(name).confidence >= before


def test_what_is_hidden_or_far_or_just_seen_is_not_missed() -> None:
    memory = Sokb(WordEncoder(), odds_config())
    memory.observe(anchor("tower", at=(40, 0)), at(0))
    assert memory.note_absences(looked(90.0), at(0)) == ()
    assert memory.note_absences(looked(10.0), at(1)) == ()
    assert memory.note_absences(looked(np.nan), at(1)) == ()
    memory.observe(anchor("pylon", at=(75, 0)), at(1))
    assert [one.instance_id for one in memory.note_absences(looked(150.0), at(2))] == ["O1"]


def test_a_name_that_was_asked_for_in_vain_in_plain_sight_is_missed() -> None:
    memory = Sokb(WordEncoder(), odds_config())
    name = memory.observe(anchor("tower", at=(40, 0)), at(0)).instance_id
    assert memory.note_absences(looked(40.0), at(1)) == ()
    assert memory.note_absences(looked(40.0, (Phrase("pond"),)), at(1)) == ()
    assert memory.note_absences(looked(40.0, (Phrase("tower"),)), at(1))[0].instance_id == name


def test_neither_the_paper_nor_a_frozen_memory_holds_absences_against_anything() -> None:
    memory = Sokb(WordEncoder(), MemoryConfig())
    memory.observe(anchor("tower", at=(40, 0)), at(0))
    assert memory.note_absences(looked(90.0), at(1)) == ()
    assert FrozenMemory(Sokb(WordEncoder(), odds_config())).note_absences(looked(90.0), at(1)) == ()


def test_two_names_for_one_region_may_be_one_thing_and_two_regions_may_not() -> None:
    memory = Sokb(WordEncoder(), odds_config())
    one = replace(anchor("tower"), box_px=(10, 10, 50, 50))
    assert len({change.instance_id for change in memory.observe_frame([one, one], at(0))}) == 1
    apart = Sokb(WordEncoder(), odds_config())
    other = replace(one, box_px=(60, 10, 90, 50))
    assert len({change.instance_id for change in apart.observe_frame([one, other], at(0))}) == 2


def test_weights_of_nothing_believe_nothing_more_than_even() -> None:
    memory = Sokb(WordEncoder(), odds_config(odds=MemoryOdds()))
    name = str(memory.observe(anchor("tower"), at(0)).instance_id)
    assert memory.instance(name).confidence == 0.5
