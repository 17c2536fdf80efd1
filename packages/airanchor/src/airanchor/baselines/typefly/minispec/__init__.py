"""MiniSpec: the small language in which a planner tells a drone what to do.

`check` reads a text in either dialect and lists every error with its place; `ProgramRunner` runs a program
within hard limits through any performer of skills. Nothing here knows a drone.
"""

from airanchor.baselines.typefly.minispec.checker import Checked, check
from airanchor.baselines.typefly.minispec.dialect import Dialect
from airanchor.baselines.typefly.minispec.faults import ProgramFault, Severity, faults_text
from airanchor.baselines.typefly.minispec.limits import RunLimits
from airanchor.baselines.typefly.minispec.parser import parse
from airanchor.baselines.typefly.minispec.printer import print_program
from airanchor.baselines.typefly.minispec.runner import (
    Performance,
    ProgramRun,
    ProgramRunner,
    RunStatus,
    SkillPerformer,
)
from airanchor.baselines.typefly.minispec.skills import MiniSkill, SkillTable, skill_table

__all__ = [
    "Checked",
    "Dialect",
    "MiniSkill",
    "Performance",
    "ProgramFault",
    "ProgramRun",
    "ProgramRunner",
    "RunLimits",
    "RunStatus",
    "Severity",
    "SkillPerformer",
    "SkillTable",
    "check",
    "faults_text",
    "parse",
    "print_program",
    "skill_table",
]
