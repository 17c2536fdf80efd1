"""Flights as figures for print."""
