"""All flights of a run on one page: filters, words to search for, and each flight's replay a click away."""

from airanchor.bench.board.flights import read_board
from airanchor.bench.board.page import fill_board
from airanchor.bench.board.server import BoardView, Replay

__all__ = ["BoardView", "Replay", "fill_board", "read_board"]
