"""The only file that knows the concrete classes: names in, objects out, imported when they are needed."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from airanchor import own_parts
from airanchor.agent import AirAnchor, Eyes, Parts
from airanchor.agent.action_level import action_level
from airanchor.agent.build import build_parts
from airanchor.agent.plus import plus_parts
from airanchor.baselines.methods import METHODS, asking_flyer
from airanchor.chats import (
    OpenChat,
    check_flyable,
    is_own_chat,
    is_recording,
    open_chat,
    own_chat,
    usual_profile,
)
from airanchor.config import Settings
from airanchor.embedded.eyes.reader import SceneReader
from airanchor.embedded.rehearsal import rehearse
from airanchor.errors import InputError
from airanchor.flight import Navigator
from airanchor.memory import Memory, MemoryStore, SeenMemory, memory_profile
from airanchor.own_parts import PartKind
from airanchor.perception import Detector, ImageEncoder, TextEncoder, Weighed
from airanchor.perception.calibration import own_calibration
from airanchor.perception.image import IMAGE_CHOICES
from airanchor.perception.models import (
    GROUNDED_SAM,
    choose_image_encoder,
    choose_text_encoder,
    load_grounded_sam,
)
from airanchor.perception.steady_heap import keep_freed_memory
from airanchor.perception.text import TEXT_CHOICES
from airanchor.reasoner import ChatTransport, ExchangeListener, PixelConvention, Reasoner
from airanchor.reasoner.client.budget import Allowance
from airanchor.reasoner.profiles.profile import RULES
from aircity.city.render.renderer import Renderer
from aircity.city.scene import CityScene
from aircity.machine import interruption
from aircity.world import Action

__all__ = ["OpenChat", "is_recording", "open_chat", "usual_profile"]  # who asks for a chat asks here

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
        if not own_parts.is_own(PartKind.AGENT, name):
            raise own_parts.unknown(PartKind.AGENT, name, AGENTS)
        own_parts.load_part(PartKind.AGENT, name)


def own_facts(**names: object) -> dict[str, str]:
    """What results tell of the parts from outside among agent, detector, reasoner, world and encoders."""
    ours = {None, *AGENTS, REFERENCE, *PERCEPTIONS, *TEXT_CHOICES, *IMAGE_CHOICES, RULES}
    foreign = {
        kind: name for kind, name in names.items() if not (isinstance(name, str | None) and name in ours)
    }
    return own_parts.facts({PartKind(kind.replace("_", " ")): name for kind, name in foreign.items()})


@dataclass(frozen=True, slots=True, eq=False)
class Equipment:
    """What an agent from outside is built with, for one flight; it takes of it what it needs."""

    settings: Settings
    reasoner: "Reasoner"
    detector: Detector
    memory: Memory
    text: TextEncoder
    image: ImageEncoder
    episode: str
    """What this flight is called; draws that follow from it are the same every time."""


AgentBuilder = Callable[[Equipment], Navigator]
"""An agent given in Python, in place of its name."""


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
    own: Mapping[str, str] = field(default_factory=dict)
    """What code the parts from outside are."""

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
        return {**told, **self.own}

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

    def detector(self, name: str | Detector, city: tuple[CityScene, Renderer] | None = None) -> Detector:
        """The detector of that name, or the one given; the oracle needs the city it is to know."""
        if not isinstance(name, str):
            return name
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
        if own_parts.is_own(PartKind.DETECTOR, name):
            own: Detector = own_parts.build_part(PartKind.DETECTOR, name, Detector)
            return own
        raise own_parts.unknown(PartKind.DETECTOR, name, PERCEPTIONS, word="perception")

    def navigator(
        self,
        name: "str | AgentBuilder",
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
        if not isinstance(name, str) or (name not in AGENTS and own_parts.is_own(PartKind.AGENT, name)):
            return self._own_navigator(name, reasoner, detector, memory, episode)
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

    def _own_navigator(
        self,
        name: "str | AgentBuilder",
        reasoner: Reasoner,
        detector: Detector,
        memory: Memory,
        episode: str,
    ) -> Navigator:
        equipment = Equipment(
            self.settings, reasoner, detector, memory, text=self.text, image=self.image, episode=episode
        )
        if not isinstance(name, str):
            return name(equipment)
        own: Navigator = own_parts.build_part(PartKind.AGENT, name, Navigator, {"equipment": equipment})
        return own

    def _baseline(self, name: str, episode: str) -> Navigator:
        from airanchor.baselines import action_sampling, random_actions

        build = {"random": random_actions, "action-sampling": action_sampling}[name]
        return build(self.settings.baselines, episode)


Substitution = Callable[[Parts, Stack], Parts]
"""Gives the agent other parts: what an ablation is."""


def load_stack(
    settings: Settings,
    *,
    reasoner: str | ChatTransport = RULES,
    perception: str | Detector = "embedded",
    allow_unprobed: bool = False,
    allowance: Allowance | None = None,
    run_folder: Path | None = None,
    cache: Path | None = None,
    tell: Callable[[str], None] | None = None,
    sleep: Callable[[float], None] = interruption.sleep,
) -> Stack:
    """The stack with the rulebook or the model of a profile, and the encoders of the settings.

    Where the settings name none, those that go with the perception: the embedded ones, or the paper's.
    """
    from airanchor.perception.text import load_text_encoder

    if isinstance(reasoner, str):
        check_flyable(reasoner, allow_unprobed=allow_unprobed, tell=tell)
    keep_freed_memory()
    fitted = load_text_encoder()
    text, image = _encoders(settings, perception if isinstance(perception, str) else "", fitted)
    reader = SceneReader(fitted)
    if isinstance(reasoner, str):
        chat = open_chat(
            reasoner,
            text=fitted,
            reader=reader,
            settings=settings,
            allowance=allowance,
            run_folder=run_folder,
            cache=cache,
            tell=tell,
            sleep=sleep,
        )
    else:
        chat = own_chat(reasoner, allowance, run_folder)
    own = own_facts(
        reasoner=reasoner if not isinstance(reasoner, str) or is_own_chat(reasoner) else None,
        detector=perception,
        text_encoder=settings.perception.text.source,
        image_encoder=settings.perception.image.source,
    )
    return Stack(settings, text, image, reader, chat.transport, chat.pixels, own)


def _encoders(settings: Settings, perception: str, fitted: TextEncoder) -> tuple[TextEncoder, ImageEncoder]:
    """Those that the settings name; one from outside is built, all others are ours or models on disk."""
    models = settings.perception
    text, image = models.text.source, models.image.source
    own_text = text not in TEXT_CHOICES and own_parts.is_own(PartKind.TEXT_ENCODER, text)
    own_image = image not in IMAGE_CHOICES and own_parts.is_own(PartKind.IMAGE_ENCODER, image)
    return (
        own_parts.build_part(PartKind.TEXT_ENCODER, text, TextEncoder)
        if own_text
        else choose_text_encoder(models, perception, fitted),
        own_parts.build_part(PartKind.IMAGE_ENCODER, image, ImageEncoder)
        if own_image
        else choose_image_encoder(models, perception),
    )
