"""A counting run in a file, so that it can be interrupted and taken up again."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from puntobanco.sim.counting import CountingRun
from puntobanco.sim.plan import BadPlanError, ShoePlan
from puntobanco.sim.profits import COLUMN
from puntobanco.sim.shards import Done

_FORM = 1


def save(run: CountingRun, path: Path) -> None:
    """Write a run; the file is replaced whole or not at all."""
    form = {
        "form": _FORM,
        "plan": run.plan.form(),
        "seed": str(run.seed),
        "spans": run.done.spans,
        "stretch_end": run.stretch_end,
        "seconds": run.seconds,
        "counts": [{str(at): int(row[at]) for at in np.flatnonzero(row)} for row in run.counts],
    }
    beside = path.with_name(f"{path.name}.part")
    try:
        with beside.open("wb") as file:
            file.write(msgspec.json.encode(form))
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError:
        if beside.is_file():
            beside.unlink()
        raise


def load(path: Path, plan: ShoePlan, seed: int | None) -> CountingRun:
    """Read a run that was saved for the same plan and, where one is given, the same seed."""
    try:
        form: Any = msgspec.json.decode(path.read_bytes())
        counts = np.zeros((2, COLUMN), np.int64)
        for row, saved in zip(counts, form["counts"], strict=True):
            row[[int(at) for at in saved]] = list(saved.values())
        spans = [(int(start), int(end)) for start, end in form["spans"]]
        run = CountingRun(
            ShoePlan.from_form(form["plan"]),
            int(form["seed"]),
            Done(spans),
            counts,
            form["stretch_end"],
            form["seconds"],
        )
    except (msgspec.DecodeError, KeyError, TypeError, ValueError, IndexError) as error:
        raise BadPlanError(f"{path} holds no saved run") from error
    if run.plan != plan or seed not in (None, run.seed):
        raise BadPlanError(
            f"{path} holds a run with other rules or another seed; name another file to start again"
        )
    return run
