"""The verbs of motion and sight, with their forms: "turning", "turns" and "turn" are one verb."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class VerbKind(StrEnum):
    """What a verb contributes to a manoeuvre."""

    GO = "go"
    PASS = "pass"
    FOLLOW = "follow"
    CROSS = "cross"
    ENTER = "enter"
    LEAVE = "leave"
    CIRCLE = "circle"
    TURN = "turn"
    FACE = "face"
    ASCEND = "ascend"
    DESCEND = "descend"
    STOP = "stop"
    REACH = "reach"
    SEE = "see"
    KEEP = "keep"
    SLIDE = "slide"
    """Moving to a side without turning."""
    TAKE = "take"
    """Empty by itself: "take a left", "make your way", "do a turn"."""
    HOME = "home"
    """Back to where the flight began; the phrasebook's word for it."""
    TELL = "tell"
    """Asks for an answer, not for a movement; the phrasebook's word for it."""
    BEGIN = "begin"
    """Only says that another verb starts or goes on: "start by rising", "keep flying"."""


class Form(StrEnum):
    """How a verb is written."""

    BASE = "base"
    THIRD = "third"
    ING = "ing"
    PAST = "past"


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb in one of its forms."""

    lemma: str
    kind: VerbKind
    form: Form


_LEMMAS: Mapping[VerbKind, str] = {
    VerbKind.GO: (
        "go fly head move proceed continue advance walk travel drive run march navigate cruise "
        "glide progress journey carry drift float return come get steer maneuver manoeuvre push "
        "dash speed roam trek ease creep pop hop zip whizz swoop coast sail nip scoot cut dart "
        "charge dolly jet bolt race hurtle streak thread roll motor shoot ride jump transit "
        "draw slip wander saunter stroll amble mosey skim squeeze trundle zoom whip hurry rush wend pootle"
    ),
    VerbKind.PASS: "pass bypass overtake skirt overfly",
    VerbKind.FOLLOW: "follow trace track",
    VerbKind.CROSS: "cross traverse",
    VerbKind.ENTER: "enter",
    VerbKind.LEAVE: "leave exit depart",
    VerbKind.CIRCLE: "circle orbit encircle loop circumnavigate",
    VerbKind.TURN: (
        "turn bear veer rotate swing pivot yaw swerve bank hang curve spin shift angle bend steer hook "
        "slew sweep deviate peel"
    ),
    VerbKind.FACE: "face orient aim look point align",
    VerbKind.ASCEND: "ascend climb rise lift soar elevate gain raise",
    VerbKind.DESCEND: "descend lower drop sink fall dive lose plunge decrease",
    VerbKind.STOP: (
        "stop hover halt finish land pause end wait stay remain terminate rest settle conclude hold"
    ),
    VerbKind.REACH: "reach approach arrive near encounter hit meet visit",
    VerbKind.SEE: (
        "see notice spot find observe view locate identify sight recognize recognise watch expect"
    ),
    VerbKind.KEEP: "keep maintain",
    VerbKind.SLIDE: "strafe slide sidestep sidle",
    VerbKind.TAKE: "take make do execute perform",
    VerbKind.BEGIN: "begin start commence resume initiate",
    VerbKind.HOME: "homeward",
    VerbKind.TELL: "report",
}
VERBS: Mapping[str, VerbKind] = {lemma: kind for kind, lemmas in _LEMMAS.items() for lemma in lemmas.split()}
_IRREGULAR_PASTS: Mapping[str, str] = {
    "went": "go", "gone": "go", "flew": "fly", "flown": "fly", "came": "come", "got": "get", "gotten":
    "get", "drove": "drive", "ran": "run", "rose": "rise", "risen": "rise", "fell": "fall", "saw":
    "see", "seen": "see", "found": "find", "kept": "keep", "took": "take", "taken": "take", "made":
    "make", "met": "meet", "begun": "begin", "lost": "lose", "swung": "swing", "sped": "speed", "dove":
    "dive",
}  # fmt: skip


def _inflected(lemma: str) -> dict[str, tuple[str, Form]]:
    """The regular forms of a verb."""
    vowels = "aeiou"
    doubles = (
        len(lemma) > 2
        and lemma[-1] not in vowels + "wxyr"
        and lemma[-2] in vowels
        and lemma[-3] not in vowels
    )
    stem = lemma[:-1] if lemma.endswith("e") and lemma not in ("see",) else lemma
    stems = {stem, lemma + lemma[-1]} if doubles else {stem}
    if lemma.endswith("ie"):
        stems.add(lemma[:-2] + "y")
    forms = {lemma: (lemma, Form.BASE)}
    for each in stems:
        forms[each + "ing"] = (lemma, Form.ING)
        forms[each + "ed"] = (lemma, Form.PAST)
    third = lemma[:-1] + "ies" if lemma.endswith("y") and lemma[-2] not in vowels else lemma + "s"
    forms[lemma + "es" if lemma.endswith(("s", "sh", "ch", "x", "o")) else third] = (lemma, Form.THIRD)
    return forms


FORMS: Mapping[str, tuple[str, Form]] = {
    **{form: entry for lemma in VERBS for form, entry in _inflected(lemma).items()},
    **{form: (lemma, Form.PAST) for form, lemma in _IRREGULAR_PASTS.items()},
}


def read_verb(word: str) -> Verb | None:
    """The verb that a lower-case word is a form of, or None."""
    entry = FORMS.get(word)
    return Verb(entry[0], VERBS[entry[0]], entry[1]) if entry else None


GO = Verb("go", VerbKind.GO, Form.BASE)
STOP = Verb("stop", VerbKind.STOP, Form.BASE)
TURN = Verb("turn", VerbKind.TURN, Form.BASE)
