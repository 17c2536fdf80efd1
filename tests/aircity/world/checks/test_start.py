"""The start that the conformance kit chooses for itself is one from which it can judge every rule."""

from collections.abc import Iterator

import numpy as np
import pytest

from aircity.city.render.renderer import Renderer
from aircity.city.surveyor import CitySurveyor
from aircity.city.world import CityWorld
from aircity.geometry import Camera
from aircity.world.checks import check_simulator, choose_start
from tests.contract.small_city import small_city

SCENE = small_city()


@pytest.fixture(scope="module")
def renderer() -> Iterator[Renderer]:
    shared = Renderer(SCENE)
    yield shared
    shared.close()


def test_every_rule_can_be_judged_from_a_chosen_start(renderer: Renderer) -> None:
    start = choose_start(CitySurveyor(SCENE, renderer=renderer), np.random.default_rng(0))
    camera = Camera.from_fov(96, 96)
    report = check_simulator(lambda: CityWorld(SCENE, camera=camera, renderer=renderer), start)
    assert report.skipped == (), str(report)


def test_choice_follows_the_seed(renderer: Renderer) -> None:
    surveyor = CitySurveyor(SCENE, renderer=renderer)
    first, again, other = (choose_start(surveyor, np.random.default_rng(seed)) for seed in (1, 1, 2))
    assert first == again != other
