"""The memory quality study: what memories hold and find again, against the truth."""
