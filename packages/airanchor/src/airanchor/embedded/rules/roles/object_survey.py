"""Object survey: up to three lasting things that the picture shows most clearly."""

from typing import Any

from airanchor.embedded.rules.senses import Senses
from airanchor.reasoner.prompts.reader import Prompt
from airanchor.reasoner.roles.object_survey import MAX_OBJECTS


def survey_objects(prompt: Prompt, senses: Senses) -> dict[str, Any]:
    """The things with the words for them."""
    named = senses.scenes.read(prompt.images[0]).objects(limit=MAX_OBJECTS)
    return {
        "objects": [
            {"category": one.category, "attributes": list(one.attributes[:4])} for one in named[:MAX_OBJECTS]
        ]
    }
