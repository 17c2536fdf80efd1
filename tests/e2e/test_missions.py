"""The agent, with rules for reasoning and embedded perception, flies missions and its paths are judged.

Fly-straight flies the same missions: what it solves too would prove nothing.
"""

import tomllib
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from importlib.resources import files

import pytest

from airanchor.assembly import Stack, load_stack
from airanchor.config import load_settings
from airanchor.flight import Ending, Flight, Mission, Navigator, launch
from airanchor.reasoner.roles import Skill
from aircity.city.city import City
from aircity.cli.worlds import open_city
from aircity.geometry import Pose
from tests.e2e.flight_plan import FlightPlan
from tests.e2e.missions import MISSIONS, NOT_YET, UNSTEADY, WANTED
from tests.e2e.straight import FlyStraight

SOLVED = tuple(plan for plan in MISSIONS if plan.name not in NOT_YET and plan.name not in UNSTEADY)

Opener = Callable[[str], City]


@pytest.fixture(scope="module")
def stack() -> Stack:
    return load_stack(load_settings("embedded"))


@pytest.fixture(scope="module")
def opened() -> Iterator[Opener]:
    """Opens each city once."""
    with ExitStack() as cities:
        known: dict[str, City] = {}

        def city_of(scene: str) -> City:
            if scene not in known:
                known[scene] = cities.enter_context(open_city(scene))
            return known[scene]

        yield city_of


def fly(plan: FlightPlan, navigator: Navigator, city: City) -> Flight:
    """One flight; the navigator is told the instruction, the scene's name and the start."""
    mission = Mission(plan.instruction, plan.scene, plan.start)
    return launch(navigator, mission, city.world(), envelope=load_settings("embedded").envelope)


def fly_agent(plan: FlightPlan, stack: Stack, city: City, perception: str = "embedded") -> Flight:
    """The agent's flight, with an empty memory."""
    with stack.memory_store(None) as store, store.episode(plan.scene, plan.name) as transaction:
        navigator = stack.navigator(
            "airanchor",
            reasoner=stack.reasoner(),
            detector=stack.detector(perception, (city.scene, city.renderer)),
            memory=transaction.memory,
            episode=plan.name,
        )
        return fly(plan, navigator, city)


def faults(plan: FlightPlan, flight: Flight, city: City) -> list[str]:
    """What is wrong with the flight."""
    found = [fault for check in plan.checks if (fault := check(flight.trajectory, city.scene))]
    unused = [f"did not use {skill.value}" for skill in plan.needs if not flight.skills.get(skill.value)]
    return [*found, *unused]


def grouped(plans: tuple[FlightPlan, ...]) -> list[object]:
    """One test per mission; those of one city share a worker."""
    return [pytest.param(plan, id=plan.name, marks=pytest.mark.xdist_group(plan.scene)) for plan in plans]


@pytest.mark.parametrize("plan", grouped(SOLVED))
def test_the_path_does_what_the_instruction_says(plan: FlightPlan, stack: Stack, opened: Opener) -> None:
    city = opened(plan.scene)
    flight = fly_agent(plan, stack, city)
    assert faults(plan, flight, city) == []
    assert flight.ending in (Ending.COMPLETED, Ending.GUESSED)  # a right path may have no proof of it
    assert flight.collisions == 0


@pytest.mark.slow
@pytest.mark.parametrize("plan", grouped(tuple(plan for plan in MISSIONS if plan.name in UNSTEADY)))
def test_unsteady_missions_too(plan: FlightPlan, stack: Stack, opened: Opener) -> None:
    city = opened(plan.scene)
    assert faults(plan, fly_agent(plan, stack, city), city) == []


@pytest.mark.slow
@pytest.mark.parametrize("plan", grouped(tuple(plan for plan in MISSIONS if plan.name in NOT_YET)))
def test_missions_that_are_not_solved_yet(plan: FlightPlan, stack: Stack, opened: Opener) -> None:
    """Kept to be solved; until then they end in order: with STOP, within the budget, without a collision."""
    city = opened(plan.scene)
    flight = fly_agent(plan, stack, city)
    assert flight.collisions == 0
    assert flight.iterations <= 20
    if wrong := faults(plan, flight, city):
        pytest.xfail(f"{NOT_YET[plan.name]}; {'; '.join(wrong)}")


@pytest.mark.parametrize("plan", grouped(MISSIONS))
def test_flying_straight_is_no_solution(plan: FlightPlan, opened: Opener) -> None:
    city = opened(plan.scene)
    flight = fly(plan, FlyStraight(plan.length_m), city)
    assert [fault for check in plan.checks if (fault := check(flight.trajectory, city.scene))]


def test_what_is_solved_covers_every_skill_and_relation() -> None:
    assert {*NOT_YET, *UNSTEADY} <= {plan.name for plan in MISSIONS}
    assert len(SOLVED) >= 10
    # To go back one must first be lost: no mission says when, so the skill has tests of its own.
    assert {skill for plan in SOLVED for skill in plan.needs} >= set(Skill) - {Skill.BACKTRACK}
    assert {shown for plan in SOLVED for shown in plan.shows} >= set(WANTED)


def test_the_mission_of_the_demo_is_one_that_is_solved() -> None:
    demo = tomllib.loads(files("airanchor.cli.fly").joinpath("demo_mission.toml").read_text(encoding="utf-8"))
    (plan,) = (plan for plan in SOLVED if plan.instruction == demo["instruction"])
    assert (plan.scene, plan.start) == (demo["scene"], Pose.at(*demo["start"]))
