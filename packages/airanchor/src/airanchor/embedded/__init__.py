"""The stand-in for models: eyes, ears and rules fitted on train scenes, with no network. Not zero-shot."""
