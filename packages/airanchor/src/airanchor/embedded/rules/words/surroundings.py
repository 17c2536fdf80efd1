"""What is said around a landmark: its side, and what becomes of it on the way."""

import re
from dataclasses import replace

from airanchor.embedded.ears import Mention
from airanchor.embedded.ears.tokens.lexicon import JUNCTIONS
from airanchor.embedded.ears.tokens.wordset import words

_NOWHERE = words(
    "angle bearing bit blow bunch camera carry clip compass corner course cruise dead degree degrees "
    "delivery direction distance drift drone end eye face final finish flight forty frame glide go "
    "ground hair hard heading height hop hover hundred ignore inch jar job landmark landmarks lane lean "
    "left leg length level line lookout mark marker meter meters metre metres mission moment move nine "
    "ninety no. nose notch nudge number one out path picture place point position quarter right river "
    "road roof roofs rooftop rooftops rotation route run second seconds shape shot shoulder shouldn't "
    "side sight six speed spot stage start step stop street stretch tail take tap target thing things "
    "three throttle tick time top touch tour track trip turn twelve two view water way waypoint wing "
    "zone"
)
"""Nouns of loose talk that name no place to fly to."""
_CORNERS = JUNCTIONS - words("roundabout square plaza lot")
_LIGHTS = (" light", " lights")
_BEFORE = 40
"""As many characters before a landmark can say how to fly to it."""
_NAMED = r"(?: the| a| an| that| this)?(?: [\w-]+){0,3}$"
_DEFINITE = re.compile(r"\b(?:the|that|this)(?: [\w-]+){0,3} $", re.IGNORECASE)
_TOWARDS = re.compile(r"\b(?:to|towards?|for|at|on)" + _NAMED, re.IGNORECASE)
_BY = re.compile(r"\b(?:past|passing|by|beyond|behind)" + _NAMED, re.IGNORECASE)
_OVER = re.compile(r"\b(?:over|across|above|overhead|overfly)" + _NAMED, re.IGNORECASE)
_PASSES = re.compile(
    r"\b(?:behind|pass(?:es|ed|ing)?|past|slid(?:e|es|ing)?|slip(?:s|ped|ping)?|gone|go(?:es|ing)? by|"
    r"roll(?:s|ing)? by|clear(?:ed)?|beyond|overtake|(?:drop|fall)s? away)\b",
    re.IGNORECASE,
)
_ABOVE = re.compile(r"\b(?:over|across|above|on top of|overhead|overfly|underneath|under)\b", re.IGNORECASE)
_STOPS = re.compile(
    r"\b(?:stop|hold|hover|halt|freeze|cut|brake|finish|end|done|conclude|settle|wait|position)\b",
    re.IGNORECASE,
)
_SIDES = re.compile(
    r"\b(?:on|to|at|off|out|over|by)\b(?: \w+){0,2}? (?:the |your |our |its |my )?"
    r"(left|right|port|starboard)\b"
    r"|\b(left|right)(?= (?:side|hand|flank|wing)\b)",
    re.IGNORECASE,
)
_PLAIN = {"left": "left", "port": "left", "right": "right", "starboard": "right"}
_AGAIN = re.compile(r"[.!?]\s+(?:it|they|its|that|also)\b[^.!?]*", re.IGNORECASE)
_OTHER = re.compile(r"\bwith (?!it\b|them\b)|\b(?:at|past|near) the\b", re.IGNORECASE)
"""Where another thing is told of, whose side it is that follows."""
_SENTENCE_END = re.compile(r"[.!?](?:\s|$)")


def is_place(mention: Mention) -> bool:
    """Whether one can fly to it."""
    return mention.category.lower() not in _NOWHERE


def is_landmark(mention: Mention) -> bool:
    """Whether it is a place that has not its like at every corner."""
    category = mention.category.lower()
    return is_place(mention) and category not in _CORNERS and not category.endswith(_LIGHTS)


def is_definite(mention: Mention, said: str) -> bool:
    """Whether it stands as "the school", not as a bare word."""
    return _DEFINITE.search(said[: mention.span[0]][-_BEFORE:]) is not None


def sided(mention: Mention, said: str) -> Mention:
    """With the side that is told after it, if none was read."""
    rest = _rest(mention, said)
    again = _AGAIN.match(said, mention.span[1] + len(rest))
    own = _OTHER.split(rest)[0]
    side = _SIDES.search(own) or (_SIDES.search(again[0]) if again else None)
    return (
        replace(mention, side=_PLAIN[(side[1] or side[2]).lower()]) if side and not mention.side else mention
    )


def is_left_behind(said: str) -> bool:
    """Whether a stretch of text says that something has been passed."""
    return _PASSES.search(said) is not None


def is_passed(mention: Mention, said: str) -> bool:
    """Whether it is to be passed: "past the school", "the school goes by on the left"."""
    return _BY.search(_before(mention, said)) is not None or is_left_behind(_rest(mention, said))


def is_crossed(mention: Mention, said: str) -> bool:
    """Whether it is to be flown over: "over the school", "the school has to fit underneath us"."""
    before = _before(mention, said)
    is_under = _ABOVE.search(_rest(mention, said)) is not None and not _TOWARDS.search(before)
    return _OVER.search(before) is not None or is_under


def is_end(mention: Mention, said: str) -> bool:
    """Whether the flight ends at it."""
    return _STOPS.search(f"{_before(mention, said)} {_rest(mention, said)}") is not None


def standing(mention: Mention, said: str) -> str:
    """How to stand to it at the end: "above", "next to" or "in front of" it."""
    if _ABOVE.search(f"{_before(mention, said)} {_rest(mention, said)}"):
        return "above"
    return "next to" if mention.side else "in front of"


def _before(mention: Mention, said: str) -> str:
    return said[: mention.span[0]].rstrip()[-_BEFORE:]


def _rest(mention: Mention, said: str) -> str:
    """What is said after it, to the end of its sentence."""
    rest = said[mention.span[1] :]
    end = _SENTENCE_END.search(rest)
    return rest[: end.start()] if end else rest
