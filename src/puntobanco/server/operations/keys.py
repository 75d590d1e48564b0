"""The keys of a house: the one it signs with, in a file of its own, and whether both are its own.

The store remembers what the keys are, not the keys: the public key that the house signs with and a
hash of the key that seals its shoes. So the key of another house does not pass for its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from puntobanco.fair.sealing import KeyFileError, make_key_file
from puntobanco.record.signing import Signer, UnreadableKeyError, make_key
from puntobanco.record.store import EventStore
from puntobanco.server.operations.house_folder import SIGNING

_KIND = "key"


def read_or_make_signer(path: Path) -> Signer:
    """The key in a file; made, for its owner alone to read, when there is none."""
    try:
        if path.exists():
            return Signer(path.read_bytes())
        make_key_file(path, make_key())
        signer = Signer(path.read_bytes())
        path.with_name(f"{path.name}.public").write_text(f"{signer.public}\n", "utf-8")
    except OSError as error:
        raise KeyFileError(f"the key file {path} cannot be used: {error.strerror}") from None
    except UnreadableKeyError as error:
        raise KeyFileError(
            f"the key file {path} holds {error}. Put the file back from where you keep the keys"
        ) from None
    return signer


async def must_be_own(store: EventStore, keys: Mapping[str, str], *, may_renew: bool) -> None:
    """Refuse a key that is not the house's, unless new ones are wanted.

    A house from before keys were remembered is known by what it has signed.
    """
    for name, key in keys.items():
        kept = await store.kept(_KIND, name)
        if kept is not None:
            known = {kept.decode()}
        else:
            known = await _signed_with(store, key) if name == SIGNING else set()
        if known and key not in known and not may_renew:
            raise KeyFileError(
                f"{name} is not the key of this house's log. Put back whichever of them was "
                "replaced. To go on with this key, start once with --renew-keys"
            )


async def _signed_with(store: EventStore, key: str) -> set[str]:
    """The keys under the statements of a house; as soon as it is seen, `key` alone."""
    found = set[str]()
    for log in await store.heads():
        found |= {each.key for each in await store.checkpoints(log)}
        if key in found:
            return {key}
    return found


async def remember(store: EventStore, keys: Mapping[str, str]) -> None:
    """Keep which keys the house has, once it is open with them."""
    for name, key in keys.items():
        if await store.kept(_KIND, name) != key.encode():
            await store.keep(_KIND, name, key.encode())
