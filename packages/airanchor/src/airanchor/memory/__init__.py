"""The persistent object memory: what was seen, remembered per scene, and found again by name and place."""

from airanchor.memory.config import MemoryConfig
from airanchor.memory.contract import Candidate, CandidateSet, Decision, Memory, MemoryChange
from airanchor.memory.files.store import EpisodeTransaction, MemoryStore
from airanchor.memory.flat import FlatMemory
from airanchor.memory.frozen import FrozenMemory
from airanchor.memory.profiles import memory_profile
from airanchor.memory.records import Instance, Moment, Score, Sighting, Type
from airanchor.memory.sokb import Sokb

__all__ = [
    "Candidate",
    "CandidateSet",
    "Decision",
    "EpisodeTransaction",
    "FlatMemory",
    "FrozenMemory",
    "Instance",
    "Memory",
    "MemoryChange",
    "MemoryConfig",
    "MemoryStore",
    "Moment",
    "Score",
    "Sighting",
    "Sokb",
    "Type",
    "memory_profile",
]
