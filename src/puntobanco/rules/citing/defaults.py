"""Our own numbered defaults, for what a document leaves open; cited like clauses, never as one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from puntobanco.base.clauses import ClauseId, is_default

DEFAULTS: Mapping[ClauseId, str] = MappingProxyType(
    {
        ClauseId("default:1"): (
            "A void coup returns every stake, where the document voids without saying so."
        ),
        ClauseId("default:2"): (
            "Amounts that cannot be paid exactly are rounded as the table's setting says, and "
            "the difference is booked as breakage."
        ),
        ClauseId("default:3"): (
            "Cards that proved wrong or too few are withdrawn and replaced before the next coup."
        ),
        ClauseId("default:4"): "If it is found while no coup is open, there is no coup to void.",
        ClauseId("default:5"): (
            "A wrong payment found before the next opening call is taken back and made again."
        ),
        ClauseId("default:6"): (
            "The floor decides what a document leaves unsaid, with the reason in writing."
        ),
        ClauseId("default:7"): "A surplus card that is due to no hand opens the next coup.",
        ClauseId("default:8"): "A card seen before its time is used where it is due.",
        ClauseId("default:9"): "Stakes of a patron who leaves are settled as if they had stayed.",
        ClauseId("default:10"): "A wrong display changes nothing; the cards decide.",
        ClauseId("default:11"): (
            "A surplus card after the last coup of a shoe goes to the discards with the rest."
        ),
        ClauseId("default:12"): (
            "Stakes and Antes already down go back before a coup without bets is dealt."
        ),
        ClauseId("default:13"): (
            "Where a document does not say how cards are mixed, cut and loaded, they are "
            "shuffled, cut by staff or a seated patron, marked and loaded."
        ),
        ClauseId("default:14"): "Where a document orders no burn, the table's setting says which.",
        ClauseId("default:15"): (
            "Where a document has no rule for the end of a shoe, a marker ends it. Reached as "
            "the first card of a coup, that coup is the last; reached later, one more follows."
        ),
        ClauseId("default:16"): "A coup may be dealt without any bet.",
        ClauseId("default:17"): "Totals are announced with Player's first.",
        ClauseId("default:18"): "The dealer turns face-down cards, Player's hand first.",
        ClauseId("default:19"): "Only staff open, close and conduct a table.",
        ClauseId("default:20"): "A patron stakes only chips in their own rack.",
        ClauseId("default:21"): "Stakes are accepted only after the opening call.",
        ClauseId("default:22"): "Limits shown at the table bind where a document names none.",
        ClauseId("default:23"): "The supervisor on duty may have cards reshuffled or replaced.",
        ClauseId("default:24"): "One patron sits at a place; any number stand.",
        ClauseId("default:25"): "Where a document has no nominees, nobody acts for a patron.",
        ClauseId("default:26"): "A dealing style is kept until the shoe is completed.",
        ClauseId("default:27"): (
            "What a coup paid can be cashed once the next coup is called; until then the coup "
            "can be voided."
        ),
        ClauseId("default:28"): (
            "Where a document is silent on interruption, an automatic table continues where it "
            "stopped, from the preserved shoe and with every stake it had accepted."
        ),
        ClauseId("default:29"): (
            "What went wrong with the stakes or the payment of a coup, or in a way that no rule"
            " foresees, changes neither it nor a later coup once that has been called."
        ),
        ClauseId("default:30"): "A request made for an earlier state is refused.",
        ClauseId("default:31"): "Stakes are multiples of the table's step, where it has one.",
        ClauseId("default:32"): (
            "The dealer may call the floor. Nothing is dealt or paid until a post above the "
            "dealer has come and given a reason."
        ),
        ClauseId("default:33"): (
            "More time for bets may be given before the closing call. If the dealer asks for "
            "it, the floor must approve."
        ),
        ClauseId("default:34"): (
            "A dealing error found after the next call, before its first card, changes nothing:"
            " the coup stands as it was settled."
        ),
        ClauseId("default:35"): (
            "Where staff watch, what was laid, dealt, announced and paid is recorded as it was. It "
            "stands until the error is noticed."
        ),
        ClauseId("default:36"): "A request that does not fit the table as it is changes nothing.",
    }
)


def cited(clauses: Iterable[str], told: Iterable[str] = ()) -> str:
    """Clauses as people read them; a default of ours says that the book is silent.

    A default that was told before is only named.

    >>> cited((ClauseId("3.6"), ClauseId("default:24")))
    '3.6; house default 24, the book is silent: One patron sits at a place; any number stand.'
    >>> cited((ClauseId("default:24"),), told=(ClauseId("default:24"),))
    'house default 24'
    """
    names, before = [ClauseId(each) for each in clauses], set(told)
    words = [", ".join(each for each in names if not is_default(each))]
    for each in names:
        if is_default(each):
            name = f"house default {each.partition(':')[2]}"
            silent = each not in before and each in DEFAULTS
            words.append(f"{name}, the book is silent: {DEFAULTS[each]}" if silent else name)
    return "; ".join(filter(None, words))


def cite(clauses: Iterable[str], told: Iterable[str] = ()) -> str:
    """Clauses in brackets, as they follow a sentence: [5.10(b), 5.1(a)(i)]; else nothing."""
    joined = cited(clauses, told)
    return f"[{joined}]" if joined else ""


def with_clauses(sentence: str, clauses: Iterable[str], told: Iterable[str] = ()) -> str:
    """A sentence, and in brackets the clauses behind it."""
    return f"{sentence} {cite(clauses, told)}".rstrip()
