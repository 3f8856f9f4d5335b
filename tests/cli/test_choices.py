"""What `lanbridge host` is told becomes the table's settings."""

from __future__ import annotations

from dataclasses import replace

from lanbridge.cli.choices import settings_of
from lanbridge.cli.parser import build_parser
from lanbridge.protocol.table_settings import TableSettings

USUAL = TableSettings("Rafi's table")


def test_a_table_is_listed_unless_it_is_told_to_stay_off_the_list() -> None:
    parser = build_parser()
    assert settings_of(parser.parse_args(["host"]), USUAL).listed
    assert not settings_of(parser.parse_args(["host", "--unlisted"]), USUAL).listed
    assert not settings_of(parser.parse_args(["host"]), replace(USUAL, listed=False)).listed
