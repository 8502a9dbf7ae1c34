"""Certificates of random pairs: true ones are accepted, and tampered ones exactly if they are true by accident."""

import json
from fractions import Fraction

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from dartproof.accounting import CompensatedParameters, ExactParameters
from dartproof.errors import InputError
from dartproof.laws import DivergenceCertificate, Transcript, certify_divergence, check
from dartproof.laws.graphs.process_path import process_probability
from dartproof.laws.picks_loss import process_picks_law
from dartproof.numeric import parse_rational

fractions = st.fractions(min_value=Fraction(1, 10), max_value=Fraction(9, 10), max_denominator=10)
views = st.sampled_from(["transcript", "picks"])


@st.composite
def pairs(draw):
    """Parameters, losses, a round and another row for it."""
    grid, experts = draw(st.integers(1, 2)), draw(st.integers(1, 3))
    row = st.tuples(*[st.integers(0, grid)] * experts)
    losses = tuple(draw(st.lists(row, min_size=2, max_size=4)))
    changed = draw(st.integers(0, len(losses) - 1))
    clip, limit = draw(st.integers(1, 3)), draw(st.integers(0, 3))
    shared = {"grid": grid, "keep": draw(fractions), "noise": draw(fractions), "limit": limit}
    parameters = draw(
        st.builds(ExactParameters, clip=st.just(clip), threshold=st.integers(-1, 3), **as_strategies(shared))
        | st.builds(
            CompensatedParameters, clip_steps=st.just(clip), threshold=st.integers(clip, 5), **as_strategies(shared)
        )
    )
    return parameters, losses, changed, draw(row.filter(lambda row: row != losses[changed]))


def as_strategies(values):
    return {name: st.just(value) for name, value in values.items()}


def certified(pair, view):
    parameters, losses, changed, row = pair
    return certify_divergence(parameters, losses, round=changed, row=row, view=view)


@given(pairs(), views)
@settings(max_examples=60, deadline=None)
def test_every_certificate_is_accepted_also_after_json(pair, view):
    certificate = certified(pair, view)
    report = check(certificate)
    assert report.accepted, report.problems
    assert DivergenceCertificate.from_json(json.loads(json.dumps(certificate.to_json()))) == certificate


@given(pairs())
@settings(max_examples=40, deadline=None)
def test_no_certificate_refutes_a_claim(pair):
    assert all(claim.holds for claim in certified(pair, "transcript").claims)


def another(value):
    """Strategies for something else of the same form."""
    match value:
        case bool():
            return st.just(not value)
        case int():
            return st.integers(value - 2, value + 2).filter(lambda other: other != value)
        case str():
            return st.sampled_from(["⊥", "⊤ keep", "–", "⊤ resample 1", "⊤ resample 2", "1", "2"]) | number_near(value)
        case None:
            return st.just({"lower": "1", "upper": "2"})
        case list():
            return element_changed(value) | st.just([*value, *value[-1:]]) | st.just(value[:-1])
        case dict():
            return st.just({})


def number_near(text):
    try:
        number = parse_rational(text)
    except InputError:
        return st.nothing()
    return st.sampled_from([number + Fraction(1, 10**40), number / 2, number + 1]).map(str)


def element_changed(values):
    if not values:
        return st.nothing()
    places = st.integers(0, len(values) - 1)
    return places.flatmap(
        lambda place: another(values[place]).map(lambda other: [*values[:place], other, *values[place + 1 :]])
    )


@st.composite
def tampered(draw, keys):
    """The JSON of a certificate with one value changed, under one of some keys, at any depth."""
    data = json.loads(json.dumps(certified(draw(pairs()), draw(views)).to_json()))
    target, key = data, draw(st.sampled_from(keys))
    while isinstance(target[key], dict) and target[key]:
        target, key = target[key], draw(st.sampled_from(sorted(target[key])))
    before = target[key]
    target[key] = draw(another(before))
    assume(target[key] != before)
    return data


def accepted(data):
    try:
        return check(DivergenceCertificate.from_json(data)).accepted
    except InputError:
        return False


@given(tampered(["above", "below", "log_ratio", "claims"]))
@settings(max_examples=150, deadline=None)
def test_a_certificate_whose_results_are_changed_is_rejected(data):
    assert not accepted(data)


@given(tampered(["parameters", "losses", "round", "row", "witness", "view"]))
@settings(max_examples=150, deadline=None)
def test_a_certificate_whose_assumptions_are_changed_is_rejected_unless_it_is_still_true(data):
    # For instance losses that reach no factor of the witness can be changed; the probabilities are then the same.
    if not accepted(data):
        return
    certificate = DivergenceCertificate.from_json(data)
    processes = [certificate.learner.process(losses) for losses in (certificate.losses, certificate.neighbour)]
    for process, stated in zip(processes, (certificate.above, certificate.below), strict=True):
        assert probability(process, certificate.witness).coefficients == stated


def probability(process, witness):
    if isinstance(witness, Transcript):
        return process_probability(process, witness)
    return process_picks_law(process).get(witness, process.backend.rational(0))
