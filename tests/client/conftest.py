"""One certificate for all tests of the wire: making one costs more than a whole match."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from lanbridge.settings.places import Places
from lanbridge.settings.profiles import Profile, open_profile


@pytest.fixture(scope="session")
def laptop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Profile]:
    """The hosting laptop's profile, with its certificate."""
    profile = open_profile(Places.under(tmp_path_factory.mktemp("laptop")))
    yield profile
    profile.release()


@pytest.fixture(scope="session")
def stranger(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Profile]:
    """Another laptop's profile, with a certificate of its own."""
    profile = open_profile(Places.under(tmp_path_factory.mktemp("stranger")))
    yield profile
    profile.release()
