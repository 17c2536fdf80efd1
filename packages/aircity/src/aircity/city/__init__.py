"""The embedded city: procedural and imported scenes, a CPU renderer, and a world to fly in."""
