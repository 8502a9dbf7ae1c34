"""Of `dartproof.streams.bundled`."""

import re
from datetime import date
from importlib import resources

import pytest

from dartproof.errors import InputError
from dartproof.streams import bundled_streams, open_stream
from dartproof.streams.bundled import approval_forecasts, open_bundled, provenance


@pytest.mark.parametrize(("margin", "best_loss"), [(1, 462), (2, 147), (3, 41), (5, 1)])
def test_the_best_losses(margin, best_loss):
    name = f"trump-approval-{margin}"
    assert open_stream(name).exact_totals() is not None
    assert min(open_stream(name).exact_totals()) == bundled_streams()[name].best_loss == best_loss


def test_every_bundled_stream_opens_as_described():
    for name, known in bundled_streams().items():
        made = open_bundled(name)
        assert (known.name, known.rounds, known.experts) == (name, made.rounds, made.experts) == (name, 1001, 5)


def test_losses_are_zero_and_one():
    assert all({0, 1} == {loss for row in open_bundled(name).steps(1) for loss in row} for name in bundled_streams())


def test_experts_are_the_pollsters():
    assert open_bundled("trump-approval-1").names == ("gallup", "ipsos", "morning_consult", "rasmussen", "you_gov")


def test_a_wider_margin_charges_less():
    assert (open_bundled("trump-approval-1").losses >= open_bundled("trump-approval-2").losses).all()


def test_days_are_consecutive():
    days = [date.fromisoformat(day).toordinal() for day in approval_forecasts().dates]
    assert days == list(range(days[0], days[0] + 1001))


def test_the_readme_beside_the_data_tells_the_same():
    text = resources.files("dartproof.streams").joinpath("data/README.md").read_text(encoding="utf-8")
    dates = approval_forecasts().dates
    assert f"{len(dates)} consecutive days, {dates[0]} to {dates[-1]}" in text
    assert f"river** {provenance()['package']['version']} (" in text


def test_the_licence_travels_with_the_data():
    package = provenance()["package"]
    text = resources.files("dartproof.streams").joinpath("data", package["license_file"]).read_text(encoding="utf-8")
    notice = re.search(r"^Copyright .*$", text, re.MULTILINE).group()
    assert all(notice in known.attribution for known in bundled_streams().values())


def test_descriptions_fit_a_line():
    assert all(known.description.isprintable() and known.attribution for known in bundled_streams().values())


def test_another_name_is_refused():
    with pytest.raises(InputError, match="'trump-approval-4' is no bundled stream; choose one of trump-approval-1"):
        open_bundled("trump-approval-4")


def test_the_table_of_bundled_streams_is_a_copy():
    bundled_streams().clear()
    assert len(bundled_streams()) == 4
