"""The arena: duplicate deals, fair sums, the same result whoever plays the blocks."""

from __future__ import annotations

import json
from math import sqrt

import pytest

from lanbridge.arena import UnknownBot, main, mean_and_error, run_arena
from lanbridge.arena.duplicate import block_length, dealt, turns
from lanbridge.engine import PRESETS

KEYS = [
    "bot",
    "points_per_deal",
    "se",
    "made",
    "under",
    "over",
    "mean_call",
    "ms_per_move",
    "matches_won",
]


def arena(line: str) -> int:
    """The exit code of an arena with the arguments of one line."""
    return main(line.split())


def shown(text: str) -> dict[str, object]:
    """The JSON without the times, which no two runs share."""
    found: dict[str, object] = json.loads(text)
    for bot in found["bots"]:  # type: ignore[attr-defined]  # the arena's own JSON
        del bot["ms_per_move"]
    return found


def test_json_is_one_object_with_one_entry_for_each_distinct_bot(capsys: pytest.CaptureFixture[str]) -> None:
    assert arena("easy medium easy medium --deals 10 --rules nepal --seed 4 --json") == 0
    found = json.loads(capsys.readouterr().out)
    assert list(found) == ["preset", "deals", "seed", "bots"]
    assert (found["preset"], found["deals"], found["seed"]) == ("nepal", 10, 4)
    assert [list(bot) for bot in found["bots"]] == [KEYS, KEYS]
    assert [bot["bot"] for bot in found["bots"]] == ["easy", "medium"]
    assert sum(bot["matches_won"] for bot in found["bots"]) == pytest.approx(2 * 2)


def test_several_jobs_give_the_result_of_one(capsys: pytest.CaptureFixture[str]) -> None:
    line = "easy medium easy easy --deals 24 --rules tens --seed 2 --json"
    assert arena(f"{line} --jobs 1") == 0
    alone = shown(capsys.readouterr().out)
    assert arena(f"{line} --jobs 2") == 0
    assert shown(capsys.readouterr().out) == alone


def test_every_call_is_made_under_or_over() -> None:
    for line in run_arena(["easy", "medium", "medium", "medium"], PRESETS["bangladesh"], 40).standings:
        assert line.made + line.under + line.over == pytest.approx(1)
        assert line.made > 0
        assert line.under > 0


def test_null_a_bot_against_itself_has_no_lead() -> None:
    (line,) = run_arena(["medium"] * 4, PRESETS["bangladesh"], 20).standings
    assert (line.against_others, line.against_others_se) == (0, 0)


def test_four_medium_bots_make_their_calls_well_enough() -> None:
    (line,) = run_arena(["medium"] * 4, PRESETS["bangladesh"], 300, seed=77).standings
    assert line.points_per_deal - 2 * line.se > 1.2


def test_medium_beats_easy_in_every_preset() -> None:
    for rules in PRESETS.values():
        easy, medium = run_arena(["easy", "medium"] * 2, rules, 60, seed=5).standings
        assert medium.points_per_deal > easy.points_per_deal


def test_each_different_seating_is_played_once() -> None:
    assert turns(["a", "b", "b", "b"]) == [
        ("a", "b", "b", "b"),
        ("b", "a", "b", "b"),
        ("b", "b", "a", "b"),
        ("b", "b", "b", "a"),
    ]
    assert turns(["a", "b", "a", "b"]) == [("a", "b", "a", "b"), ("b", "a", "b", "a")]
    assert turns(["a"] * 4) == [("a",) * 4]


def test_blocks_are_whole_matches_where_matches_have_a_length() -> None:
    assert [block_length(PRESETS[name]) for name in ("bangladesh", "tens", "nepal")] == [1, 12, 5]


def test_a_deal_depends_on_its_number_alone() -> None:
    assert dealt(1, 7, 0) == dealt(1, 7, 0)
    assert len({dealt(1, 7, 0), dealt(1, 8, 0), dealt(2, 7, 0), dealt(1, 7, 1)}) == 4


def test_standard_error_of_the_mean() -> None:
    assert mean_and_error([1.0, 3.0]) == (2.0, sqrt(2) / sqrt(2))
    assert mean_and_error([5.0]) == (5.0, 0.0)


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("easy easy easy genius", "no bot 'genius'"),
        ("easy easy easy easy --rules poker", "no preset"),
        ("easy easy easy easy --set void", "FIELD=VALUE"),
        ("easy easy easy easy --set void=maybe", "void cannot be"),
        ("easy easy easy easy --deals 0", "--deals must be"),
        ("easy easy easy easy --jobs 0", "--jobs must be"),
        ("easy easy easy http://127.0.0.1:9", "nobody answers"),
    ],
)
def test_bad_arguments_get_one_sentence(line: str, complaint: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert arena(line) == 1
    heard = capsys.readouterr()
    assert complaint in heard.err
    assert heard.err.count("\n") == 1
    assert heard.out == ""


def test_three_bots_are_no_table() -> None:
    with pytest.raises(ValueError, match="four bots"):
        run_arena(["easy"] * 3, PRESETS["nepal"], 1)
    with pytest.raises(UnknownBot):
        run_arena(["easy", "easy", "easy", "ftp://x"], PRESETS["nepal"], 1)


def test_the_table_names_every_bot(capsys: pytest.CaptureFixture[str]) -> None:
    assert arena("easy medium medium medium --deals 4") == 0
    text = capsys.readouterr().out
    assert "easy" in text
    assert "medium" in text
    assert "seed 0" in text
