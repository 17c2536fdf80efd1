"""Training of the embedded networks; needs the extra [learn]."""
