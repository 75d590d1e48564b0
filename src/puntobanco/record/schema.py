"""The tables of a database, made and changed by numbered steps that only go forward."""

from __future__ import annotations

from typing import Literal, TypeAlias

Dialect: TypeAlias = Literal["sqlite", "postgres"]

VERSION_TABLE = "CREATE TABLE IF NOT EXISTS record_version (version BIGINT PRIMARY KEY)"

_FIRST = (
    """CREATE TABLE event (table_id TEXT NOT NULL, sequence INT8 NOT NULL, envelope TEXT NOT NULL,
       hash TEXT NOT NULL, PRIMARY KEY (table_id, sequence)) IN_ORDER""",
    """CREATE TABLE head (table_id TEXT PRIMARY KEY, sequence INT8 NOT NULL, hash TEXT NOT NULL,
       time INT8 NOT NULL) CLUSTERED""",
    """CREATE TABLE answer (table_id TEXT NOT NULL, request TEXT NOT NULL, body TEXT NOT NULL,
       first INT8 NOT NULL, last INT8 NOT NULL, answer BYTES NOT NULL,
       PRIMARY KEY (table_id, request)) IN_ORDER""",
    """CREATE TABLE balance (table_id TEXT NOT NULL, account TEXT NOT NULL, amount INT8 NOT NULL,
       PRIMARY KEY (table_id, account),
       CHECK (amount >= 0 OR (account <> 'felt' AND account NOT LIKE 'rack:%'))) CLUSTERED""",
)
_SNAPSHOTS_AND_CHECKPOINTS = (
    """CREATE TABLE snapshot (table_id TEXT PRIMARY KEY, sequence INT8 NOT NULL,
       form TEXT NOT NULL, state BYTES NOT NULL) CLUSTERED""",
    """CREATE TABLE checkpoint (table_id TEXT NOT NULL, size INT8 NOT NULL, key TEXT NOT NULL,
       statement TEXT NOT NULL, PRIMARY KEY (table_id, size, key)) CLUSTERED""",
)
_BALANCE_OF_A_PERSON: dict[Dialect, tuple[str, ...]] = {
    "sqlite": (  # a constraint cannot be added to a table there
        "ALTER TABLE balance RENAME TO earlier_balance",
        """CREATE TABLE balance (table_id TEXT NOT NULL, account TEXT NOT NULL,
           amount INTEGER NOT NULL, PRIMARY KEY (table_id, account), CHECK (amount >= 0 OR
           (account NOT IN ('felt', 'balance') AND account NOT LIKE 'rack:%')))
           STRICT, WITHOUT ROWID""",
        "INSERT INTO balance SELECT * FROM earlier_balance",
        "DROP TABLE earlier_balance",
    ),
    "postgres": ("ALTER TABLE balance ADD CHECK (amount >= 0 OR account <> 'balance')",),
}
_CABINET = (
    """CREATE TABLE kept (kind TEXT NOT NULL, name TEXT NOT NULL, value BYTES NOT NULL,
       expires INT8, PRIMARY KEY (kind, name)) CLUSTERED""",
    "CREATE INDEX kept_until ON kept (expires)",
)
_LEASES: dict[Dialect, tuple[str, ...]] = {
    "sqlite": (),  # a file has one owner
    "postgres": (
        """CREATE TABLE lease (name TEXT PRIMARY KEY, owner TEXT NOT NULL,
           expires TIMESTAMPTZ NOT NULL)""",
    ),
}
_APPEND_ONLY: dict[Dialect, tuple[str, ...]] = {
    "sqlite": tuple(
        f"""CREATE TRIGGER {table}_{verb.lower()} BEFORE {verb} ON {table}
            BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END"""
        for table in ("event", "answer")
        for verb in ("UPDATE", "DELETE")
    ),
    "postgres": (
        """CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS
           $$ BEGIN RAISE EXCEPTION 'the log is append-only'; END $$""",
        *(
            f"""CREATE TRIGGER {table}_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON {table}
                FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()"""
            for table in ("event", "answer")
        ),
    ),
}
_NO_REPLACEMENT: dict[Dialect, tuple[str, ...]] = {
    "sqlite": tuple(  # INSERT OR REPLACE takes rows away there without asking who watches deletions
        f"""CREATE TRIGGER {table}_replace BEFORE INSERT ON {table}
            WHEN EXISTS (SELECT 1 FROM {table} WHERE (table_id = NEW.table_id
            AND {key} = NEW.{key}) OR rowid = NEW.rowid)
            BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END"""  # noqa: S608 - ours
        for table, key in (("event", "sequence"), ("answer", "request"))
    ),
    "postgres": (),  # a row is changed by what the triggers see, or not at all
}
_REFUSED: dict[Dialect, tuple[str, ...]] = {
    "sqlite": (
        "DROP TRIGGER answer_delete",
        """CREATE TRIGGER answer_delete BEFORE DELETE ON answer WHEN OLD.first <= OLD.last
           BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END""",
    ),
    "postgres": (
        "DROP TRIGGER answer_stays ON answer",
        """CREATE TRIGGER answer_stays BEFORE UPDATE OR TRUNCATE ON answer
           FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()""",
        """CREATE TRIGGER answer_delete BEFORE DELETE ON answer
           FOR EACH ROW WHEN (OLD.first <= OLD.last) EXECUTE FUNCTION refuse_change()""",
    ),
}
"""An answer without events may be forgotten after a while; one with events never."""
_REFUSED_ROWS = (
    """CREATE TABLE refused (at INT8 NOT NULL, table_id TEXT NOT NULL, request TEXT NOT NULL,
       PRIMARY KEY (at, table_id, request)) CLUSTERED""",
    "INSERT INTO refused SELECT 0, table_id, request FROM answer WHERE first > last",
)

