import itertools
from fractions import Fraction

import pytest

from dartproof.errors import InputError, UndecidedError
from dartproof.numeric import ball_backend, exact_backend, float_backend

Y = Fraction(9, 10)
BACKENDS = {"exact": exact_backend(Y), "ball": ball_backend(Y, 200), "float": float_backend(Y)}


def probability(backend):
    """H(1,2,4) of the four-round instance, 10143/80000 − (81/400)L, in the numbers of a backend."""
    return backend.rational(Fraction(10143, 80000)) - backend.rational(Fraction(81, 400)) * backend.log


@pytest.mark.parametrize("name", BACKENDS)
def test_one_computation_runs_on_every_backend(name):
    backend = BACKENDS[name]
    assert backend.name == name
    assert abs(float(backend.value(probability(backend)).decimal) - 0.10545199557929017) < 1e-15


@pytest.mark.parametrize("name", BACKENDS)
def test_signs_are_those_of_the_numbers(name):
    backend = BACKENDS[name]
    assert [backend.sign(x) for x in (-backend.log, backend.rational(0), backend.log)] == [-1, 0, 1]


@pytest.mark.parametrize("name", BACKENDS)
def test_logarithms_are_shown(name):
    backend = BACKENDS[name]
    assert backend.value_of_log(backend.rational(2)).decimal.startswith("0.693147180559945")


def test_only_the_exact_backend_has_exact_forms():
    shown = {name: backend.value(probability(backend)).exact for name, backend in BACKENDS.items()}
    assert shown == {"exact": "10143/80000 - 81/400*L", "ball": None, "float": None}


def test_only_floats_have_no_radius():
    shown = {name: backend.value(probability(backend)).radius is None for name, backend in BACKENDS.items()}
    assert shown == {"exact": False, "ball": False, "float": True}


def test_the_ball_contains_the_exact_number():
    ball, exact = (probability(BACKENDS[name]) for name in ("ball", "exact"))
    assert ball.lower < exact < ball.upper


def test_a_sign_too_close_for_the_balls_is_undecided():
    coarse = ball_backend(Y, 20)
    third = coarse.rational(Fraction(1, 3))
    with pytest.raises(UndecidedError):
        coarse.sign(third - third)


@pytest.mark.parametrize(("name", "other"), list(itertools.permutations(BACKENDS, 2)))
def test_a_backend_takes_its_own_numbers_only(name, other):
    stranger = BACKENDS[other].log
    for method in (BACKENDS[name].sign, BACKENDS[name].value, BACKENDS[name].value_of_log):
        with pytest.raises(TypeError, match="backend"):
            method(stranger)
    with pytest.raises(TypeError):
        BACKENDS[name].log + stranger


@pytest.mark.parametrize("make", [exact_backend, ball_backend, float_backend])
def test_a_base_outside_the_unit_interval_is_refused(make):
    with pytest.raises(InputError, match="base"):
        make(Fraction(3, 2))


def test_a_ball_backend_needs_two_bits():
    with pytest.raises(InputError, match="bits"):
        ball_backend(Y, 1)
