"""The public tournament bot API (Bhoos, 2022): its words for cards, tables and answers, both ways, no sockets.

``POST /bid`` and ``POST /play`` carry JSON objects; cards are rank then suit with ``1`` for the ace. The API
knows only counter-clockwise tables, so players are always listed in the order of play.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeAlias

from lanbridge.engine import (
    PRESETS,
    SEATS,
    Call,
    Card,
    Direction,
    InvalidCard,
    Phase,
    Play,
    SeatView,
    Suit,
    Table,
    Trick,
    next_seat,
    sorted_hand,
    trick_winner,
    winning_seat,
)

if TYPE_CHECKING:
    from lanbridge.engine import Hand, Move

Body: TypeAlias = dict[str, Any]
"""A JSON object of the API."""

TENTHS: Final = 10
_SUITS: Final = (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS)


class BadRequest(ValueError):
    """The body is not what the API documents; the text says what is wrong."""


def card_text(card: Card) -> str:
    """The API's word for a card: ``1S`` for the ace of spades."""
    return str(card).replace("A", "1")


def card_named(text: object) -> Card:
    """The card that the API's word names.

    Raises:
        InvalidCard: it names none.
    """
    word = str(text)
    return Card.parse("A" + word[1:] if word.startswith("1") else word)


def player_ids(table: Table) -> list[str]:
    """The four players in the order of play, the same all match; place k is ``seat-N``."""
    return [f"seat-{next_seat(0, table.rules.direction, place)}" for place in range(4)]


def request_of(view: SeatView, budget_ms: int) -> tuple[str, Body]:
    """Path and body that ask for the viewer's move, with ``budget_ms`` left for the deal."""
    table, seat = view.table, view.viewer or 0
    body: Body = {
        "playerId": f"seat-{seat}",
        "playerIds": player_ids(table),
        "cards": [card_text(card) for card in _in_order(view.hand)],
        "context": {"round": table.deals_done + 1, "players": _players(table)},
    }
    if table.phase is Phase.CALLING:
        return "/bid", body
    played = [] if table.trick is None else [card_text(card) for card in table.trick.cards]
    return "/play", {**body, "timeBudget": budget_ms, "played": played, "history": _history(table)}


def _in_order(hand: Hand) -> list[Card]:
    """The hand as in the API's own examples, spades first and each suit from the top: its starter bots count on it."""
    return sorted(hand, key=lambda card: (_SUITS.index(card.suit), -card.rank))


def _players(table: Table) -> Body:
    return {
        f"seat-{seat}": {
            "totalPoints": table.totals[seat] / TENTHS,
            "bid": table.calls[seat] or 0,
            "won": table.won[seat],
        }
        for seat in SEATS
    }


def _history(table: Table) -> list[list[object]]:
    direction, ids = table.rules.direction, player_ids(table)
    return [
        [
            ids.index(f"seat-{trick.leader}"),
            [card_text(card) for card in trick.cards],
            ids.index(f"seat-{winning_seat(trick, direction)}"),
        ]
        for trick in table.tricks
    ]


def move_in(path: str, answer: object) -> Move:
    """The move that a bot answered.

    Raises:
        BadRequest: the answer has no readable value.
    """
    value = answer.get("value") if isinstance(answer, dict) else None
    if path == "/bid" and isinstance(value, int) and not isinstance(value, bool):
        return Call(value)
    try:
        if path == "/play":
            return Play(card_named(value))
    except InvalidCard:
        pass
    message = f"no move in the answer {str(answer)[:60]!r}"
    raise BadRequest(message)


def answer_of(move: Move) -> Body:
    """The body that answers with a move.

    Raises:
        ValueError: a claim, which the API does not know.
    """
    match move:
        case Call():
            return {"value": move.tricks}
        case Play():
            return {"value": card_text(move.card)}
        case _:
            message = "the API has no claim"
            raise ValueError(message)


def view_of(path: str, body: object) -> SeatView:
    """The view under preset ``nepal`` that a request describes; player k of the list sits in seat k.

    Raises:
        BadRequest: fields are missing or contradict each other.
    """
    try:
        return _view_of(path, body)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, OverflowError) as error:
        message = f"cannot read the request: {type(error).__name__} {str(error)[:60]}"
        raise BadRequest(message) from None


def _view_of(path: str, body: Any) -> SeatView:  # noqa: ANN401 - whatever JSON held; each field is checked in use
    ids = [str(name) for name in body["playerIds"]]
    seat = ids.index(str(body["playerId"]))
    if len(ids) != len(SEATS):
        message = "four players are needed"
        raise ValueError(message)
    players = [body["context"]["players"][name] for name in ids]
    hand = sorted_hand([card_named(word) for word in body["cards"]])
    if path == "/bid":
        return SeatView(_table_for_bid(body, players, seat), seat, hand)
    return SeatView(_table_for_play(body, players, seat), seat, hand)


def _totals(players: list[Body]) -> tuple[int, ...]:
    return tuple(round(float(player["totalPoints"]) * TENTHS) for player in players)


def _deals_done(body: Body) -> int:
    return max(0, int(body["context"].get("round", 1)) - 1)


def _table_for_bid(body: Body, players: list[Body], seat: int) -> Table:
    bids = [int(player.get("bid") or 0) or None for player in players]
    earlier = 0
    while earlier < len(SEATS) - 1 and bids[(seat - earlier - 1) % 4] is not None:
        earlier += 1
    calls = tuple(bids[other] if (seat - other) % 4 in range(1, earlier + 1) else None for other in SEATS)
    dealer = (seat - earlier - 1) % 4
    return Table(PRESETS["nepal"], dealer, Phase.CALLING, 1, _deals_done(body), calls=calls, totals=_totals(players))


def _table_for_play(body: Body, players: list[Body], seat: int) -> Table:
    tricks = tuple(_trick(int(line[0]), line[1], complete=True) for line in body["history"])
    winners = [(trick.leader + trick_winner(trick.cards)) % 4 for trick in tricks]
    played = body["played"]
    leader = (seat - len(played)) % 4
    return Table(
        PRESETS["nepal"],
        dealer=((tricks[0].leader if tricks else leader) - 1) % 4,
        phase=Phase.PLAYING,
        deals_begun=1,
        deals_done=_deals_done(body),
        calls=tuple(int(player["bid"]) for player in players),
        won=tuple(winners.count(other) for other in SEATS),
        tricks=tricks,
        trick=_trick(leader, played, complete=False),
        totals=_totals(players),
    )


def _trick(leader: int, words: list[object], *, complete: bool) -> Trick:
    cards = tuple(card_named(word) for word in words)
    if not 0 <= leader < len(SEATS) or (len(cards) == len(SEATS)) is not complete:
        message = "a trick does not have its cards"
        raise ValueError(message)
    return Trick(leader, cards)


assert PRESETS["nepal"].direction is Direction.CCW  # noqa: S101 - the lists above count on it
