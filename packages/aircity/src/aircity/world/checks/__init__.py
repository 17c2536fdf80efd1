"""The conformance kit of the world contract: run any simulator through `check_simulator`."""

from aircity.world.checks.kit import check_simulator, examine_simulator
from aircity.world.checks.probe import Capabilities
from aircity.world.checks.report import CheckReport, RuleResult, Verdict
from aircity.world.checks.start import choose_start

__all__ = [
    "Capabilities",
    "CheckReport",
    "RuleResult",
    "Verdict",
    "check_simulator",
    "choose_start",
    "examine_simulator",
]
