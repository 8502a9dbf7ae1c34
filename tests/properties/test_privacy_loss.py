"""Privacy losses by recursion against the enumeration of all outcomes, on random small instances."""

from dataclasses import replace
from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from dartproof.accounting import CompensatedParameters
from dartproof.laws import (
    BELOW,
    KEEP,
    UNASKED,
    Instance,
    Transcript,
    hockey_stick,
    max_divergence,
    picks_law,
    transcript_law,
)
from dartproof.laws.graphs.process_path import process_probability
from dartproof.laws.hockey_stick_law import pair_hockey_stick, pair_loss_bracket, pair_loss_law
from dartproof.laws.picks_loss import picks_divergence, picks_hockey_stick, process_picks_law
from dartproof.laws.privacy_loss import pair_divergence, pair_divergences, process_divergence
from dartproof.laws.process import Course, compensated_process, lazy_process, small_loss_process
from dartproof.laws.query_streams import query_divergence
from dartproof.learners.lazy import FixedDelay
from dartproof.numeric import Ball, LogField, ball_backend
from dartproof.strategies import delay_functions, exact_parameters, keep_factors, loss_steps, neighbour_pairs

noises = st.sampled_from(
    [((2, 1), "laplace"), ((1, 1), "laplace"), ((1, 3), "laplace"), ((1, 2), "exponential"), ((2, 1), "exponential")]
)


@st.composite
def instance_pairs(draw, *, last_round=False):
    """Algorithm 1 on two neighbouring streams of 2 to 4 rounds and 1 to 3 experts, on the grid 1 or 1/2."""
    grid = draw(st.integers(1, 2))
    pair = draw(neighbour_pairs(grid=grid, min_rounds=2, last_round=last_round))
    parameters = draw(exact_parameters(grid=grid))
    multiples, shape = draw(noises)
    return tuple(Instance(losses, parameters, multiples, shape) for losses in pair)


def law(instance):
    return transcript_law(
        instance.losses,
        instance.parameters,
        noise_multiples=instance.noise_multiples,
        noise_shape=instance.noise_shape,
    )


def laws(pair):
    return tuple(map(law, pair))


def processes(pair):
    return tuple(map(small_loss_process, pair))


def enumerated(process):
    """The law of any process, one transcript at a time."""

    def courses(launch, expert, updates, checks, probability):
        left = process.rounds - 1 - launch
        if updates == process.limit:
            yield (UNASKED,) * left, probability
            return
        course, more = process.course(launch, expert, checks), checks + process.counts_checks
        yield (BELOW,) * left, probability * course.never
        for wait, (keep, renewal) in enumerate(zip(course.keeps, course.renewals, strict=True)):
            now = launch + 1 + wait
            branches = [(KEEP, keep, expert, updates)]
            branches += [(j, renewal * share, j, updates + 1) for j, share in enumerate(process.shares[now])]
            for step, factor, player, count in branches:
                for rest, total in courses(now, player, count, more, probability * factor):
                    yield (*(BELOW,) * wait, step, *rest), total

    return {
        Transcript(first, steps): probability
        for first, share in enumerate(process.shares[process.start])
        for steps, probability in courses(process.start, first, 0, 0, share)
        if probability
    }


def balls(process, bits=128):
    """The same process in balls."""

    def ball(x):
        return x.enclosure(bits) if x else Ball.of(0, bits)

    def course(*launch):
        exact = process.course(*launch)
        return Course(tuple(map(ball, exact.keeps)), tuple(map(ball, exact.renewals)), ball(exact.never))

    shares = tuple(tuple(map(ball, row)) for row in process.shares)
    return replace(process, backend=ball_backend(process.backend.field.base, bits), shares=shares, course=course)


def agree(p, q, found):
    """Whether a divergence and its witness are those of two processes, by enumeration."""
    above, below = enumerated(p), enumerated(q)
    if found.ratio is None:
        return found.attained is None and found.witness in above and found.witness not in below
    return (
        found.ratio == found.attained == max_divergence(above, below).ratio
        and above[found.witness] == found.ratio * below[found.witness]
    )


