"""Every golden case of the memory: scores, association, fusion, banks, retrieval."""

from dataclasses import fields
from typing import Any

import numpy as np
import pytest

from airanchor.memory import Instance, MemoryConfig, ObservationTime, Sokb, Type
from airanchor.memory.associator import compatible_types, decide, gate
from airanchor.memory.bank import Bank, least_useful, utilities
from airanchor.memory.lookup.register import Register
from airanchor.memory.observed import EncodedObservation, Wording
from airanchor.memory.retrieval import passes, retrieve, score_instances
from airanchor.memory.similarity import (
    best_in_bank,
    calibrated_rank,
    closeness,
    coverage,
    geometry_score,
    match_score,
    reaches,
    semantic_score,
    updated_confidence,
    within,
)
from aircity.geometry import Extent, Footprint, Pose
from tests.paper.goldens import cases, meta

Case = dict[str, Any]
CONFIG = MemoryConfig(vector_precision="float64")
START = ObservationTime("golden", 0)


def close(expected: Any) -> Any:
    return pytest.approx(expected, abs=meta()["tolerance"], rel=0)


def maybe_close(actual: float | None, expected: float | None) -> None:
    assert (actual is None) == (expected is None)
    if expected is not None:
        assert actual == close(expected)


def bank_of(entries: list[Case], precision: str = "float64") -> Bank:
    bank = Bank.empty(precision)
    for entry in entries:
        bank = bank.with_entry(entry["vec"], entry.get("q", 1.0), entry.get("text"), capacity=99, balance=0.5)
    return bank


def extent_of(vertices: Any, z: Any) -> Extent:
    return Extent(Footprint.hull_of(vertices), *z)


def register_of(memory: Case, precision: str = "float64") -> Register:
    register = Register()
    types, instances = [], []
    for group in memory["types"]:
        types.append(Type(group["id"], bank_of(group["labels"], precision)))
        for item in group["instances"]:
            banks = bank_of(item["app"], precision), bank_of(item.get("vis", []), precision)
            extent = extent_of(item["R"], item["z"])
            instances.append(
                Instance(item["id"], group["id"], *banks, extent, item["q"], 1, START, START, ())
            )
    register.fill(types, instances)
    return register


def wording_of(inputs: Case) -> Wording:
    appearance = None if inputs["l_A"] is None else np.array(inputs["l_A"])
    return Wording("category", np.array(inputs["l_T"]), None if appearance is None else "looks", appearance)


@cases("geometry_score")
def test_geometry_score(inputs: Case, expected: Case) -> None:
    observed, stored = extent_of(inputs["R_i"], (0, 1)), extent_of(inputs["R_j"], (0, 1))
    distance_m = observed.bev_distance_m(stored)
    assert distance_m == close(expected["d_bev"])
    assert within(distance_m, CONFIG.gate_m) == expected["passes_gate"]
    s_cov = coverage(observed.bev_overlap_m2(stored), observed.footprint.area_m2, CONFIG.coverage_epsilon_m2)
    s_dist = closeness(distance_m, CONFIG.distance_scale_m)
    assert s_cov == close(expected["S_cov"])
    assert s_dist == close(expected["S_dist"])
    assert geometry_score(s_cov, s_dist, CONFIG.geometry_balance) == close(expected["S_G"])


@cases("semantic_score")
def test_semantic_score(inputs: Case, expected: Case) -> None:
    s_t = best_in_bank(inputs["l_T"], np.array(inputs["B_T"]))
    s_a = None if inputs["l_A"] is None else best_in_bank(inputs["l_A"], np.array(inputs["B_A"]))
    maybe_close(s_t, expected["S_T"])
    maybe_close(s_a, expected["S_A"])
    assert s_t is not None
    assert semantic_score(s_t, s_a, CONFIG.semantic_balance) == close(expected["S_S"])


