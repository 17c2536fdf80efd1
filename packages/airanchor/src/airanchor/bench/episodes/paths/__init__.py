"""Reference paths: where to fly, through which air, along which landmarks."""
