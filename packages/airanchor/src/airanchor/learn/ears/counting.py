"""Legs told again by counting or choosing: "blue houses on the left, pass the second"; "take the right one".

Most writers describe a thing; others count those of a row, or choose one of two. The words of turn and climb
stay the writer's.
"""

import re
from dataclasses import replace

import numpy as np

from airanchor.learn.ears.legs import LabelledLeg, Stretch

_COUNTED = (
    "Count the <main>{things}</main> <side>on your {side}</side>; <move>go on past the {nth}</move>.",
    "<main>{Things}</main> <side>on the {side}</side>: <move>fly until no. {digit} is behind</move>.",
    "There are <main>{things}</main> <side>on the {side} side</side>, <move>pass the {nth}</move>.",
    "<side>On the {side}</side> come the <main>{things}</main>, <move>keep going past {n} of them</move>.",
    "<side>Look {side}</side> for the <main>{things}</main> and <move>go by number {n}</move>.",
    "There will be <main>{things}</main> <side>on your {side}</side>; <move>go on past the {nth}</move>.",
    "Watch the <main>{things}</main> <side>on the {side}</side>, one, two, <move>get past {n}</move>.",
    "<move>Go past</move> the {nth} of the <main>{things}</main> <side>on your {side}</side>.",
    "<move>Let</move> {n} <main>{things}</main> <move>go by</move> <side>on the {side}</side>.",
    "<main>{Things}</main>, <side>{side} side</side>, {n} of them, <move>all have to be behind you</move>.",
    "The <main>{things}</main> repeat <side>along the {side}</side>; <move>the {nth} must slip by</move>.",
    "<side>Eyes {side}</side>: <main>{things}</main>. <move>We want to be past number {n}</move>.",
)  # fmt: skip
_CHOSEN = {
    "toward": ("<move>go to</move>", "<move>take</move>", "<move>close on</move>", "<move>make for</move>"),
    "over": ("<move>fly over</move>", "<move>cross</move>", "<move>hop over</move>"),
    "front": ("<move>stop in front of</move>", "<move>halt facing</move>", "<move>hold before</move>"),
    "above": ("<move>hover above</move>", "<move>stop on top of</move>"),
}
_CHOICES = (
    "There are two <main>{things}</main>; {verb} the {side} one.",
    "You see two <main>{things}</main>. {Verb} the one on the {side}.",
    "Of the two <main>{things}</main> {verb} the {side}-hand one.",
    "Two <main>{things}</main> ahead: {verb} the {side} one.",
)
_NUMBERS = (("first", "one"), ("second", "two"), ("third", "three"), ("fourth", "four"))
_ARTICLE = re.compile(
    r"^(?:the|a|an|that|this|some)\s+(?:(?:nearest|closest|first|other|little|big)\s+)?", re.I
)
_MARK = re.compile(r"<(/?)(\w+)>")
_LONGEST = 5
"""Words of a name that can still be said of many things."""


def retold(leg: LabelledLeg, rng: np.random.Generator) -> LabelledLeg:
    """The leg told by counting or choosing, where its words allow it; else as it is."""
    things = _plural(_words(leg, "main"))
    turn, climb = _words(leg, "turn"), _words(leg, "climb")
    is_told = bool(leg.turn_deg) == bool(turn) and bool(leg.climb) == bool(climb)
    if not leg.is_marked or not things or not is_told:
        return leg
    said = _said(leg, things, rng)
    if not said:
        return leg
    steering = [f"<{name}>{words}</{name}>" for name, words in (("turn", turn), ("climb", climb)) if words]
    if rng.random() < 0.5:
        steering.reverse()
    joint = str(rng.choice((", ", " and ", ", and "))).join(steering)
    text, spans = _marked(f"{joint}. {said}" if joint else said)
    return replace(leg, text=text[:1].upper() + text[1:], spans=spans)


def _said(leg: LabelledLeg, things: str, rng: np.random.Generator) -> str:
    number = int(rng.integers(0, len(_NUMBERS)))
    nth, n = _NUMBERS[number]
    words = {
        "things": things,
        "Things": things[:1].upper() + things[1:],
        "nth": nth,
        "n": n,
        "digit": number + 1,
    }
    if leg.relation == "pass":
        return str(rng.choice(_COUNTED)).format(**words, side=leg.side)
    if leg.relation not in _CHOSEN:
        return ""
    verb = str(rng.choice(_CHOSEN[leg.relation]))
    cased = re.sub(r"(<move>)(\w)", lambda found: found[1] + found[2].upper(), verb)
    return str(rng.choice(_CHOICES)).format(
        **words, side=rng.choice(("left", "right")), verb=verb, Verb=cased
    )


def _words(leg: LabelledLeg, name: str) -> str:
    """The marked words of one part; none where they are marked in two places."""
    own = [leg.text[start:end].strip(" ,.;:!") for kind, start, end in leg.spans if kind == name]
    return own[0] if len(own) == 1 else ""


def _plural(name: str) -> str:
    """ "the red house with the dark roof" as "red houses"; nothing where the name is no plain one."""
    bare = re.split(r",| with | w/ | that | which | of | on | in ", _ARTICLE.sub("", name))[0].strip()
    if not bare or len(bare.split()) > _LONGEST or bare.endswith(("one", "s")):
        return ""
    return bare + ("es" if bare.endswith(("ch", "sh", "x")) else "s")


def _marked(told: str) -> tuple[str, tuple[Stretch, ...]]:
    """A text without its marks, and the stretches that were marked."""
    text, spans, at, start = "", [], 0, 0
    for mark in _MARK.finditer(told):
        text += told[at : mark.start()]
        at = mark.end()
        if mark[1]:
            spans.append((mark[2], start, len(text)))
        start = len(text)
    return text + told[at:], tuple(spans)
