"""A reasoner of one's own: a chat that is asked in place of a model, here one that repeats what it heard.

airanchor check reasoner chat:Echo
airanchor fly "Climb 10 metres." --reasoner chat:Echo --agent agent:Build
"""

import json

from airanchor.reasoner import ChatAnswer, ChatRequest


class Echo:
    """Takes every instruction as one part; what it cannot answer falls back, and the flight goes on."""

    name = "echo-1"

    def complete(self, request: ChatRequest) -> ChatAnswer:
        """The rendered prompt comes in as messages of text and images; any text may go out."""
        words = request.messages[-1].text.strip().splitlines()[-1][:200] or "fly"
        part = {"id": "S1", "text": words, "subgoals": [words], "landmarks": []}
        return ChatAnswer(json.dumps({"subtasks": [part]}))
