"""A run on a real Ray cluster of several nodes, one of which is lost while it flies."""

import threading
import time
from pathlib import Path

import pytest

from airanchor.bench.results import RunFolder
from airanchor.bench.run import fly_run, prepare_run
from tests.airanchor.bench.run.town import files_of

ray = pytest.importorskip("ray", reason="needs pip install '.[ray]'")

PATIENCE_S = 400.0

pytestmark = [pytest.mark.slow, pytest.mark.enable_socket, pytest.mark.xdist_group("bench-run")]


@pytest.fixture
def cluster():
    """A head that flies nothing, and one node of one processor."""
    from ray.cluster_utils import Cluster

    found = Cluster(initialize_head=True, head_node_args={"num_cpus": 0})
    found.add_node(num_cpus=1)
    try:
        ray.init(address=found.address, log_to_driver=False)
        yield found
    finally:
        ray.shutdown()
        found.shutdown()


def wait_for_a_flight(root: Path, flying: threading.Thread) -> None:
    while flying.is_alive() and not any(RunFolder(root).row("airanchor").glob("flying/*/events.jsonl")):
        time.sleep(0.02)


def test_a_cluster_that_loses_a_node_gives_the_bytes_of_one_process(cluster, order, finished, tmp_path):
    from airanchor.bench.run.drivers.cluster import on_ray

    prepare_run(tmp_path, order)
    outcomes = []
    flying = threading.Thread(
        target=lambda: outcomes.append(fly_run(tmp_path, driver=on_ray(cluster.address))), daemon=True
    )
    flying.start()
    wait_for_a_flight(tmp_path, flying)
    first = next(iter(cluster.worker_nodes))
    for _ in range(2):
        cluster.add_node(num_cpus=1)
    assert flying.is_alive(), "the run ended before a node could be lost"
    cluster.remove_node(first, allow_graceful=False)
    flying.join(PATIENCE_S)
    assert len([node for node in ray.nodes() if node["Alive"]]) == 3
    assert [one.is_complete and not one.failed for one in outcomes] == [True]
    assert files_of(tmp_path) == files_of(finished)
