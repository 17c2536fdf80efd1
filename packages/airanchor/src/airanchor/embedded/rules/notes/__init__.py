"""What the rules remember from one decision to the next, carried by the progress text."""
