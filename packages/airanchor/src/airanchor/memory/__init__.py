"""The persistent object memory: what was seen, remembered per scene, and found again by name and place."""

from airanchor.memory.config import MemoryConfig
from airanchor.memory.contract import (
    AssociationDecision,
    AttentiveMemory,
    Candidate,
    CandidateSet,
    Memory,
    MemoryChange,
    SearchedView,
)
from airanchor.memory.files.store import EpisodeTransaction, MemoryStore
from airanchor.memory.flat import FlatMemory
from airanchor.memory.frozen import FrozenMemory
from airanchor.memory.profiles import memory_profile
from airanchor.memory.records import AssociationScore, Instance, InstanceObservation, ObservationTime, Type
from airanchor.memory.seen import SeenMemory
from airanchor.memory.sokb import Sokb

__all__ = [
    "AssociationDecision",
    "AssociationScore",
    "AttentiveMemory",
    "Candidate",
    "CandidateSet",
    "EpisodeTransaction",
    "FlatMemory",
    "FrozenMemory",
    "Instance",
    "InstanceObservation",
    "Memory",
    "MemoryChange",
    "MemoryConfig",
    "MemoryStore",
    "ObservationTime",
    "SearchedView",
    "SeenMemory",
    "Sokb",
    "Type",
    "memory_profile",
]
