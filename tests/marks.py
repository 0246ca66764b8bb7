"""Marks that several modules of tests share."""

import pytest


def first_measured(values, n):
    """Parameters of a test of which the first `n` show all that coverage can tell.

    The others do the same with other chances; a tracer would make plain rules many times slower.
    """
    return [
        value if number < n else pytest.param(value, marks=pytest.mark.no_cover)
        for number, value in enumerate(values)
    ]
