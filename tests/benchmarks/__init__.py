"""Measurements of speed and memory, run by hand: ``python -m tests.benchmarks FOLDER`` with saved listings."""
