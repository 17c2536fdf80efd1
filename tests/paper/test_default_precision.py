"""No decision of the golden cases flips where banks hold float16, as they do by default.

The other tests of this folder run at float64, to compare scores to twelve digits. Scores move here, by less
than a thousandth; types, gates, merges, evictions and candidates must not.
"""

import numpy as np

from airanchor.memory import MemoryConfig, Type
from airanchor.memory.associator import compatible_types, decide
from airanchor.memory.bank import Bank
from airanchor.memory.lookup.register import Register
from airanchor.memory.observed import EncodedObservation
from airanchor.memory.retrieval import passes, retrieve, score_instances
from aircity.geometry import Pose
from tests.paper.goldens import cases, meta
from tests.paper.test_memory_goldens import Case, extent_of, register_of, wording_of

CONFIG = MemoryConfig()
PRECISION = CONFIG.vector_precision
SCORE_TOLERANCE = 1e-3
"""A unit vector loses up to 2**-11 of each of its numbers."""


def test_the_default_is_not_the_precision_of_the_other_goldens() -> None:
    assert PRECISION == "float16"
    memory = meta()["association_memory"]
    vectors = [register_of(memory, each).types["T1"].labels.vectors for each in ("float16", "float64")]
    assert [one.dtype for one in vectors] == [np.float16, np.float64]


@cases("association")
def test_association(inputs: Case, expected: Case) -> None:
    given = inputs["anchor"]
    observed = EncodedObservation(
        wording_of(given), np.array(given["v"]), extent_of(given["R"], given["z"]), given["q"]
    )
    decision = decide(observed, register_of(meta()["association_memory"], PRECISION), CONFIG)
    rows = expected.get("candidates", [])
    assert [type_id for type_id, _ in decision.compatible] == expected["C_T"]
    assert decision.best_type_id == expected.get("m_star")
    assert [score.instance_id for score in decision.scores] == [row["id"] for row in rows], "the gate"
    assert (decision.best.instance_id if decision.best else None) == expected.get("j_star")
    told = {
        "merged": f"merge_into_{expected.get('j_star')}",
        "new_instance": f"new_instance_under_{decision.best_type_id}",
        "new_type": "new_type",
    }
    assert told[decision.kind] == expected["decision"]
    off = [abs(score.s_m - row["S_M"]) for score, row in zip(decision.scores, rows, strict=True)]
    assert max(off, default=0.0) < SCORE_TOLERANCE


@cases("type_threshold")
def test_type_threshold(inputs: Case, expected: Case) -> None:
    register = Register()
    label = Bank.empty(PRECISION).with_entry([1.0, 0.0], 1.0, "label", capacity=3, balance=0.5)
    register.fill([Type("T1", label)], [])
    vector = np.array([inputs["S_T"], np.sqrt(1 - inputs["S_T"] ** 2)])
    assert bool(compatible_types(vector, register, CONFIG)) == expected["compatible"]


@cases("bank")
def test_bank(inputs: Case, expected: Case) -> None:
    bank = Bank.empty(PRECISION)
    for order, entry in enumerate(inputs["entries_in_order"]):
        bank = bank.with_entry(
            entry["vec"], entry["q"], str(order), capacity=inputs["capacity"], balance=CONFIG.bank_balance
        )
    kept = [order for order in range(len(inputs["entries_in_order"])) if order != expected["evicted_index"]]
    assert bank.texts == tuple(map(str, kept))


@cases("retrieval")
def test_retrieval(inputs: Case, expected: Case) -> None:
    register = register_of(meta()["retrieval_memory"], PRECISION)
    pose, wording = Pose.at(*inputs["uav_pose"]), wording_of(inputs)
    items = [register.instance(row["id"]) for row in expected["rows"]]
    for row, found in zip(
        expected["rows"], score_instances(items, wording, pose, register, CONFIG), strict=True
    ):
        assert passes(found.s_r, found.cue.d_xy_m, CONFIG) == row["passes"]
        assert abs(found.s_r - row["S_R"]) < SCORE_TOLERANCE
    found_set = retrieve(wording, pose, register, CONFIG)
    assert [found.instance.id for found in found_set] == expected["top_k"]
    assert found_set.passed == sum(row["passes"] for row in expected["rows"])
