"""The stand-in for models: eyes, ears and rules fitted on train and generated scenes. Not zero-shot."""
