"""When a part of a subtask is over: done, arrived at, or given up."""
