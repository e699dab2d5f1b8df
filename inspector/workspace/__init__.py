"""What both front ends stand on: opening inputs, connecting, and everything derived, as values."""
