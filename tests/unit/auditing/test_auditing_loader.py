"""Of `dartproof.auditing.loader`."""

import math
import sys

import numpy as np
import pytest

from dartproof.auditing import CommandMechanism, load_mechanism
from dartproof.errors import InputError

LOSSES = np.array([[0.0, 1.0], [0.5, 0.0]])


def program(code, **options):
    return CommandMechanism((sys.executable, "-c", code), **options)


def rng(seed=0):
    return np.random.default_rng(seed)


def test_a_callable_is_found_by_module_and_name():
    assert load_mechanism("math:hypot") is math.hypot


def test_a_callable_within_a_class_is_found():
    assert load_mechanism("fractions:Fraction.from_float")(0.5) == 0.5


@pytest.mark.parametrize(
    ("reference", "words"),
    [
        ("laplace", "write package.module:callable or cmd:PROGRAM ARGS"),
        ("no_such_module_here:f", "importing no_such_module_here failed with ModuleNotFoundError"),
        ("math:no_such_name", "math has no 'no_such_name'"),
        ("math:pi", "'pi' is not callable"),
        ("cmd:", "name a program"),
        ("cmd:echo 'x", "quote as in a shell"),
    ],
)
def test_a_reference_to_nothing_is_refused(reference, words):
    with pytest.raises(InputError, match=words):
        load_mechanism(reference)


def test_a_module_that_fails_when_imported_is_refused(tmp_path, monkeypatch):
    (tmp_path / "breaks_on_import.py").write_text("1 / 0\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(InputError, match="importing breaks_on_import failed with ZeroDivisionError"):
        load_mechanism("breaks_on_import:f")


def test_a_command_is_split_as_in_a_shell():
    assert load_mechanism("cmd:prog 'a b' c", seconds=3) == CommandMechanism(("prog", "a b", "c"), seconds=3)


def test_a_program_answers_a_line_for_each_it_reads():
    echo = program("import sys, json\nfor line in sys.stdin: print(sum(map(sum, json.loads(line))))")
    assert echo.sample(LOSSES, rng(), 3) == [1.5, 1.5, 1.5]


def test_a_program_runs_once_when_called():
    assert program("print(input())")(LOSSES, rng()) == LOSSES.tolist()


def test_a_line_that_is_not_json_is_the_output_itself():
    assert program("print('⊤ yes')").sample(LOSSES, rng(), 1) == ["⊤ yes"]


def test_a_program_finds_its_seed_in_the_environment():
    seed = program("import os; print(os.environ['DARTPROOF_SEED'])")
    one, again, other = (seed.sample(LOSSES, rng(number), 1) for number in (1, 1, 2))
    assert one == again != other


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("print(1); print(2)", "wrote 2 lines for 3"),
        ("import sys; sys.exit('out of luck')", "exit code 1: out of luck"),
        ("import sys; sys.exit(4)", "exit code 4: no message"),
    ],
)
def test_a_program_that_breaks_the_contract_is_reported(code, words):
    with pytest.raises(InputError, match=words):
        program(code).sample(LOSSES, rng(), 3)


def test_a_program_that_takes_too_long_is_stopped():
    with pytest.raises(InputError, match=r"more than 0.2 s for 3 lines"):
        program("import time; time.sleep(60)", seconds=0.2).sample(LOSSES, rng(), 3)


def test_a_program_that_does_not_exist_is_reported():
    with pytest.raises(InputError, match="cannot be started"):
        CommandMechanism(("/no/such/program",)).sample(LOSSES, rng(), 1)
