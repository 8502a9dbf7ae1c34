"""Learners as Markov processes on their checks; `dartproof.laws.process` is the front."""
