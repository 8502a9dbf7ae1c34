"""Learners as Markov processes on their checks, in exact and in ball arithmetic: the model and who builds it."""

from dartproof.laws.processes.compensated_process import compensated_balls, compensated_process
from dartproof.laws.processes.course import Course, Process
from dartproof.laws.processes.lazy_process import lazy_process
from dartproof.laws.processes.small_loss_process import small_loss_balls, small_loss_process

__all__ = [
    "Course",
    "Process",
    "compensated_balls",
    "compensated_process",
    "lazy_process",
    "small_loss_balls",
    "small_loss_process",
]
