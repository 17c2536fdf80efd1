"""What results are broken down by."""

from collections import Counter
from dataclasses import replace

import pytest

from airanchor.bench.episodes import load_split
from airanchor.bench.report import trait_by
from airanchor.errors import InputError
from tests.airanchor.bench.report.flown import result


@pytest.fixture(scope="module")
def dev():
    return load_split("dev")


def test_a_voice_is_looked_up_by_the_episode(dev):
    voice = trait_by("voice", dev)
    told = Counter(voice(replace(result(0, 0.0), episode_id=one.episode_id)) for one in dev)
    assert sum(told.values()) == len(dev) and len(told) > 2 and "not known" not in told
    assert voice(result(0, 0.0)) == "not known"


def test_landmarks_are_counted_once_each(dev):
    landmarks = trait_by("landmarks", dev)
    one = dev[0]
    seen = {leg["landmark"] for leg in one.facts["legs"] if leg.get("landmark") is not None}
    assert landmarks(replace(result(0, 0.0), episode_id=one.episode_id)) == str(len(seen))
    bare = replace(one, facts={})
    assert trait_by("landmarks", [bare])(replace(result(0, 0.0), episode_id=one.episode_id)) == "not known"


def test_the_scene_is_in_the_result():
    assert trait_by("scene")(result(0, 0.0, scene="hill")) == "hill"


def test_style_and_ending_are_in_the_result_too():
    told = replace(result(0, 0.0, scene="copper-bay"), ending="not found")
    assert (trait_by("style")(told), trait_by("ending")(told)) == ("harbour", "not found")
    assert trait_by("style")(replace(told, scene_id="campus@7")) == "campus"
    assert trait_by("style")(replace(told, scene_id="my-town")) == "not known"


def test_an_unknown_trait_is_refused():
    with pytest.raises(InputError, match="valid are scene, style, ending, voice, landmarks"):
        trait_by("weather")
