"""Tests of AirAnchor; the folders mirror src/airanchor."""
