"""The command `punto`: names every command, loads none before it is asked for."""

from __future__ import annotations

import difflib
import os
import re
import sys

from cyclopts import (
    App,
    CoercionError,
    CycloptsError,
    MissingArgumentError,
    Parameter,
    UnknownOptionError,
    UnusedCliTokensError,
)

from puntobanco.base.usage import UsageError
from puntobanco.cli.lazy import add_commands
from puntobanco.cli.plain import VARIABLE, is_plain
from puntobanco.version import version

BOOK_NAMES = ("rws-super-six-plus", "rws-wins-on", "mbs", "nz-division")
"""Known here so that a mistake is answered without loading the books; a test compares them."""


def _default_text(value: object) -> str | None:
    """A default worth reading: not that nothing is chosen."""
    if value in (None, False, (), ""):
        return None
    return " ".join(map(str, value)) if isinstance(value, tuple) else str(value)


app = App(
    name="punto",
    help="Run, settle, referee and analyse casino baccarat under four real rule books.",
    version=version,
    help_format="plaintext",  # Markdown would be slow to load
    default_parameter=Parameter(negative=(), show_default=_default_text),
    help_epilogue="--plain with any command turns off colours and boxes, as NO_COLOR does.\n\n"
    "Exit codes: 0 success; 1 a check failed; 2 wrong usage, explained in one\n"
    "sentence; 70 the house stopped itself; 130 interrupted.",
)
add_commands(app, "punto")

_MORE = "--help says what this command takes."
_HAS_PASSWORD = re.compile(r"(--[a-z-]+=)?postgres(ql)?://([^/@]*:[^/@]+@|.*[?&]password=)")


def _sentence(error: BaseException) -> str:
    if isinstance(error.__cause__, UsageError):  # it was raised where an option is read
        return _sentence(error.__cause__)
    if isinstance(error, UsageError):  # a book file can have several errors, a line each
        return "\n".join(" ".join(line.split()) for line in str(error).splitlines())
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename or 'the output cannot be written'}: {error.strerror}"
    text = " ".join(str(error).split())
    if isinstance(error, MissingArgumentError) and "--book" in text:
        return f"name a book: {', '.join(BOOK_NAMES)}"
    if isinstance(error, MissingArgumentError) and error.argument is not None:
        command = " ".join(["punto", *(error.command_chain or ())])
        name = error.argument.name
        lacks = f"{command} needs {name.lstrip('-').upper()}"
        if not error.argument.required:  # it was named, and nothing followed
            lacks = f"{name} needs a value"
        return f"{lacks}; {command} --help has examples"
    if isinstance(error, CoercionError) and error.token and error.target_type in (int, float):
        kind = "a whole number" if error.target_type is int else "a number"
        wrong = f"{error.token.keyword}: `{error.token.value}` is not {kind}"
        return f"{wrong}; write digits, such as 8"
    if isinstance(error, UnusedCliTokensError):
        words = " ".join(error.unused_tokens or ())
        return f"Unexpected argument `{words}`. {_MORE}"
    if isinstance(error, UnknownOptionError):
        return _unknown(error)
    return text


def _unknown(error: UnknownOptionError) -> str:
    """What was not understood, and the option or the operator's choice that was meant."""
    word = (error.token.keyword or error.token.value).partition("=")[0]
    bare = word.lstrip("-")
    names = [name for each in error.argument_collection for name in each.names]
    known = {name.lstrip("-"): name for name in names if name.startswith("-")}
    near = difflib.get_close_matches(bare, known, n=1)
    hint = f"Did you mean {known[near[0]]}?" if near else _MORE
    if not near and "OPTIONS" in names:
        from puntobanco.books import BOOKS  # noqa: PLC0415  slow to load

        if any(bare == option.name for book in BOOKS.values() for option in book.options):
            hint = f"Write it as a choice of the operator: {bare}=VALUE"
    return f"Unknown option: {word}. {hint}"


def _run(words: list[str]) -> None:
    """Run one command line."""
    if any(_HAS_PASSWORD.match(word) for word in words):
        raise UsageError(
            "a password does not belong on the command line, where other users of the machine can "
            "read it. Leave it out of the address and use PGPASSWORD, PGPASSFILE or PGSERVICE"
        )
    if "--plain" in words:
        words = [word for word in words if word != "--plain"]
        os.environ[VARIABLE] = "yes"
    if not words:
        from puntobanco.cli.welcome import welcome  # noqa: PLC0415  only here

        welcome()
        return
    if {"--help", "-h"} & set(words):
        from puntobanco.cli.examples import BoxedHelp, PlainHelp, show_examples  # noqa: PLC0415  only here
        from puntobanco.cli.screen import console  # noqa: PLC0415  slow to load

        app.console = console()
        app.help_formatter = PlainHelp() if is_plain(sys.stdout) else BoxedHelp()
        asked = app.parse_commands([word for word in words if word not in ("--help", "-h")])[1][-1]
        show_examples(asked)
    app(words, exit_on_error=False, print_error=False)


def main() -> None:
    """Run a command; a user's mistake ends in one sentence and exit code 2."""
    try:
        try:
            _run(sys.argv[1:])
        finally:
            sys.stdout.flush()  # here, and not while Python ends: a reader may have gone away
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:
        # The reader went away, as `| head` does: what is still unwritten goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except (UsageError, CycloptsError, OSError) as error:
        sys.stderr.write(f"punto: {_sentence(error)}\n")
        sys.exit(2)