@cases("association")
def test_association(inputs: Case, expected: Case) -> None:
    register = register_of(meta()["association_memory"])
    given = inputs["anchor"]
    observed = EncodedObservation(
        wording_of(given), np.array(given["v"]), extent_of(given["R"], given["z"]), given["q"]
    )
    decision = decide(observed, register, CONFIG)
    assert register.type_cosines(observed.wording.category_vector) == close(expected["S_T"])
    assert [type_id for type_id, _ in decision.compatible] == expected["C_T"]
    assert decision.best_type_id == expected.get("m_star")
    assert [score.instance_id for score in decision.scores] == [
        row["id"] for row in expected.get("candidates", [])
    ]
    for score, row in zip(decision.scores, expected.get("candidates", []), strict=True):
        terms = (score.bev_distance_m, score.s_cov, score.s_dist, score.s_g, score.s_s, score.s_v, score.s_m)
        names = ("d_bev", "S_cov", "S_dist", "S_G", "S_S", "S_V", "S_M")
        assert terms == close(tuple(row[name] for name in names))
        maybe_close(score.s_a, row["S_A"])
        assert score.type_id == row["type"]
    if "j_star" in expected:
        assert decision.best is not None
        assert decision.best.instance_id == expected["j_star"]
        assert decision.best.s_m == close(expected["S_M_star"])
    told = {
        "merged": f"merge_into_{expected.get('j_star')}",
        "new_instance": f"new_instance_under_{decision.best_type_id}",
        "new_type": "new_type",
    }
    assert told[decision.kind] == expected["decision"]


@cases("type_threshold")
def test_type_threshold(inputs: Case, expected: Case) -> None:
    s_t = inputs["S_T"]
    register = Register()
    label = Bank.empty("float64").with_entry([1.0, 0.0], 1.0, "label", capacity=3, balance=0.5)
    register.fill([Type("T1", label)], [])
    vector = np.array([s_t, np.sqrt(1 - s_t**2)])
    assert bool(compatible_types(vector, register, CONFIG)) == expected["compatible"]


@cases("match_threshold")
def test_match_threshold(inputs: Case, expected: Case) -> None:
    assert reaches(inputs["S_M"], CONFIG.match_threshold) == expected["merge"]


@cases("association_weighting")
def test_association_weighting(inputs: Case, expected: Case) -> None:
    weights = (CONFIG.geometry_weight, CONFIG.semantic_weight, CONFIG.visual_weight)
    s_m = match_score(inputs["S_G"], inputs["S_S"], inputs["S_V"], weights)
    assert s_m == close(expected["S_M"])


def test_a_borderline_sum_of_weights_still_merges() -> None:
    assert reaches(match_score(0.65, 0.65, 0.65), CONFIG.match_threshold)


@cases("fusion")
def test_fusion(inputs: Case, expected: Case) -> None:
    merged = extent_of(inputs["R_j"], inputs["z_j"]).merged(extent_of(inputs["R_i"], inputs["z_i"]))
    assert merged.footprint.area_m2 == close(expected["area"])
    assert (merged.z_min_m, merged.z_max_m) == close((expected["z_min"], expected["z_max"]))
    assert tuple(merged.center) == close(tuple(expected["center"]))
    q = updated_confidence(inputs["q_j"], inputs["q_i"], inputs["S_M_before_merge"], CONFIG.confidence_rate)
    assert q == close(expected["q_j"])


@cases("bank")
def test_bank(inputs: Case, expected: Case) -> None:
    entries, capacity = inputs["entries_in_order"], inputs["capacity"]
    bank = Bank.empty("float64")
    for order, entry in enumerate(entries):
        bank = bank.with_entry(entry["vec"], entry["q"], str(order), capacity=capacity, balance=0.5)
    out = expected["evicted_index"]
    assert bank.texts == tuple(str(order) for order in range(len(entries)) if order != out)
    if out is not None:
        utility = utilities([e["vec"] for e in entries], tuple(e["q"] for e in entries), CONFIG.bank_balance)
        assert utility.tolist() == close(expected["utility"])
        assert least_useful(utility) == out


@cases("retrieval")
def test_retrieval(inputs: Case, expected: Case) -> None:
    register = register_of(meta()["retrieval_memory"])
    x_m, y_m, z_m, heading_deg = inputs["uav_pose"]
    pose = Pose.at(x_m, y_m, z_m, heading_deg)
    wording = wording_of(inputs)
    items = [register.instance(row["id"]) for row in expected["rows"]]
    scored = score_instances(items, wording, pose, register, CONFIG)
    for row, item, found in zip(expected["rows"], items, scored, strict=True):
        assert found.s_category == close(row["S_R_T"])
        maybe_close(found.s_appearance, row["S_R_A"])
        assert (found.s_r, found.rank_score) == close((row["S_R"], row["S_tilde"]))
        assert tuple(item.center) == close(tuple(row["center"]))
        assert (found.cue.dz_m, found.cue.d_xy_m, found.cue.d_3d_m) == close(
            (row["cue"]["dz"], row["cue"]["d_xy"], row["cue"]["d_3d"])
        )
        turn_deg = (found.cue.bearing_deg - row["cue"]["bearing_deg"] + 180) % 360 - 180
        assert turn_deg == close(0)
        assert passes(found.s_r, found.cue.d_xy_m, CONFIG) == row["passes"]
    found_set = retrieve(wording, pose, register, CONFIG)
    assert [found.instance.id for found in found_set] == expected["top_k"]
    assert found_set.passed == sum(row["passes"] for row in expected["rows"])


