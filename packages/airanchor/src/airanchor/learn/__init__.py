"""Training of the networks of the embedded eyes and ears; needs the extra [learn]."""
