"""The nine roles of FineCog-Nav: who cuts up the text, who looks, who judges, who decides, who remembers."""

from typing import Any

from airanchor.reasoner.role import Role
from airanchor.reasoner.roles.peers.finecog.attention import ATTENTION, AttentionQuestion, AttentionRequest
from airanchor.reasoner.roles.peers.finecog.decision import (
    DECISION,
    OfferedAction,
    PrimitiveChoice,
    PrimitiveRequest,
    offered,
)
from airanchor.reasoner.roles.peers.finecog.imagery import IMAGERY, ImageryRequest
from airanchor.reasoner.roles.peers.finecog.judge import JUDGE, JudgeRequest, SubgoalVerdict
from airanchor.reasoner.roles.peers.finecog.perception import PERCEPTION, SECTORS, PerceptionRequest
from airanchor.reasoner.roles.peers.finecog.sentences import SENTENCES, SentencesRequest
from airanchor.reasoner.roles.peers.finecog.step_memory import STEP_MEMORY, StepMemoryRequest
from airanchor.reasoner.roles.peers.finecog.subgoals import SUBGOALS, SubgoalsRequest
from airanchor.reasoner.roles.peers.finecog.summary import SUMMARY, SummaryRequest

FINECOG_ROLES: tuple[Role[Any, Any], ...] = (
    SENTENCES,
    ATTENTION,
    PERCEPTION,
    SUBGOALS,
    IMAGERY,
    JUDGE,
    SUMMARY,
    DECISION,
    STEP_MEMORY,
)

__all__ = [
    "ATTENTION",
    "DECISION",
    "FINECOG_ROLES",
    "IMAGERY",
    "JUDGE",
    "PERCEPTION",
    "SECTORS",
    "SENTENCES",
    "STEP_MEMORY",
    "SUBGOALS",
    "SUMMARY",
    "AttentionQuestion",
    "AttentionRequest",
    "ImageryRequest",
    "JudgeRequest",
    "OfferedAction",
    "PerceptionRequest",
    "PrimitiveChoice",
    "PrimitiveRequest",
    "SentencesRequest",
    "StepMemoryRequest",
    "SubgoalVerdict",
    "SubgoalsRequest",
    "SummaryRequest",
    "offered",
]
