"""Programs that fit the embedded stack and measure the software: `python -m benchmarks.measure.NAME`."""
