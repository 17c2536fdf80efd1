"""Where tests find what is not theirs: the repository, and data of others, which may be absent."""

from pathlib import Path

ROOT = Path(__file__).parents[1]
SHARED_DATA = ROOT.parent / "shared" / "data"
"""Real cities, human instructions and metric vectors; tests skip where they are not."""
