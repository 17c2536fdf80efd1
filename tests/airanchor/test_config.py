"""Settings: every value of the paper's table, overlays that name their mistakes, and what a trace keeps."""

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from airanchor.agent.skills import panorama_offsets_deg
from airanchor.config import PROFILES, load_settings
from airanchor.errors import InputError
from airanchor.memory import MemoryConfig
from airanchor.reasoner.roles import Skill
from aircity.geometry import Camera
from aircity.world import StepSizes

PAPER = PROFILES["paper"]
TABLE: list[tuple[str, Any, Any]] = [  # what, our value, the paper's
    ("RGB and depth resolution", (Camera.from_fov().width_px, Camera.from_fov().height_px), (512, 512)),
    ("queried anchors K", PAPER.anchors.count, 3),
    ("directional depth window", PAPER.anchors.window_px, 5),
    ("reliable depth D_max", PAPER.anchors.reliable_range_m, 100.0),
    ("far-object threshold", PAPER.anchors.far_threshold, 0.50),
    ("Grounded-SAM box threshold", PAPER.anchors.box_threshold, 0.30),
    ("Grounded-SAM text threshold", PAPER.anchors.text_threshold, 0.25),
    ("type bank", MemoryConfig().type_bank_size, 3),
    ("appearance bank", MemoryConfig().appearance_bank_size, 3),
    ("visual bank", MemoryConfig().visual_bank_size, 3),
    ("type threshold", MemoryConfig().type_threshold, 0.55),
    ("geometry gate", MemoryConfig().gate_m, 20.0),
    ("lambda_G", MemoryConfig().geometry_balance, 0.5),
    ("sigma_G", MemoryConfig().distance_scale_m, 10.0),
    ("lambda_S", MemoryConfig().semantic_balance, 0.5),
    ("w_G", MemoryConfig().geometry_weight, 0.40),
    ("w_S", MemoryConfig().semantic_weight, 0.35),
    ("w_V", MemoryConfig().visual_weight, 0.25),
    ("match threshold", MemoryConfig().match_threshold, 0.65),
    ("confidence rate", MemoryConfig().confidence_rate, 0.20),
    ("lambda_B", MemoryConfig().bank_balance, 0.50),
    ("lambda_R", MemoryConfig().retrieval_balance, 0.50),
    ("beta_q", MemoryConfig().reliability_floor, 0.80),
    ("retrieval threshold", MemoryConfig().retrieval_threshold, 0.50),
    ("retrieval radius", MemoryConfig().retrieval_radius_m, 80.0),
    ("retrieval top-K", MemoryConfig().retrieval_count, 3),
    ("epsilon", MemoryConfig().coverage_epsilon_m2, 1e-6),
    ("lambda_step", PAPER.agent.iterations_per_subgoal, 3),
    ("backtracking limit", PAPER.agent.backtracks, 2),
    ("episode budget", PAPER.agent.iterations, 20),
    ("least pixel travel", PAPER.planning.least_distance_m, 5.0),
    ("greatest pixel travel", PAPER.planning.greatest_distance_m, 50.0),
    ("safety margin", PAPER.planning.safety_margin_m, 2.0),
    ("greatest altitude change", PAPER.planning.greatest_climb_m, 30.0),
    ("panorama", panorama_offsets_deg(PAPER.agent.panorama_views), (0, 45, 90, 135, 180, -135, -90, -45)),
    ("turn", round(StepSizes().turn_rad * 57.29577951308232, 9), 15.0),
    ("skills", PAPER.agent.skills, tuple(Skill)),
    ("temperature", PAPER.reasoner.temperature, 0.0),
    ("repairs", PAPER.reasoner.repairs, 1),
    ("lateral clearance", PAPER.planning.lateral_clearance_m, 0.0),
]


@pytest.mark.parametrize(("what", "ours", "paper"), TABLE, ids=[row[0] for row in TABLE])
def test_the_paper_profile_is_the_paper(what: str, ours: Any, paper: Any) -> None:
    assert ours == paper


