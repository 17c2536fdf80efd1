"""The settings of the rules: one frozen value, in groups by what they govern; what is measured in files."""

from airanchor.embedded.rules.config.finecog import FineCogRules
from airanchor.embedded.rules.config.fitted import (
    LandmarkOdds,
    LegPriors,
    OfferedOdds,
    PriorOdds,
    TurnPriors,
    offered_odds,
    prior_odds,
)
from airanchor.embedded.rules.config.flying import BendRules, StateRules
from airanchor.embedded.rules.config.judging import ArrivalRules
from airanchor.embedded.rules.config.peers import PeerRules
from airanchor.embedded.rules.config.reading import NamingRules, SelectionRules, StageRules
from airanchor.embedded.rules.config.rulebook import RulebookConfig

__all__ = [
    "ArrivalRules",
    "BendRules",
    "FineCogRules",
    "LandmarkOdds",
    "LegPriors",
    "NamingRules",
    "OfferedOdds",
    "PeerRules",
    "PriorOdds",
    "RulebookConfig",
    "SelectionRules",
    "StageRules",
    "StateRules",
    "TurnPriors",
    "offered_odds",
    "prior_odds",
]