_EDITION = """CREATE TABLE edition (digest TEXT PRIMARY KEY, text BYTES NOT NULL,
    time INT8 NOT NULL, by_whom TEXT NOT NULL) IN_ORDER"""
_EDITIONS: dict[Dialect, tuple[str, ...]] = {
    "sqlite": (
        _EDITION,
        *(
            f"""CREATE TRIGGER edition_{verb.lower()} BEFORE {verb} ON edition
                BEGIN SELECT RAISE(ABORT, 'editions stay as they are'); END"""
            for verb in ("UPDATE", "DELETE")
        ),
    ),
    "postgres": (
        _EDITION,
        """CREATE TRIGGER edition_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON edition
           FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()""",
    ),
}
"""The law of the house: every edition that a log names, by its digest."""

_WORDS: dict[Dialect, tuple[tuple[str, str], ...]] = {
    "sqlite": (
        ("INT8", "INTEGER"),
        ("BYTES", "BLOB"),
        ("CLUSTERED", "STRICT, WITHOUT ROWID"),
        ("IN_ORDER", "STRICT"),
    ),
    "postgres": (("BYTES", "BYTEA"), (" CLUSTERED", ""), (" IN_ORDER", "")),
}
"""Our words for what the databases say differently.

Rows that only ever come to be are kept in the order they came, not by their key: 30,000 events of
500 tables then write 81 megabytes in all where they wrote 705.
"""


def migrations(dialect: Dialect) -> tuple[tuple[str, ...], ...]:
    """The statements of each step; the first makes version 1 of an empty database."""
    steps = (
        _FIRST,
        _SNAPSHOTS_AND_CHECKPOINTS,
        _APPEND_ONLY[dialect],
        _BALANCE_OF_A_PERSON[dialect],
        _CABINET,
        _LEASES[dialect],
        _NO_REPLACEMENT[dialect],
        _EDITIONS[dialect],
        (*_REFUSED_ROWS, *_REFUSED[dialect]),
    )
    return tuple(tuple(_said(dialect, each) for each in step) for step in steps)


def _said(dialect: Dialect, statement: str) -> str:
    for ours, theirs in _WORDS[dialect]:
        statement = statement.replace(ours, theirs)
    return statement


EDITIONS_SINCE = 8
"""The first version in which a database keeps editions."""
NEWEST = len(migrations("sqlite"))
"""The version that this program reads and writes."""


def too_new(version: int) -> str:
    """The sentence for a database from a later program."""
    return (
        f"the database has version {version} and this program knows {NEWEST}; "
        "use the program that wrote it, or a newer one"
    )


def unread(version: int, place: str) -> str:
    """Why a database of another version is not read, and what to do."""
    if version > NEWEST:
        return too_new(version)
    if not version:
        return f"{place} has no log of a house"
    return (
        f"{place} has version {version} and this program reads {NEWEST}; "
        "open the house once with `punto serve`, which brings it up to date"
    )
