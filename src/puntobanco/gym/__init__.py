"""GYM: a seat at a table as a Gymnasium environment, `puntobanco/Table-v0`, and many at once.

An optional extra: it needs gymnasium, and says so where that is missing.
"""

from __future__ import annotations

try:
    import gymnasium
except ModuleNotFoundError:
    sentence = "puntobanco.gym needs the package gymnasium; install puntobanco[gym]"
    raise ModuleNotFoundError(sentence, name="gymnasium") from None

ENVIRONMENT = "puntobanco/Table-v0"

if ENVIRONMENT not in gymnasium.registry:
    gymnasium.register(
        id=ENVIRONMENT,
        entry_point="puntobanco.gym.table:TableEnvironment",
        vector_entry_point="puntobanco.gym.vector:TableVectorEnvironment",
    )
