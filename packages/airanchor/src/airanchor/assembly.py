"""The only file that knows the concrete classes: names in, objects out, imported when they are needed."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from airanchor.agent import AirAnchor, Eyes, Parts
from airanchor.agent.action_level import action_level
from airanchor.agent.build import build_parts
from airanchor.agent.plus import plus_parts
from airanchor.baselines.methods import METHODS, asking_flyer
from airanchor.config import PROFILES, Settings
from airanchor.embedded.eyes.reader import SceneReader
from airanchor.embedded.rehearsal import rehearse
from airanchor.errors import InputError
from airanchor.flight import Navigator
from airanchor.memory import Memory, MemoryStore, SeenMemory, memory_profile
from airanchor.perception import Detector, ImageEncoder, TextEncoder, Weighed
from airanchor.perception.calibration import own_calibration
from airanchor.perception.models import (
    GROUNDED_SAM,
    choose_image_encoder,
    choose_text_encoder,
    load_grounded_sam,
)
from airanchor.perception.steady_heap import keep_freed_memory
from airanchor.reasoner import ChatTransport, ExchangeListener, PixelConvention, Reasoner
from airanchor.reasoner.client.budget import Allowance
from airanchor.reasoner.client.cache import CachedChat
from airanchor.reasoner.client.limited import limited
from airanchor.reasoner.exchanges import ReplayChat
from airanchor.reasoner.mailbox.mailbox_chat import MailboxChat, mailbox_folder
from airanchor.reasoner.profiles.profile import RULES
from airanchor.trace import read_trace
from airanchor.trace.reader import events_file
from aircity.city.render.renderer import Renderer
from aircity.city.scene import CityScene
from aircity.world import Action

PERCEPTIONS = ("embedded", "oracle", GROUNDED_SAM)
AGENTS = ("airanchor", "action-level", *METHODS, "random", "action-sampling")
MEMORY_PROFILES = {"plus": "embedded"}
"""Of settings whose memory has the profile of others."""
REFERENCE = "reference"
"""The navigator that is told its actions: a benchmark may have it, a flight may not."""


def check_oracle(perception: str, *, has_city: bool) -> None:
    """Raise where the oracle is to see a world that is no embedded city."""
    if perception == "oracle" and not has_city:
        raise InputError("the oracle knows only embedded cities; fly in one, or use --perception embedded")


def check_agent(name: str) -> None:
    """Raise unless there is a navigator of that name that flies by a mission alone."""
    if name == REFERENCE:
        raise InputError(
            f"agent {name!r} follows an episode's reference path, which only the benchmark knows; "
            "fly it with airanchor bench run --agent reference"
        )
    if name not in AGENTS:
        raise InputError(f"agent {name!r} is unknown; valid are {', '.join(AGENTS)}")


@dataclass(frozen=True, slots=True)
class Stack:
    """All that does not change from flight to flight: settings, encoders and the chat."""

    settings: Settings
    text: TextEncoder
    """The memory's and the detector's; reader and rulebook have the embedded one they were fitted with."""
    image: ImageEncoder
    reader: SceneReader
    """The detector's and the rulebook's alike, so that one image is read once."""
    chat: ChatTransport
    pixels: PixelConvention

    def get_ready(self) -> None:
        """Compile what is not compiled yet, and tell so; else the first decision would, in silence."""
        rehearse(self.text, self.image, self.reader)

    def reasoner(self, listener: ExchangeListener | None = None) -> Reasoner:
        """A reasoner with a ledger of its own; one per flight."""
        return Reasoner(self.chat, pixels=self.pixels, config=self.settings.reasoner, listener=listener)

    def names(self, detector: Detector | str) -> dict[str, str]:
        """What results say of who reasons, sees and compares, and of the weights that were brought."""
        parts = {"detector": detector, "text_encoder": self.text, "image_encoder": self.image}
        told = {"reasoner": self.chat.name}
        told |= {role: part if isinstance(part, str) else part.name for role, part in parts.items()}
        told |= {f"{role}_weights": part.weights for role, part in parts.items() if isinstance(part, Weighed)}
        if self._memory_profile != "paper":
            own = [own_calibration(encoder.name) for encoder in (self.text, self.image)]
            told |= {f"{one.kind}_calibration": one.told for one in own if one is not None}
        return told

    @property
    def _memory_profile(self) -> str:
        return MEMORY_PROFILES.get(self.settings.profile, self.settings.profile)

    @property
    def _keeps_looks(self) -> bool:
        """Whether things are remembered by the chance that a mask is right and by their measured looks."""
        return self._memory_profile != "paper"

    def remembering(self, memory: Memory) -> Memory:
        """A memory as flights and surveys fill it: by measured looks, where these are kept."""
        return SeenMemory(memory) if self._keeps_looks else memory

    def memory_store(self, root: Path | None, kind: str = "sokb") -> MemoryStore:
        """The memories of a folder, or of this process alone; sokb or flat."""
        config = memory_profile(self._memory_profile, self.text, self.image)
        return MemoryStore(root, self.text, self.image, config.overlaid(self.settings.memory), kind=kind)

    def detector(self, name: str, city: tuple[CityScene, Renderer] | None = None) -> Detector:
        """The detector of that name; the oracle needs the city it is to know."""
        if name == "embedded":
            from airanchor.embedded.eyes.detector import CalibratedDetector, EmbeddedDetector

            embedded = EmbeddedDetector(self.text, self.reader)
            return CalibratedDetector(embedded) if self._keeps_looks else embedded
        if name == "oracle":
            from airanchor.embedded.eyes.word_sense import ReaderWordSense
            from airanchor.perception.oracle import OracleDetector

            check_oracle(name, has_city=city is not None)
            assert city is not None
            scene, renderer = city
            return OracleDetector(scene, renderer=renderer, sense=ReaderWordSense(self.text))
        if name == GROUNDED_SAM:
            return load_grounded_sam(self.settings.perception)
        raise InputError(f"perception {name!r} is unknown; valid are {', '.join(PERCEPTIONS)}")

    def navigator(
        self,
        name: str,
        *,
        reasoner: Reasoner,
        detector: Detector,
        memory: Memory,
        episode: str,
        substitute: "Substitution | None" = None,
        reference: Sequence[Action] | None = None,
    ) -> Navigator:
        """The navigator of that name, for one flight, perhaps with other parts than it has by itself.

        The reference actions are for the navigator that follows them; no other one gets to know them.
        """
        if name == REFERENCE and reference is not None:
            from airanchor.baselines import reference_follower

            return reference_follower(reference)
        check_agent(name)
        if name in ("random", "action-sampling"):
            return self._baseline(name, episode)
        if name in METHODS:
            settings = self.settings
            return asking_flyer(
                name, settings.baselines, reasoner=reasoner, planning=settings.planning, episode=episode
            )
        memory = self.remembering(memory)
        eyes = Eyes(detector, self.image, self.settings.anchors)
        parts = build_parts(
            reasoner,
            eyes,
            memory,
            planning=self.settings.planning,
            config=self.settings.agent,
            episode=episode,
        )
        if self.settings.agent.parts == "plus" and name == "airanchor":  # nothing else decides by skills
            parts = plus_parts(parts, episode)
        if substitute is not None:
            parts = substitute(parts, self)
        build = {"airanchor": AirAnchor, "action-level": action_level}[name]
        return build(parts, self.settings.agent, episode=episode)

    def _baseline(self, name: str, episode: str) -> Navigator:
        from airanchor.baselines import action_sampling, random_actions

        build = {"random": random_actions, "action-sampling": action_sampling}[name]
        return build(self.settings.baselines, episode)


Substitution = Callable[[Parts, Stack], Parts]
"""Gives the agent other parts: what an ablation is."""


@dataclass(frozen=True, slots=True)
class OpenChat:
    """A chat that is ready to be asked, and how the model behind it writes pixels."""

    transport: ChatTransport
    pixels: PixelConvention
    parallel_calls: int
    """How many calls it bears at once."""


def open_chat(
    name: str,
    *,
    text: TextEncoder | None = None,
    reader: SceneReader | None = None,
    settings: Settings | None = None,
    allowance: Allowance | None = None,
    run_folder: Path | None = None,
    cache: Path | None = None,
    tell: Callable[[str], None] | None = None,
) -> OpenChat:
    """The rulebook, a profile's model, a recording or a mailbox, with tokens counted where nobody bills them.

    With an allowance, all chats opened with the same run folder share it, and the profile's pace. `tell` is
    given a line for every question of a mailbox that waits for its answer.
    """
    if name == RULES:
        transport, pixels, calls = _rulebook(settings, text, reader), PixelConvention(), 1
        return OpenChat(limited(_counted(transport), None, allowance, run_folder), pixels, calls)
    if is_recording(name):
        return OpenChat(ReplayChat(read_trace(name)), PixelConvention(), parallel_calls=1)
    if (folder := mailbox_folder(name)) is not None:
        transport = limited(_counted(MailboxChat(folder, tell=tell)), None, allowance, run_folder)
        return OpenChat(transport, PixelConvention(), parallel_calls=1)
    from airanchor.reasoner.client.openai_chat import OpenAIChat
    from airanchor.reasoner.profiles.files import load_profile

    profile = load_profile(name)
    transport = limited(_counted(OpenAIChat(profile)), profile, allowance, run_folder)
    if cache is not None:
        transport = CachedChat(transport, cache, f"{profile.base_url} {profile.model}")
    return OpenChat(transport, profile.pixels, parallel_calls=8)


def usual_profile(reasoner: str) -> str:
    """The settings that fit whoever answers: a model is told more; a recording has its own.

    Measured: docs/results/models.md for models, docs/plus.md for the rulebook.
    """
    if reasoner == RULES:
        return "embedded"
    if is_recording(reasoner):
        recorded = read_trace(reasoner).header.settings.get("settings")
        named = recorded.get("profile") if isinstance(recorded, dict) else None
        return named if isinstance(named, str) and named in PROFILES else "embedded"
    return "plus"


def is_recording(name: str) -> bool:
    """Whether the name of a reasoner is the folder of a trace, whose answers are given again."""
    return events_file(name).is_file()


def load_stack(
    settings: Settings,
    *,
    reasoner: str = RULES,
    perception: str = "embedded",
    allow_unprobed: bool = False,
    allowance: Allowance | None = None,
    run_folder: Path | None = None,
    cache: Path | None = None,
    tell: Callable[[str], None] | None = None,
) -> Stack:
    """The stack with the rulebook or the model of a profile, and the encoders of the settings.

    Where the settings name none, those that go with the perception: the embedded ones, or the paper's.
    """
    from airanchor.perception.text import load_text_encoder

    if reasoner != RULES and not is_recording(reasoner) and mailbox_folder(reasoner) is None:
        from airanchor.reasoner.profiles.files import load_profile

        load_profile(reasoner).check_flyable(allow_unprobed=allow_unprobed)
    keep_freed_memory()
    models, fitted = settings.perception, load_text_encoder()
    text = choose_text_encoder(models, perception, fitted)
    image = choose_image_encoder(models, perception)
    reader = SceneReader(fitted)
    chat = open_chat(
        reasoner,
        text=fitted,
        reader=reader,
        settings=settings,
        allowance=allowance,
        run_folder=run_folder,
        cache=cache,
        tell=tell,
    )
    return Stack(settings, text, image, reader, chat.transport, chat.pixels)


def _rulebook(
    settings: Settings | None, text: TextEncoder | None, reader: SceneReader | None
) -> ChatTransport:
    from airanchor.embedded.rules.transport import RulebookChat
    from airanchor.perception.text import load_text_encoder

    rules = None if settings is None else settings.rulebook
    return RulebookChat(text or load_text_encoder(), reader, rules)


def _counted(transport: ChatTransport) -> ChatTransport:
    from airanchor.perception.text.token_count import WordPieceCounter
    from airanchor.perception.weights import MINILM_VOCABULARY
    from airanchor.reasoner.tokens import CountedChat

    return CountedChat(transport, WordPieceCounter()) if MINILM_VOCABULARY.is_installed else transport
