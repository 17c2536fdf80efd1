"""What the machine lends: folders that can be written, and code compiled for its processor."""