@given(instance_pairs(last_round=True))
@settings(max_examples=150)
def test_the_longest_path_is_the_largest_ratio_of_all_transcripts(pair):
    p, q = laws(pair)
    found = pair_divergence(*processes(pair))
    assert found.ratio == found.attained == max_divergence(p, q).ratio
    assert p[found.witness] == found.ratio * q[found.witness]


@given(instance_pairs())
@settings(max_examples=60)
def test_the_small_graph_and_the_whole_graph_have_paths_of_one_length(pair):
    p, q = processes(pair)
    assert pair_divergence(p, q).ratio == process_divergence(p, q).ratio
    assert pair_divergence(q, p).ratio == process_divergence(q, p).ratio


@given(instance_pairs(), st.data())
@settings(max_examples=60)
def test_two_streams_that_are_no_neighbours_are_compared_as_well(pair, data):
    first, second = pair
    rounds, experts = len(first.losses), len(first.losses[0])
    row = st.tuples(*[st.integers(0, first.parameters.grid)] * experts)
    second = replace(second, losses=data.draw(st.tuples(*[row] * rounds)))
    p, q = processes((first, second))
    assert process_divergence(p, q).ratio == max_divergence(law(first), law(second)).ratio


@given(instance_pairs())
@settings(max_examples=60)
def test_the_larger_direction_is_the_maximum_of_both(pair):
    p, q = laws(pair)
    both = pair_divergences(*processes(pair))
    forward, backward = max_divergence(p, q).ratio, max_divergence(q, p).ratio
    assert (both.forward.ratio, both.backward.ratio) == (forward, backward)
    assert both.larger.ratio == max(forward, backward)


@given(instance_pairs(), st.fractions(min_value=Fraction(1, 2), max_value=4, max_denominator=10))
@settings(max_examples=80)
def test_the_hockey_stick_is_the_sum_over_all_transcripts(pair, ratio):
    assert pair_hockey_stick(*processes(pair), ratio) == hockey_stick(*laws(pair), ratio)


@given(instance_pairs())
@settings(max_examples=60)
def test_the_law_of_the_ratio_sums_to_one_and_ends_at_the_divergence(pair):
    p, q = processes(pair)
    masses = pair_loss_law(p, q).masses
    assert sum(masses.values()) == 1
    assert max(masses) == pair_divergence(p, q).ratio


@given(
    instance_pairs(),
    st.fractions(min_value=1, max_value=3, max_denominator=10),
    st.sampled_from([Fraction(1, 7), Fraction(1, 100), Fraction(1, 10**6)]),
)
@settings(max_examples=60)
def test_the_bracket_contains_the_hockey_stick(pair, ratio, step):
    p, q = processes(pair)
    exact = pair_hockey_stick(p, q, ratio)
    for first, second in ((p, q), (balls(p), balls(q))):
        found = pair_loss_bracket(first, second, step=step).hockey_stick(ratio)
        assert found.lower.lower <= exact <= found.upper.upper
        # A path has at most V + 1 rounded factors, and δ falls by at most 1 − e^(−h) for a step of h.
        assert found.upper.upper - found.lower.lower <= (p.limit + 2) * step


@given(instance_pairs())
@settings(max_examples=60)
def test_the_law_of_the_picks_is_that_of_all_transcripts(pair):
    assert process_picks_law(small_loss_process(pair[0])) == picks_law(law(pair[0]))


@given(instance_pairs(), st.fractions(min_value=1, max_value=2, max_denominator=10))
@settings(max_examples=60)
def test_the_losses_of_the_picks_are_those_of_all_transcripts(pair, ratio):
    p, q = map(picks_law, laws(pair))
    found = picks_divergence(*processes(pair))
    assert found.ratio == max_divergence(p, q).ratio
    assert p[found.witness] == found.ratio * q[found.witness]
    assert picks_hockey_stick(*processes(pair), ratio) == hockey_stick(p, q, ratio)


