"""Beginning a run, or taking one up again: the order is checked and written down before anyone flies."""

from collections.abc import Callable, Mapping
from pathlib import Path

from airanchor import own_parts
from airanchor.assembly import load_stack, own_facts
from airanchor.bench.episodes import SPLITS, Episode
from airanchor.bench.results import RunFolder
from airanchor.bench.rows import told_rows
from airanchor.bench.run.conduct import Conduct
from airanchor.bench.run.inputs import RunInputs, episodes_hash, ordered_episodes, row_settings
from airanchor.bench.run.order import RunOrder, conditions_of
from airanchor.bench.run.provenance import made_with
from airanchor.bench.run.record import RunRecord, check_same, read_record, write_record
from airanchor.bench.run.worlds.choice import world_source
from airanchor.config import Settings
from airanchor.errors import InputError
from airanchor.reasoner.mailbox.mailbox_chat import mailbox_folder

Tell = Callable[[str], None]


def prepare_run(
    root: Path,
    order: RunOrder,
    *,
    conduct: Conduct | None = None,
    command: str = "",
    tell: Tell = lambda _: None,
) -> RunRecord:
    """The record of a run that is ready to be flown; an existing one must have been ordered alike."""
    own_parts.grant(*order.rows, order.reasoner, order.perception, order.world)
    own_parts.grant_sets(order.sets)
    if not order.rows or len(set(order.rows)) != len(order.rows):
        raise InputError(f"rows {', '.join(order.rows) or '(none)'}: give each row once, and at least one")
    _check_folder(root)
    episodes, conduct = ordered_episodes(order), conduct or Conduct()
    scenes = tuple(dict.fromkeys(one.scene_id for one in episodes))
    for row in order.rows:
        world_source(order, conduct, conditions=conditions_of(order, row)).check(order, scenes)
    asked = _record(order, episodes, conduct, command, tell)
    if not RunFolder(root).order_file.exists():
        RunInputs(root).copy_from(order)
        if write_record(root, asked, is_new=True):
            return asked
    return _take_up(root, asked, tell)


def _record(
    order: RunOrder, episodes: list[Episode], conduct: Conduct, command: str, tell: Tell
) -> RunRecord:
    file = None if order.settings_file is None else Path(order.settings_file)
    settings = {row: row_settings(order, row, file) for row in order.rows}
    _tell_budget(order, settings, tell)
    _tell_mailbox(order, tell)
    stack = load_stack(
        settings[order.rows[0]],
        reasoner=order.reasoner,
        perception=order.perception,
        allow_unprobed=conduct.allow_unprobed,
        allowance=conduct.allowance,
        tell=tell,
    )
    own_rows = told_rows(order.rows)
    detector = "oracle" if order.perception == "oracle" else stack.detector(order.perception)
    return RunRecord(
        order=order,
        resolved={
            "episodes_sha256": episodes_hash(order, episodes),
            "episodes": len(episodes),
            "settings": {row: one.to_json() for row, one in settings.items()},
            **({"rows": own_rows} if own_rows else {}),
        },
        conduct=conduct,
        names={**stack.names(detector), **own_facts(world=order.world)},
        made=made_with(command),
    )


def _tell_budget(order: RunOrder, settings: Mapping[str, Settings], tell: Tell) -> None:
    """Say what a split with a budget of its own grants, and where the run was ordered with another."""
    split = SPLITS.get(order.episodes)
    if split is None or split.decisions is None:
        return
    tell(f"{split.name} grants {split.decisions} decisions to every flight")
    for row, one in settings.items():
        if one.agent.iterations != split.decisions:
            tell(f"warning: {row} is given {one.agent.iterations}, as the settings say")


def _tell_mailbox(order: RunOrder, tell: Tell) -> None:
    """Say once where the questions are: workers wait for answers without a word."""
    if (folder := mailbox_folder(order.reasoner)) is not None:
        tell(f"questions go to {folder}; answer them there, or with: airanchor reasoner answer {folder}")


def _take_up(root: Path, asked: RunRecord, tell: Tell) -> RunRecord:
    kept = read_record(root)
    check_same(kept, asked, root)
    if asked.names != kept.names:
        raise InputError(
            f"the run {root} was started with {kept.names}, not {asked.names}; give another --out"
        )
    if kept.is_complete and all(RunFolder(root).results_file(row).is_file() for row in kept.order.rows):
        return kept
    if asked.made["code_sha256"] != kept.made["code_sha256"]:
        tell(
            f"warning: the code has changed since {root} was started, so its results mix two versions; "
            "for a clean run give another --out"
        )
    record = kept.model_copy(update={"conduct": asked.conduct, "resumed": (*kept.resumed, asked.made)})
    write_record(root, record)
    return record


def _check_folder(root: Path) -> None:
    """A new run begins among no other's files, which is told before anything is loaded."""
    if RunFolder(root).order_file.exists():
        return
    if (root / "rows").exists():
        raise InputError(f"{root} holds files of a run but no run.json; give another --out")
    if (root / "trace").exists():
        raise InputError(f"{root} holds a single flight, which a run would mix with; give another --out")