@cases("retrieval_calibration")
def test_retrieval_calibration(inputs: Case, expected: Case) -> None:
    assert calibrated_rank(inputs["S_R"], inputs["q"], CONFIG.reliability_floor) == close(expected["S_tilde"])
    assert reaches(inputs["S_R"], CONFIG.retrieval_threshold) == expected["passes_semantic_threshold"]


@cases("retrieval_filter")
def test_retrieval_filter(inputs: Case, expected: Case) -> None:
    assert passes(inputs["S_R"], inputs["d_xy"], CONFIG) == expected["passes"]


@pytest.mark.parametrize(("gap_m", "is_kept"), [(20.0, True), (20.01, False)])
def test_the_gate_keeps_exactly_20_metres_at_any_height(gap_m: float, is_kept: bool) -> None:
    register = Register()
    bank = Bank.empty("float64").with_entry([1.0, 0.0], 1.0, "label", capacity=3, balance=0.5)
    square = np.array([[0, 0], [10, 0], [10, 10], [0, 10]])
    far = extent_of(square + np.array([10 + gap_m, 0]), (500, 600))
    item = Instance("O1", "T1", bank, bank, far, 0.5, 1, START, START, ())
    register.fill([Type("T1", bank)], [item])
    gated, _ = gate(extent_of(square, (0, 1)), register, CONFIG, ["T1"])
    assert bool(gated) == is_kept


def test_the_anisotropy_trap_merges_unrelated_things_at_the_papers_weights() -> None:
    s_s = semantic_score(0.765, None)
    assert match_score(1.0, s_s, 0.2) == close(0.71775)


PAPER = {  # SPEC R177
    "type_bank_size": 3,
    "appearance_bank_size": 3,
    "visual_bank_size": 3,
    "type_threshold": 0.55,
    "gate_m": 20.0,
    "geometry_balance": 0.5,
    "distance_scale_m": 10.0,
    "semantic_balance": 0.5,
    "geometry_weight": 0.40,
    "semantic_weight": 0.35,
    "visual_weight": 0.25,
    "match_threshold": 0.65,
    "confidence_rate": 0.20,
    "bank_balance": 0.50,
    "retrieval_balance": 0.50,
    "reliability_floor": 0.80,
    "retrieval_threshold": 0.50,
    "retrieval_radius_m": 80.0,
    "retrieval_count": 3,
    "coverage_epsilon_m2": 1e-6,
}


@pytest.mark.parametrize("name", PAPER)
def test_the_defaults_are_the_papers(name: str) -> None:
    assert getattr(MemoryConfig(), name) == PAPER[name]


def test_the_defaults_agree_with_the_golden_file() -> None:
    given, config = meta()["hyperparameters"], MemoryConfig()
    sizes = [config.type_bank_size, config.appearance_bank_size, config.visual_bank_size]
    assert sizes == given["bank_capacity"]
    assert [config.geometry_weight, config.semantic_weight, config.visual_weight] == given["w"]
    pairs = {
        "tau_T": config.type_threshold,
        "D_G": config.gate_m,
        "lambda_G": config.geometry_balance,
        "sigma_G": config.distance_scale_m,
        "lambda_S": config.semantic_balance,
        "tau_M": config.match_threshold,
        "alpha_q": config.confidence_rate,
        "lambda_B": config.bank_balance,
        "lambda_R": config.retrieval_balance,
        "beta_q": config.reliability_floor,
        "tau_R": config.retrieval_threshold,
        "D_R": config.retrieval_radius_m,
        "K_R": config.retrieval_count,
        "eps_cov": config.coverage_epsilon_m2,
    }
    assert pairs == {name: given[name] for name in pairs}


def test_an_instance_has_the_papers_parts() -> None:
    names = {field.name for field in fields(Instance)}
    assert {"appearances", "visuals", "extent", "center", "confidence"} <= names
    assert Sokb.kind == "sokb"
