"""The picks are a function of the transcript."""

from dartproof.learners import Summary, Transcript
from dartproof.learners.transcript import TranscriptLog


def test_picks_are_read_off_answers_coins_and_resamples() -> None:
    transcript = Transcript(
        first=2, answers=(False, True, True, False, True), keeps=(True, False, False), resampled=(0, 1)
    )
    # Rounds 2 to 6: ⊥, ⊤ kept, ⊤ resampled to 0, ⊥, ⊤ resampled to 1; then no more answers.
    assert transcript.picks(8) == (2, 2, 2, 0, 0, 1, 1, 1)


def test_picks_begin_with_the_round_of_the_first_expert() -> None:
    assert Transcript(first=1, answers=(True,), keeps=(False,), resampled=(0,), start=3).picks(6) == (1, 0, 0)


def test_a_log_counts_resamples_as_updates_and_keeps_not() -> None:
    log = TranscriptLog(1)
    log.record_answer(top=False)
    log.record_answer(top=True)
    log.record_keep()
    log.record_answer(top=True)
    log.record_resample(1)
    expected = Transcript(first=1, answers=(False, True, True), keeps=(True, False), resampled=(1,))
    assert log.summary() == Summary(updates=1, transcript=expected)
