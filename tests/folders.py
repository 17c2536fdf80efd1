"""Where tests find files: the repository, data of its own, and data of others, which may be absent."""

from pathlib import Path

ROOT = Path(__file__).parents[1]
OWN_DATA = ROOT / "tests" / "data"
SHARED_DATA = ROOT.parent / "shared" / "data"
"""Real cities, human instructions and metric vectors; tests skip where they are not."""
