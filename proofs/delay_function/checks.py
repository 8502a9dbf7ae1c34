"""`delay_function`, decided in rationals: laws of courses for given noises, runs of the samplers, and mixtures."""

from collections.abc import Callable
from functools import partial

from dartproof.evidence import Control, Effort, Exhaustive, Randomised, Room
from dartproof.evidence.model import Derivation

from . import derivation
from .games import Coupled, Drawn, Game, coupled, drawn, every_coupled, every_drawn, every_game, games


def same_law(game: Game) -> bool:
    """Given the noises, Algorithm 1 and Algorithm 2 with d_z have the same law of the whole course."""
    return game.course_law(game.algorithm1()) == game.course_law(game.algorithm2())


def same_runs(played: Coupled) -> bool:
    """The two samplers do the same if their first experts, coins and draws are the same."""
    one = played.small_loss()
    return one is not None and one == played.lazy()


def is_mixture(instance: Drawn, *, of: Callable[[Drawn], object] = Drawn.fresh) -> bool:
    """The law of Algorithm 1 is the mean of the laws of Algorithm 2."""
    return of(instance) == instance.mixture()


def mixture_if_noise_sees_coin(instance: Drawn) -> bool:
    """The false claim for noises that depend on the coins, where xi has one value."""
    return len(instance.xi_law) > 1 or is_mixture(instance, of=Drawn.noise_sees_coin)


def with_clip(game: Game) -> bool:
    """The false claim for Algorithm 1 with the clip 1."""
    return game.course_law(game.algorithm1(clip=game.grid)) == game.course_law(game.algorithm2())


def with_limit(game: Game) -> bool:
    """The false claim for V = T - 2, where T >= 2."""
    return not game.end or game.course_law(game.algorithm1(limit=game.end - 1)) == game.course_law(game.algorithm2())


def strictly_above(game: Game) -> bool:
    """The false claim for the first round in which q + nu > tau + xi."""
    delay = partial(game.delay, strict=True)
    return game.course_law(game.algorithm1()) == game.course_law(game.algorithm2(delay))


def without_u(game: Game) -> bool:
    """The false claim for a delay function that takes xi_1 for each xi_u."""
    delay = partial(game.delay, with_u=False)
    return game.course_law(game.algorithm1()) == game.course_law(game.algorithm2(delay))


def of_games(name: str, says: str, symbolic: Derivation, holds: Callable[[Game], bool]) -> Control:
    """A false claim about given noises."""
    return Control(
        name=name,
        says=says,
        symbolic=symbolic,
        exact=Exhaustive(
            "three rounds, two experts, noises -1 and 1", lambda _: every_game(rounds=3, values=(-1, 1)), holds
        ),
        property=Randomised("any noises", games, holds),
    )


def few_or_more(effort: Effort) -> tuple[int, ...]:
    """The noises that games are enumerated with."""
    return (-1, 0, 1) if effort == "full" else (-1, 1)


ROOM = Room(
    derivation=derivation.derive,
    exact=[
        Exhaustive(
            "all streams of three rounds and two experts and all noises of -1 and 1 (full: also 0)",
            lambda effort: every_game(rounds=3, values=few_or_more(effort)),
            same_law,
        ),
        Exhaustive(
            "runs of the samplers in these games", lambda e: every_coupled(rounds=4 if e == "full" else 3), same_runs
        ),
        Exhaustive(
            "noises drawn from finite laws, three rounds (full: four) and two experts",
            lambda e: every_drawn(rounds=4 if e == "full" else 3),
            is_mixture,
        ),
    ],
    property=[
        Randomised("any losses and noises, T <= 5, N <= 3", games, same_law, examples=100),
        Randomised("runs of the samplers on any losses, noises, coins and draws", coupled, same_runs),
        Randomised("noises drawn from any laws on two values, T <= 3", drawn, is_mixture, examples=20),
    ],
    controls=[
        of_games("clip_kept", "the clip does not matter", derivation.clip_kept, with_clip),
        of_games("limit_reached", "V = T - 2 is enough", derivation.limit_reached, with_limit),
        of_games(
            "strictly_above", "d is the first t with q_t + nu_t > tau + xi_u", derivation.strictly_above, strictly_above
        ),
        of_games("without_u", "d needs no u: it takes xi_1 for each xi_u", derivation.without_u, without_u),
        Control(
            name="noise_sees_coin",
            says="the noise may depend on the coin of its round",
            symbolic=derivation.noise_sees_coin,
            exact=Exhaustive(
                "three rounds and two experts",
                lambda _: every_drawn(rounds=3),
                mixture_if_noise_sees_coin,
            ),
            property=Randomised("laws on two values", drawn, mixture_if_noise_sees_coin),
        ),
    ],
)
