"""What flights ask of a model, as it was measured, and what that costs with a model of one's own."""

from airanchor.bench.costs.forecast import Forecast, RoleForecast, Sums, forecast
from airanchor.bench.costs.measured import (
    FlightLoad,
    MeasuredWorkload,
    PerFlight,
    RoleLoad,
    measured_workloads,
    shipped_file,
    write_workloads,
)

__all__ = [
    "FlightLoad",
    "Forecast",
    "MeasuredWorkload",
    "PerFlight",
    "RoleForecast",
    "RoleLoad",
    "Sums",
    "forecast",
    "measured_workloads",
    "shipped_file",
    "write_workloads",
]
