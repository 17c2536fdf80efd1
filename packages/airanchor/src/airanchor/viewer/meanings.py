"""What endings and verdicts mean, for people who have never seen them; pages and videos say the same."""

from airanchor.viewer.story import FlightStory

CUT_OFF, IN_FLIGHT, STOPPED = "cut off", "in flight", "stopped"
ENDINGS = {
    "completed": "All of the instruction was done, as far as the drone could tell.",
    "guessed": "All was flown, but something was never recognised where it should be: the drone guessed.",
    "partly done": "Some of the instruction was done, some was not.",
    "not found": "A thing that the instruction names was looked for and never found.",
    "given up": "The drone tried for as long as it may and gave up.",
    "not understood": "Nothing of the instruction could be read as something to fly.",
    STOPPED: "The method stopped, and cannot tell whether anything was done.",
    "iteration budget": "The decisions or actions that a flight may take were used up.",
    "reasoner budget spent": "The calls, tokens or money granted for the model were used up.",
    "reasoner refused": "The model's service refused to answer.",
    "time limit": "The time that a flight may take was over.",
    "world lost": "The simulator no longer answered.",
    "interrupted": "Somebody ended the flight.",
    CUT_OFF: "The recording ends in the middle of the flight.",
    IN_FLIGHT: "The flight is going on; this page follows it.",
}
VERDICTS = {
    "completed": "Done, as far as the drone could tell.",
    "guessed": "Flown, but never recognised: perhaps done.",
    "partly done": "Done in part.",
    "not found": "What it names was looked for and never found.",
    "given up": "Tried for as long as allowed, then given up.",
    "not understood": "Could not be read as something to fly.",
    "ongoing": "Still being flown.",
}
SUCCESS_M = 20.0
"""As AerialVLN counts: a flight that stops so near to its goal is a success."""


def ending_of(story: FlightStory) -> str:
    """How a flight ended, in the words of its recording."""
    if story.end is not None:
        return story.end.ending
    return STOPPED if story.is_stopped else CUT_OFF


def miss_m(story: FlightStory) -> float | None:
    """How far from the goal the drone stopped, where a benchmark added that."""
    metrics = story.evaluation.metrics if story.evaluation else {}
    return metrics.get("NE", metrics.get("ne"))


def verdict_words(story: FlightStory) -> str:
    """Whether it was a success, with the distance; empty where no goal is known."""
    error_m = miss_m(story)
    if error_m is None:
        return ""
    head = "Success" if error_m <= SUCCESS_M else "No success"
    return f"{head}: stopped {error_m:.0f} m from the goal; within {SUCCESS_M:.0f} m counts."
