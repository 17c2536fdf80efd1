"""The board: who joins late has the same as who was there from the start."""

import threading
from typing import Any

from airanchor.cockpit.board import Board


def apply(state: dict[str, Any], change: dict[str, Any]) -> None:
    """What a page does with a change."""
    state.update(change.get("set", {}))
    if "add" in change:
        state.setdefault(change["add"][0], []).append(change["add"][1])
    if "put" in change:
        state.setdefault(change["put"][0], {})[change["put"][1]] = change["put"][2]


def test_a_late_browser_catches_up_with_an_early_one() -> None:
    board, early, late = Board(path=[], memory={}), {}, {}
    _, whole, _ = board.join(lambda news: apply(early, news) if isinstance(news, dict) else None)
    apply(early, whole)

    def write(number: int) -> None:
        for step in range(50):
            board.add("path", [number, step])
            board.put("memory", f"O{number}", step)
            board.set(drone=[number, step])

    threads = [threading.Thread(target=write, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    _, whole, _ = board.join(lambda news: apply(late, news) if isinstance(news, dict) else None)
    apply(late, whole)  # in a real line the whole goes out first; here changes of the middle may come before
    for thread in threads:
        thread.join()
    _, now, _ = board.join(lambda news: None)
    assert early == now["set"]
    assert len(now["set"]["path"]) == 200


def test_what_is_shown_is_a_copy() -> None:
    board, row = Board(), [1]
    board.set(row=row)
    row.append(2)
    assert board.value("row") == [1]


def test_who_leaves_hears_no_more() -> None:
    heard: list[object] = []
    board = Board()
    number, _, _ = board.join(heard.append)
    assert board.is_watched
    board.leave(number)
    board.set(x=1)
    assert not heard and not board.is_watched
