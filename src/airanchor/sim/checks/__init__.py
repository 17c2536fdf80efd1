"""The conformance kit of the world contract: run any simulator through `check_simulator`."""

from airanchor.sim.checks.kit import check_simulator, examine_simulator
from airanchor.sim.checks.probe import Capabilities
from airanchor.sim.checks.report import CheckReport, RuleResult, Verdict
from airanchor.sim.checks.start import choose_start

__all__ = [
    "Capabilities",
    "CheckReport",
    "RuleResult",
    "Verdict",
    "check_simulator",
    "choose_start",
    "examine_simulator",
]