@given(instance_pairs())
@settings(max_examples=60)
def test_balls_contain_what_exact_numbers_give(pair):
    p, q = processes(pair)
    exact, found = pair_divergence(p, q), pair_divergence(balls(p), balls(q))
    assert found.ratio.lower <= exact.ratio <= found.ratio.upper
    attained = process_probability(p, found.witness) / process_probability(q, found.witness)
    assert found.attained.lower <= attained <= found.attained.upper
    seen, exact_seen = picks_divergence(balls(p), balls(q)).ratio, picks_divergence(p, q).ratio
    assert seen.lower <= exact_seen <= seen.upper


@given(st.data())
@settings(max_examples=100)
def test_lazy_learners_of_any_delay_have_the_loss_that_enumeration_finds(data):
    first, second = data.draw(neighbour_pairs(grid=2, last_round=True))
    rounds, experts = len(first), len(first[0])
    start = data.draw(st.integers(0, rounds - 1))
    arguments = {
        "keep": data.draw(keep_factors(max_denominator=10)),
        "grid": 2,
        "delay": data.draw(st.builds(FixedDelay, st.integers(1, 3)) | delay_functions(rounds, experts)),
        "start": start,
        "end": data.draw(st.integers(start, rounds - 1)),
        "forced": data.draw(st.booleans()),
        "field": LogField(Fraction(1, 2)),
    }
    p, q = (lazy_process(losses, **arguments) for losses in (first, second))
    assert agree(p, q, pair_divergence(p, q))
    assert pair_hockey_stick(p, q, Fraction(6, 5)) == hockey_stick(enumerated(p), enumerated(q), Fraction(6, 5))
    assert process_picks_law(p) == picks_law(enumerated(p))


@st.composite
def compensated_pairs(draw):
    """The compensated learner on two neighbouring streams, h0 = 1 included, or its control with Laplace noise."""
    grid = draw(st.integers(1, 2))
    fractions, clip = keep_factors(max_denominator=10), draw(st.integers(1, 3))
    parameters = CompensatedParameters(
        grid=grid,
        keep=draw(fractions),
        noise=draw(fractions),
        clip_steps=clip,
        threshold=clip + draw(st.integers(0, 2)),
        limit=draw(st.integers(0, 3)),
        noise_multiples=draw(st.sampled_from([(1, 1), (2, 1), (1, 2)])),
        noise_shape=draw(st.sampled_from(["exponential", "laplace"])),
    )
    return tuple(compensated_process(losses, parameters) for losses in draw(neighbour_pairs(grid=grid)))


@given(compensated_pairs())
@settings(max_examples=60)
def test_compensated_learners_have_the_loss_that_enumeration_finds(pair):
    p, q = pair
    assert agree(p, q, pair_divergence(p, q))
    assert pair_hockey_stick(p, q, Fraction(6, 5)) == hockey_stick(enumerated(p), enumerated(q), Fraction(6, 5))


@given(
    st.lists(st.integers(-4, 4), max_size=5),
    st.lists(st.integers(-4, 4), min_size=1, max_size=5),
    st.integers(1, 3),
    st.integers(-3, 3),
    st.tuples(keep_factors(max_denominator=10), noises),
)
@settings(max_examples=100)
def test_a_suffix_shift_costs_one_rate_in_each_direction(before, after, shift, threshold, noise):
    base, ((multiple_xi, multiple_nu), shape) = noise
    first, second = (*before, *after), (*before, *(query + shift for query in after))
    options = {
        "threshold": threshold,
        "field": LogField(base),
        "noise_multiples": (multiple_xi, multiple_nu),
        "noise_shape": shape,
    }
    assert query_divergence(first, second, **options).ratio <= base ** (-multiple_xi * shift)
    assert query_divergence(second, first, **options).ratio <= base ** (-multiple_nu * shift)


@given(loss_steps(min_rounds=2), exact_parameters())
@settings(max_examples=30)
def test_a_stream_has_no_divergence_from_itself(losses, parameters):
    process = small_loss_process(Instance(losses, parameters))
    assert pair_divergence(process, process).ratio == 1
    assert pair_hockey_stick(process, process, 1) == 0
