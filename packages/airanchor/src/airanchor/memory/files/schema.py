"""The tables of a memory file, as the steps that lead from each version to the next."""

APPLICATION_ID = 0x41416E63
"""Marks a SQLite file as a memory of this project ("AAnc")."""

_KNOWLEDGE = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE types (
    number INTEGER PRIMARY KEY,
    texts TEXT NOT NULL,            -- JSON list
    confidences TEXT NOT NULL,      -- JSON list
    vectors BLOB NOT NULL           -- little-endian numbers, one row per text
);
CREATE TABLE instances (
    number INTEGER PRIMARY KEY,
    type INTEGER NOT NULL,
    footprint BLOB NOT NULL,        -- little-endian doubles: north, east of each corner, in metres
    z_min_m REAL NOT NULL,
    z_max_m REAL NOT NULL,
    confidence REAL NOT NULL,
    observations INTEGER NOT NULL,
    absences INTEGER NOT NULL,
    first_episode TEXT NOT NULL,
    first_step INTEGER NOT NULL,
    last_episode TEXT NOT NULL,
    last_step INTEGER NOT NULL,
    appearance_texts TEXT NOT NULL,
    appearance_confidences TEXT NOT NULL,
    appearance_vectors BLOB NOT NULL,
    visual_confidences TEXT NOT NULL,
    visual_vectors BLOB NOT NULL,
    sightings TEXT NOT NULL         -- JSON list
);
CREATE VIRTUAL TABLE footprints USING rtree(number, north_min_m, north_max_m, east_min_m, east_max_m);
"""

_EPISODES = """
CREATE TABLE episodes (
    ordinal INTEGER PRIMARY KEY,    -- the order in which episodes were committed
    episode_id TEXT NOT NULL UNIQUE,
    instances INTEGER NOT NULL,     -- how many the memory held afterwards
    result TEXT                     -- JSON, or NULL where none was stored
);
"""

_CONTRADICTIONS = "ALTER TABLE instances ADD COLUMN contradictions INTEGER NOT NULL DEFAULT 0;"

MIGRATIONS = (_KNOWLEDGE, _EPISODES, _CONTRADICTIONS)
VERSION = len(MIGRATIONS)
OLDEST_READ = 2
"""Files from this version on are read as they are; opening one for writing brings it to the newest."""

TABLES = ("meta", "types", "instances", "footprints", "episodes")

INSTANCE_COLUMNS = (
    "number",
    "type",
    "footprint",
    "z_min_m",
    "z_max_m",
    "confidence",
    "observations",
    "absences",
    "first_episode",
    "first_step",
    "last_episode",
    "last_step",
    "appearance_texts",
    "appearance_confidences",
    "appearance_vectors",
    "visual_confidences",
    "visual_vectors",
    "sightings",
    "contradictions",
)
