"""The seam to language models: roles as data, asked through any chat, with valid replies only."""

from airanchor.reasoner.chat import (
    Author,
    ChatAnswer,
    ChatRequest,
    ChatTransport,
    ImagePart,
    Message,
    TextPart,
    TokenUse,
)
from airanchor.reasoner.client.cache import CachedChat
from airanchor.reasoner.exchanges import RecordingListener, ReplayChat
from airanchor.reasoner.pixels import PixelConvention, PixelOrder, PixelUnits
from airanchor.reasoner.prompts.reader import Prompt, read_prompt
from airanchor.reasoner.prompts.template import render
from airanchor.reasoner.reasoner import (
    Answer,
    Exchange,
    ExchangeListener,
    Reasoner,
    ReasonerConfig,
    ReplySource,
)
from airanchor.reasoner.role import Reply, Role
from airanchor.reasoner.scripted import ScriptedChat
from airanchor.reasoner.usage import RoleUse, UsageLedger

__all__ = [
    "Answer",
    "Author",
    "CachedChat",
    "ChatAnswer",
    "ChatRequest",
    "ChatTransport",
    "Exchange",
    "ExchangeListener",
    "ImagePart",
    "Message",
    "PixelConvention",
    "PixelOrder",
    "PixelUnits",
    "Prompt",
    "Reasoner",
    "ReasonerConfig",
    "RecordingListener",
    "ReplayChat",
    "Reply",
    "ReplySource",
    "Role",
    "RoleUse",
    "ScriptedChat",
    "TextPart",
    "TokenUse",
    "UsageLedger",
    "read_prompt",
    "render",
]
