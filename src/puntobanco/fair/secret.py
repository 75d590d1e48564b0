"""A value that must not be seen by accident: in no text, no log, no copy."""

from __future__ import annotations

from typing import Generic, NoReturn, TypeVar

_T = TypeVar("_T")


class Secret(Generic[_T]):
    """Holds a value that only an explicit `show()` gives away; every text form hides it.

    >>> Secret("Ks"), f"{Secret('Ks')}"
    (<secret>, '<secret>')
    """

    __slots__ = ("__value",)

    def __init__(self, value: _T) -> None:
        self.__value = value

    def show(self) -> _T:
        """The value; the caller answers for where it goes."""
        return self.__value

    def __repr__(self) -> str:
        return "<secret>"

    def __format__(self, form: str) -> str:
        return "<secret>"

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        raise TypeError("a secret is neither copied nor written; show() it where it is needed")
