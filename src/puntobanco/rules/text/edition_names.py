"""The names of the canonical format: its own, so that the code may be renamed without it.

A class that is new needs a line here. A field is called as in the code, with hyphens, unless it
stands in `FIELDS`; a field that is renamed keeps its name by a line there.
"""

from __future__ import annotations

from collections.abc import Mapping

FORMAT = 1
"""The format that is written; a change of what a text means needs the next number and a reader."""

KINDS: Mapping[str, str] = {
    "RuleBook": "book",
    "PointRow": "points",
    "Tableau": "drawing-rules",
    "Row": "drawing-row",
    "Choice": "choice",
    "NumberOption": "count",
    "Sum": "amount",
    "ForbiddenChoices": "exclusion",
    "Case": "case",
    "Wager": "wager",
    "Line": "line",
    "Otherwise": "otherwise",
    "Terms": "terms",
    "Places": "places",
    "Posts": "posts",
    "Post": "post",
    "Conduct": "conduct",
    "BettingRule": "betting",
    "DifferentialRule": "differential",
    "OptionalOffer": "optional-offer",
    "Mix": "mix",
    "Sharing": "sharing",
    "DealingRule": "dealing",
    "Call": "call",
    "OfferRule": "offer",
    "SeparateCards": "separate-cards",
    "ReopenUnseen": "reopen-unseen",
    "Style": "style",
    "BurnRule": "burn",
    "EndOfShoe": "end-of-shoe",
    "Preparation": "preparation",
    "Requirement": "requirement",
    "CutRule": "cut",
    "CardsRule": "cards",
    "Cited": "cited",
    "NomineeRule": "nominees",
    "Notice": "notice",
    "Election": "election",
    "Rulings": "rulings",
    "RulingRow": "ruling",
    "Step": "step",
    "Judge": "judge",
    "AnteRule": "ante",
    "HouseWide": "house-wide",
    "RegisterText": "register",
    "Clause": "clause",
    "TableSettings": "table-settings",
    "Currency": "currency",
    "Limits": "limits",
    "Limit": "limit",
    "Rounding": "rounding",
    "ShoeSettings": "shoe-settings",
}
"""Every class of the grammar by what the format calls it."""

FIELDS: Mapping[tuple[str, str], str] = {
    ("NumberOption", "low"): "from",
    ("NumberOption", "high"): "to",
}
"""By class and field: its name in the format, where that is not the field's with hyphens."""

TAG = "is"
"""The key that tells the members of a union apart."""

TAGGED = frozenset({"Choice", "NumberOption", "Sum"})
"""Classes that stand in a union, and therefore say which they are."""


def field_name(kind: type, name: str) -> str:
    """What the format calls a field."""
    return FIELDS.get((kind.__name__, name), name.replace("_", "-"))
