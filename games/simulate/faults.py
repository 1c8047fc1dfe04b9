"""A program that dies at one of its steps, and one in whose midst something else happens. A step is a statement."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection


class Killed(BaseException):
    """The end of a program, from outside: nothing in it can catch this."""


@contextmanager
def dies_at(step: int) -> Iterator[None]:
    """Before this statement, counted from 1, the program is no more; what it had not committed is undone."""
    count = 0

    def watch(execute: Callable[..., Any], *statement: Any) -> Any:
        nonlocal count
        count += 1
        if count == step:
            raise Killed
        return execute(*statement)

    with connection.execute_wrapper(watch):
        yield


@contextmanager
def meanwhile(step: int, do: Callable[[], object]) -> Iterator[None]:
    """Something else happens before this statement, or the first after it that no transaction holds together."""
    count, done = 0, False

    def watch(execute: Callable[..., Any], *statement: Any) -> Any:
        nonlocal count, done
        count += 1
        if count >= step and not done and not connection.in_atomic_block:
            done = True
            do()
        return execute(*statement)

    with connection.execute_wrapper(watch):
        yield
