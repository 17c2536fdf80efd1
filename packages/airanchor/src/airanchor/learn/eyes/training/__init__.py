"""The network in torch, and how it is trained."""
