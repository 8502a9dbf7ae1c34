import threading
from fractions import Fraction

import pytest
from flint import ctx

from dartproof.errors import UndecidedError
from dartproof.numeric import Ball, LogField, Real, binomial_tail, value_of
from dartproof.numeric.precision import WorkingPrecision, first_decided


@pytest.fixture(params=[2, 53, 1000])
def ambient(request):
    before = ctx.prec
    ctx.prec = request.param
    yield request.param
    ctx.prec = before


def test_the_former_precision_is_restored(ambient):
    with WorkingPrecision(333):
        assert ctx.prec == 333
    assert ctx.prec == ambient


def test_the_former_precision_is_restored_after_an_error(ambient):
    with pytest.raises(ZeroDivisionError), WorkingPrecision(333):
        raise ZeroDivisionError
    assert ctx.prec == ambient


def test_contexts_nest():
    with WorkingPrecision(100):
        with WorkingPrecision(200):
            assert ctx.prec == 200
        assert ctx.prec == 100


# The expected ends are computed once, at whatever precision flint starts with.
_FIELD = LogField(Fraction(9, 10))
_QUESTIONS = {
    "log number": lambda: (_FIELD.log**2 / (1 + _FIELD.log)).enclosure(100),
    "real": lambda: (Real.of(2).log() * Real.of(3).sqrt() - Fraction(1, 7)).enclosure(100),
    "ball": lambda: Ball.of(Fraction(1, 3), 100).exp() / 7 - Fraction(1, 9),
    "interval": lambda: Ball.between(Fraction(1, 3), Fraction(2, 3), bits=100),
    "tail": lambda: binomial_tail(5, 20, Fraction(1, 3), bits=100),
}
_EXPECTED = {name: question() for name, question in _QUESTIONS.items()}


@pytest.mark.parametrize("name", _QUESTIONS)
@pytest.mark.usefixtures("ambient")
def test_an_enclosure_does_not_depend_on_the_ambient_precision(name):
    assert _QUESTIONS[name]() == _EXPECTED[name]


@pytest.mark.usefixtures("ambient")
def test_a_value_does_not_depend_on_the_ambient_precision():
    assert value_of(LogField(Fraction(1, 2)).log, 40).decimal == "0.6931471805599453094172321214581765680755"


def test_threads_do_not_disturb_one_another():
    x = Real.of(2).log() + Real.of(3).sqrt()
    expected = {bits: x.enclosure(bits) for bits in (64, 128, 1024)}
    wrong = []

    def work(bits):
        for _ in range(300):
            if x.enclosure(bits) != expected[bits]:
                wrong.append(bits)

    threads = [threading.Thread(target=work, args=(bits,)) for bits in expected]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_a_question_that_is_never_answered_is_undecided():
    asked = []
    with pytest.raises(UndecidedError, match="the riddle: not decided with 256 bits"):
        first_decided(asked.append, question="the riddle", start=64, cap=256)
    assert asked == [64, 128, 256]


def test_the_answer_false_is_an_answer():
    assert first_decided(lambda _: False, question="is it") is False
