"""A process of a run: asks through shared limits until the budget is spent, and prints how often."""

import sys
import time
from pathlib import Path

from airanchor.errors import BudgetSpent
from airanchor.reasoner.chat import Author, ChatAnswer, ChatRequest, Message, TextPart, TokenUse
from airanchor.reasoner.client.budget import Allowance, Budget, Price
from airanchor.reasoner.client.limited import LimitedChat
from airanchor.reasoner.client.rate import RateLimiter
from airanchor.reasoner.client.run_file import RunFile

INPUT, OUTPUT = 300, 50
QUESTION = ChatRequest((Message(Author.USER, (TextPart("x" * 876),)),), max_output_tokens=OUTPUT)


class Steady:
    """A model that always takes the same."""

    name = "steady"

    def complete(self, request: ChatRequest) -> ChatAnswer:
        """Answer after a moment."""
        time.sleep(0.002)
        return ChatAnswer("{}", usage=TokenUse(INPUT, OUTPUT))


class Deadly:
    """A model during whose answer the process is killed."""

    name = "deadly"

    def complete(self, request: ChatRequest) -> ChatAnswer:
        """Tell that the call has begun, and never end."""
        print("asking", flush=True)
        time.sleep(60)
        raise AssertionError("nobody killed the process")


def main(path: str, kind: str, calls: str, tokens: str, money: str) -> None:
    """Spend all there is."""
    file = RunFile(Path(path))
    allowance = Allowance(int(calls), int(tokens), float(money))
    budget = Budget(file, allowance, price=Price(1000.0, 2000.0))
    limiter = RateLimiter(file, requests_per_minute=100_000, tokens_per_minute=10**9)
    chat = LimitedChat(Deadly() if kind == "deadly" else Steady(), limiter=limiter, budget=budget)
    done = 0
    try:
        while True:
            chat.complete(QUESTION)
            done += 1
    except BudgetSpent:
        print(done, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
