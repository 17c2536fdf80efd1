"""A desk for a person who is the model: a page on this machine that shows a mailbox's questions."""
