"""What a table says about the runs behind it: command, commit, settings, who reasoned and who saw."""

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from airanchor.bench.run.order import AIRSIM, CITY, conditions_of
from airanchor.bench.run.record import RunRecord

_WORLDS = {CITY: "embedded cities", AIRSIM: "AirSim builds"}


@dataclass(frozen=True, slots=True)
class RunFacts:
    """Where numbers come from; empty where the run does not say."""

    run: str
    episodes: str = ""
    """The split or file, and which part of it."""
    world: str = ""
    """Where it was flown: embedded cities or AirSim builds."""
    command: str = ""
    commit: str = ""
    code: str = ""
    """A hash over the source files that may decide a result."""
    settings: str = ""
    """The profile and what was set over it."""
    conditions: str = ""
    """Noise and traffic, and their seed."""
    reasoner: str = ""
    detector: str = ""
    text_encoder: str = ""
    image_encoder: str = ""
    own_parts: str = ""
    """What code the parts from outside were."""
    incomplete: str = ""
    """Rows that are not flown to the end."""

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return asdict(self)

    def words(self) -> tuple[tuple[str, str], ...]:
        """What is known, as pairs of a name and its words."""
        pairs = {
            "command": self.command,
            "commit": self.commit,
            "code": self.code[:12],
            "episodes": self.episodes,
            "world": self.world,
            "settings": self.settings,
            "conditions": self.conditions,
            "reasoner": self.reasoner,
            "detector": self.detector,
            "encoders": ", ".join(part for part in (self.text_encoder, self.image_encoder) if part),
            "own parts": self.own_parts,
            "incomplete": self.incomplete,
        }
        return tuple((name, told) for name, told in pairs.items() if told)


def facts_of(root: Path, record: RunRecord) -> RunFacts:
    """The facts of a run as its own file tells them."""
    order, made = record.order, record.made
    given = [order.profile]
    given += [] if order.settings_file is None else [f"+ {Path(order.settings_file).name}"]
    given += [f"--set {one}" for one in order.sets]
    count = record.resolved.get("episodes")
    return RunFacts(
        run=root.resolve().name,
        episodes=f"{order.episodes}, {order.subset} (n = {count})",
        world=_WORLDS.get(order.world, order.world),
        command=made.get("command", ""),
        commit=_commit(record),
        code=made.get("code_sha256", ""),
        settings=" ".join(given),
        conditions=_conditions(record),
        reasoner=record.names.get("reasoner", order.reasoner),
        detector=record.names.get("detector", order.perception),
        text_encoder=record.names.get("text_encoder", ""),
        image_encoder=record.names.get("image_encoder", ""),
        own_parts=_own_parts(record),
        incomplete=", ".join(
            f"{row} {state.episodes}/{state.of}"
            for row, state in record.results.items()
            if not state.is_complete
        ),
    )


def _conditions(record: RunRecord) -> str:
    """What disturbs the flights of each row, where anything does."""
    of_rows = {row: conditions_of(record.order, row).facts() for row in record.order.rows}
    told = {
        row: ", ".join(f"{name} {value}" for name, value in facts.items()) for row, facts in of_rows.items()
    }
    if len(set(told.values())) == 1:
        return next(iter(told.values()))
    return "; ".join(f"{row}: {words}" for row, words in told.items() if words)


def _own_parts(record: RunRecord) -> str:
    rows = record.resolved.get("rows")
    told = [value for key, value in record.names.items() if key.endswith("_part")]
    told += (
        [str(row.get("part")) for row in rows.values() if isinstance(row, dict)]
        if isinstance(rows, dict)
        else []
    )
    return "; ".join(told)


def _commit(record: RunRecord) -> str:
    """The commit of the first start, and a warning where a later one ran other code."""
    commit = record.made.get("commit", "")
    codes = {one.get("code_sha256") for one in (record.made, *record.resumed)}
    return f"{commit} (code changed between starts)".strip() if len(codes) > 1 else commit
