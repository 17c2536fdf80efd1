"""Training in the small: it learns, goes on where it stopped, and what it writes can be run."""

import json
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="needs the extra [learn]")
pytest.importorskip("onnx", reason="needs the extra [learn]")

from airanchor.embedded.eyes.net import CityNet, read_net  # noqa: E402
from airanchor.errors import InputError  # noqa: E402
from airanchor.learn.eyes.data.cities import CityChoice  # noqa: E402
from airanchor.learn.eyes.data.making import make_city  # noqa: E402
from airanchor.learn.eyes.data.store import PictureStore  # noqa: E402
from airanchor.learn.eyes.training.batches import planes_of  # noqa: E402
from airanchor.learn.eyes.training.loop import TrainingBudget  # noqa: E402
from airanchor.learn.eyes.training.run import TrainingProgress, TrainingRun  # noqa: E402
from airanchor.learn.eyes.training.score import score  # noqa: E402
from airanchor.learn.eyes.training.state import new_state, open_state  # noqa: E402


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("data")
    for name in ("train", "check", "held_out"):
        make_city(CityChoice("suburb", 44_003, 200.0), folder / name, crops=8, views=2)
    return folder


def trained(folder: Path, data: Path, minutes: float) -> tuple[dict[str, object], list[TrainingProgress]]:
    told: list[TrainingProgress] = []
    budget = TrainingBudget(minutes=minutes, batch=4)
    return TrainingRun(folder, data, budget, {"command": "airanchor learn eyes"}, told.append).learn(), told


def test_a_run_writes_a_network_that_sees_what_torch_sees(data: Path, tmp_path: Path) -> None:
    made, told = trained(tmp_path, data, 0.03)
    assert made["trained_on"] == ["suburb@44003"]
    assert told and told[0].left_s <= 0.03 * 60
    assert json.loads((tmp_path / "curve.jsonl").read_text().splitlines()[-1]) == made["figures"]
    views = PictureStore(data / "train", "views")
    views.refresh()
    view = views[0]
    focal_px, pitch_rad = (float(value) for value in view.window[2:])
    maps = CityNet(read_net(tmp_path)).look(view.rgb, focal_px=focal_px, pitch_rad=pitch_rad)
    net = open_state(tmp_path / "checkpoint.pt", 0).smooth.eval()
    with torch.no_grad():
        planes = torch.from_numpy(planes_of(view.rgb, view.window, None)).permute(2, 0, 1)[None]
        names = net(planes)[0, :102].log_softmax(0).permute(1, 2, 0).numpy()
    assert np.abs(names - maps.log_names).max() < 0.05


def test_a_run_goes_on_where_it_stopped(data: Path, tmp_path: Path) -> None:
    trained(tmp_path, data, 0.01)
    before = open_state(tmp_path / "checkpoint.pt", 0)
    trained(tmp_path, data, 0.03)
    after = open_state(tmp_path / "checkpoint.pt", 0)
    assert before.steps > 0 and after.steps > before.steps
    assert after.crops > before.crops and after.spent_s > before.spent_s
    trained(tmp_path, data, 0.03)
    assert open_state(tmp_path / "checkpoint.pt", 0).steps == after.steps


def test_learning_lowers_the_loss_and_the_smoothed_weights_follow(data: Path, tmp_path: Path) -> None:
    first = new_state(0)
    for minutes in (0.12, 0.3, 0.9):  # a run goes on where it stopped; a busy machine needs longer
        trained(tmp_path, data, minutes)
        state = open_state(tmp_path / "checkpoint.pt", 0)
        if state.losses["traits"] < 0.69:
            break
    assert state.losses["names"] < 4.6  # about log(102) before anything was learned
    assert state.losses["traits"] < 0.69
    assert not torch.equal(first.smooth.out.weight, state.smooth.out.weight)
    assert not torch.equal(state.net.out.weight, state.smooth.out.weight)


def test_a_network_that_has_learned_nothing_scores_little(data: Path) -> None:
    store = PictureStore(data / "check")
    store.refresh()
    figures = score(new_state(0).smooth, (store[k] for k in range(3)), with_depth=True)
    assert figures["count"] > 3
    assert 0 <= figures["names"] < 0.5


def test_a_folder_without_pictures_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"no pictures in .*train"):
        trained(tmp_path / "run", tmp_path, 0.01)
