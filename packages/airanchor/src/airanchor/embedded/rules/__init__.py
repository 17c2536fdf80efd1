"""The embedded reasoner: a chat transport that answers by rules. No network, no model, no request objects."""