def test_the_memory_of_the_paper_profile_is_not_overlaid() -> None:
    assert PAPER.memory == {}


def test_a_file_and_single_values_lie_over_the_profile(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('[agent]\niterations = 7\nskills = ["Pixel Navigation"]\n[memory]\nretrieval_count = 5\n')
    settings = load_settings("paper", file=file, sets=["agent.backtracks=0", "envelope.north_m=[-10, 20]"])
    assert settings.agent.iterations == 7
    assert settings.agent.skills == (Skill.PIXEL,)
    assert settings.agent.backtracks == 0
    assert settings.memory == {"retrieval_count": 5}
    assert settings.envelope.north_m == (-10, 20)
    assert settings.planning == PAPER.planning


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("agent.iteration=3", "did you mean 'iterations'"),
        ("agnet.iterations=3", "did you mean 'agent'"),
        ("agent.iterations=0", "iterations = 0 must be from 1 to 10000"),
        ("agent.iterations=many", "agent.iterations = 'many'"),
        ("agent.skills=['Fly']", "Pixel Navigation"),
        ("iterations=3", "SECTION.NAME=VALUE"),
        ("planning.safety_margin_m=-1", "safety_margin_m = -1"),
        ("agent..iterations=3", "SECTION.NAME=VALUE"),
        ("rulebook.legs.neer_m=40", "'rulebook.legs' has no setting 'neer_m'; did you mean 'near_m'"),
        ("rulebook.lgs.near_m=40", "'rulebook' has no setting 'lgs'; did you mean 'legs'"),
        ("rulebook.near_spread_m=9", "did you mean 'legs.near_spread_m'"),
        ("rulebook.legs.near_m=4000", "legs near_m = 4000.0 must be between 5.0 and 200.0"),
        ("rulebook.legs.near_m=far", "setting rulebook.legs.near_m = 'far'"),
        ("rulebook.legs=40", "rulebook.legs is a group of settings such as rulebook.legs.to_m, not 40"),
        ("rulebook.near_m.to_m=40", "setting rulebook.near_m = {'to_m': 40}"),
    ],
)
def test_mistakes_are_named_with_their_fix(text: str, message: str) -> None:
    with pytest.raises(InputError, match=re.escape(message)):
        load_settings("paper", sets=[text])


def test_settings_in_groups_are_reached_by_name_and_by_table(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("[rulebook]\nnear_m = 20\n[rulebook.legs]\nnear_m = 40\nfar_m = 90\n")
    sets = ["rulebook.legs.far_m=100", "rulebook.state.wider=[1.0, 1.5]", "rulebook.looks=3"]
    rules = load_settings("paper", file=file, sets=sets).rulebook
    assert (rules.near_m, rules.looks, rules.state.wider) == (20.0, 3, (1.0, 1.5))
    changed = replace(PAPER.rulebook.legs, near_m=40.0, far_m=100.0)
    assert rules == replace(
        PAPER.rulebook,
        near_m=20.0,
        looks=3,
        legs=changed,
        state=replace(PAPER.rulebook.state, wider=(1.0, 1.5)),
    )


def test_a_trace_keeps_the_groups_beside_the_names_it_always_had() -> None:
    plain = PAPER.to_json()["rulebook"]
    assert isinstance(plain, dict) and isinstance(plain["legs"], dict)
    assert (plain["near_m"], plain["legs"]["near_m"]) == (15.0, 36.0)


def test_an_unknown_profile_lists_the_known() -> None:
    with pytest.raises(InputError, match="paper, embedded"):
        load_settings("papre")


@pytest.mark.parametrize("name", PROFILES)
def test_settings_are_plain_json(name: str) -> None:
    plain = load_settings(name).to_json()
    assert json.loads(json.dumps(plain, allow_nan=False)) == plain
    assert plain["profile"] == name
