"""Reads traces and shows them: a page, a live page, figures for print, and a file for Rerun."""

from airanchor.viewer.live import LiveView
from airanchor.viewer.page import build_page
from airanchor.viewer.story import FlightStory, tell

__all__ = ["FlightStory", "LiveView", "build_page", "tell"]
