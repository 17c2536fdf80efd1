"""The roles of NavGPT: eyes that describe, a mind that thinks in words, and an optional historian."""

from airanchor.reasoner.roles.peers.navgpt.action import NAVGPT_ACTION
from airanchor.reasoner.roles.peers.navgpt.caption import NAVGPT_CAPTION
from airanchor.reasoner.roles.peers.navgpt.summary import NAVGPT_SUMMARY

NAVGPT_ROLES = (NAVGPT_CAPTION, NAVGPT_ACTION, NAVGPT_SUMMARY)

__all__ = ["NAVGPT_ACTION", "NAVGPT_CAPTION", "NAVGPT_ROLES", "NAVGPT_SUMMARY"]
