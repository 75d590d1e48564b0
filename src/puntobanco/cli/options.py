"""Options that several commands share: each is declared and explained here, once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, TypeAlias

from cyclopts import Parameter

Book: TypeAlias = Annotated[
    str, Parameter(help="A book: a name that `punto book list` shows, a path or a digest.")
]
Option: TypeAlias = Annotated[str, Parameter(help="Choices of the operator as name=value.")]
OptionOrSetting: TypeAlias = Annotated[
    str, Parameter(help="Options and table settings as name=value.")
]
Words: TypeAlias = Annotated[tuple[str, ...], Parameter(consume_multiple=1)]
OutFile: TypeAlias = Annotated[Path | None, Parameter(name=["-o", "--out"])]
UserName: TypeAlias = Annotated[str, Parameter(env_var="PUNTO_NAME")]
BookFile: TypeAlias = Annotated[Path, Parameter(help="A book file (TOML) or an edition (JSON).")]
Reason: TypeAlias = Annotated[str, Parameter(help="Why, in writing.")]

JsonOrPage: TypeAlias = Annotated[bool, Parameter(help="Write JSON instead of a page.")]
JsonOrSentence: TypeAlias = Annotated[bool, Parameter(help="Write JSON instead of a sentence.")]
JsonOrSentences: TypeAlias = Annotated[bool, Parameter(help="Write JSON instead of sentences.")]
