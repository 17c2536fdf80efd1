"""How a part of a subtask is flown: which skill would bring it forward."""
