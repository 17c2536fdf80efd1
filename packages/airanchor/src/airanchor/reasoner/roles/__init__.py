"""The roles of the model, one file each, and the lists of them: the agent's, and other methods'."""

from typing import Any

from airanchor.reasoner.role import Role
from airanchor.reasoner.roles.action import ACTION, ActionChoice, ActionRequest, Primitive
from airanchor.reasoner.roles.anchor_query import (
    ANCHOR_QUERY,
    AnchorAsks,
    AnchorQueryRequest,
    DirectionAsk,
    ObjectAsk,
)
from airanchor.reasoner.roles.backtracking import (
    BACKTRACKING,
    BacktrackingRequest,
    HistoryNode,
    HistoryStep,
    Recovery,
)
from airanchor.reasoner.roles.context import NOT_STARTED, Context, NamedObject, Prior
from airanchor.reasoner.roles.decomposition import (
    DECOMPOSITION,
    Decomposition,
    DecompositionRequest,
    Landmark,
    Subtask,
)
from airanchor.reasoner.roles.landmark_selection import (
    LANDMARK_SELECTION,
    CandidateLine,
    Match,
    Selection,
    SelectionRequest,
    WantedLandmark,
)
from airanchor.reasoner.roles.navigation import (
    NAVIGATION,
    AltitudeParameters,
    BacktrackParameters,
    NavigationDecision,
    NavigationRequest,
    Parameters,
    PixelParameters,
    Skill,
    SkillSettings,
    ViewParameters,
)
from airanchor.reasoner.roles.object_survey import OBJECT_SURVEY, SurveyedObjects, SurveyRequest
from airanchor.reasoner.roles.panorama import PANORAMA, PanoramaRequest, PanoramaView, Side, Turn, UnreadTurn
from airanchor.reasoner.roles.peers import PEER_ROLES
from airanchor.reasoner.roles.reflection import (
    PAPER_STATUSES,
    REFLECTION,
    ReflectionRequest,
    Status,
    Verdict,
    read_outcome,
    with_outcome,
)

ROLES: tuple[Role[Any, Any], ...] = (
    DECOMPOSITION,
    ANCHOR_QUERY,
    LANDMARK_SELECTION,
    NAVIGATION,
    PANORAMA,
    BACKTRACKING,
    REFLECTION,
    OBJECT_SURVEY,
    ACTION,
)
"""The paper's eight and one of an ablation."""
ALL_ROLES: tuple[Role[Any, Any], ...] = (*ROLES, *PEER_ROLES)
"""With those of other methods."""

__all__ = [
    "ACTION",
    "ALL_ROLES",
    "ANCHOR_QUERY",
    "BACKTRACKING",
    "DECOMPOSITION",
    "LANDMARK_SELECTION",
    "NAVIGATION",
    "NOT_STARTED",
    "OBJECT_SURVEY",
    "PANORAMA",
    "PAPER_STATUSES",
    "PEER_ROLES",
    "REFLECTION",
    "ROLES",
    "ActionChoice",
    "ActionRequest",
    "AltitudeParameters",
    "AnchorAsks",
    "AnchorQueryRequest",
    "BacktrackParameters",
    "BacktrackingRequest",
    "CandidateLine",
    "Context",
    "Decomposition",
    "DecompositionRequest",
    "DirectionAsk",
    "HistoryNode",
    "HistoryStep",
    "Landmark",
    "Match",
    "NamedObject",
    "NavigationDecision",
    "NavigationRequest",
    "ObjectAsk",
    "PanoramaRequest",
    "PanoramaView",
    "Parameters",
    "PixelParameters",
    "Primitive",
    "Prior",
    "Recovery",
    "ReflectionRequest",
    "Selection",
    "SelectionRequest",
    "Side",
    "Skill",
    "SkillSettings",
    "Status",
    "Subtask",
    "SurveyRequest",
    "SurveyedObjects",
    "Turn",
    "UnreadTurn",
    "Verdict",
    "ViewParameters",
    "WantedLandmark",
    "read_outcome",
    "with_outcome",
]
