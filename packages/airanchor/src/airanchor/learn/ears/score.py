"""How well a tagger reads labelled texts, leg by leg and word by word."""

from collections import Counter
from collections.abc import Sequence

import torch

from airanchor.embedded.ears.net.labels import HEADS, RELATIONS, SIDED, TAGS, TURNS_DEG
from airanchor.learn.ears.legs import LabelledLeg
from airanchor.learn.ears.samples import UNTOLD, Sample, sample_of
from airanchor.learn.ears.tagger import TaggerNet
from airanchor.learn.ears.training import vectors
from airanchor.perception.text.wordpiece import WordPiece

TURN_TOLERANCE_DEG = 50.0
HALF = 0.5


@torch.no_grad()  # type: ignore[untyped-decorator]  # torch is not looked into
def score(tagger: TaggerNet, texts: Sequence[Sequence[LabelledLeg]], cutter: WordPiece) -> dict[str, float]:
    """Shares of legs whose heads, beginning and own thing are right, all of these, and texts cut right.

    A leg is looked at where the writer's own begins and ends. A turn is right within 50 degrees, a side only
    asked where there is one, a thing's words by an overlap of half of them.
    """
    right: Counter[str] = Counter()
    legs = 0
    for text in texts:
        sample = sample_of(text, cutter)
        with torch.autocast("cpu", torch.bfloat16):
            words = vectors(tagger, [sample])[0]
        begins = (tagger.begin(words)[:, 0] > 0).tolist()
        tags = tagger.tag(words).argmax(1).tolist()
        right["texts cut"] += begins == [bool(one) for one in sample.begins]
        for place, (first, last) in enumerate(sample.legs):
            found = {
                **_heads(tagger, words[first:last], sample.answers[place]),
                "words": _same_words(tags, sample, first, last),
            }
            right.update(name for name, is_right in found.items() if is_right)
            right["begin"] += begins[first]
            right["leg"] += all(is_right for name, is_right in found.items() if name != "thing")
            legs += 1
    return {
        name: round(count / (len(texts) if name == "texts cut" else legs), 4)
        for name, count in sorted(right.items())
    }


def _heads(tagger: TaggerNet, words: torch.Tensor, answers: dict[str, int]) -> dict[str, bool]:
    said = {name: int(shares.argmax()) for name, shares in tagger.leg(words).items()}
    found = {name: said[name] == answers[name] for name in HEADS if answers[name] != UNTOLD}
    away = abs(TURNS_DEG[said["turn"]] - TURNS_DEG[answers["turn"]])
    found["turn"] = min(away, 360 - away) <= TURN_TOLERANCE_DEG
    if RELATIONS[answers["relation"]] not in SIDED:
        found["side"] = True
    return found


def _same_words(tags: list[int], sample: Sample, first: int, last: int) -> bool:
    """Whether the words of the leg's own thing are found."""
    own, told = (
        {
            place
            for place in range(first, last)
            if each[place] != UNTOLD and TAGS[each[place]].endswith("main")
        }
        for each in (tags, sample.tags)
    )
    return bool(told) and len(own & told) >= HALF * len(own | told)
