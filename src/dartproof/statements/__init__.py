"""What is claimed: the registry of statements, read from the rooms of `proofs/`. Imports no mathematics."""

from dartproof.statements.errata import Errata, Erratum, load_errata
from dartproof.statements.graph import UseGraph, use_graph
from dartproof.statements.loader import load_registry, load_statement, proofs_folder
from dartproof.statements.model import KINDS, Hypothesis, Kind, Registry, Statement

__all__ = [
    "KINDS",
    "Errata",
    "Erratum",
    "Hypothesis",
    "Kind",
    "Registry",
    "Statement",
    "UseGraph",
    "load_errata",
    "load_registry",
    "load_statement",
    "proofs_folder",
    "use_graph",
]
