"""TypeFly: a text-only planner that writes short programs, which an interpreter flies."""
