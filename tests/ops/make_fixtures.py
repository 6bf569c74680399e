#!/usr/bin/env python3
"""Writes the fixtures: tests/ops/<op>/<case>.hlo, with XLA:CPU as the oracle (pip install jax ml_dtypes).

make_fixtures.py            all of them
make_fixtures.py OP ...     those of these ops
"""

import sys

import arithmetic
import batch_norms
import complex_numbers
import conversions
import convolutions
import defined
import draws
import dynamic
import expansions
import linalg
import lookups
import movement
import narrow_integers
import nearest
import products
import quantised
import reductions
import selections
import small_floats
import structure
import updates
import windows
import zero_points


def main():
    families = (
        arithmetic,
        batch_norms,
        conversions,
        convolutions,
        defined,
        draws,
        dynamic,
        expansions,
        linalg,
        lookups,
        movement,
        products,
        reductions,
        selections,
        structure,
        updates,
        windows,
    )
    further = (small_floats, narrow_integers, quantised, nearest, zero_points, complex_numbers)
    makers = {op: make for family in families for op, make in family.MAKERS.items()}
    for op in sys.argv[1:] or sorted(makers | complex_numbers.MAKERS):
        for of_one_kind in [makers, *(of_types.MAKERS for of_types in further)]:
            if op in of_one_kind:
                of_one_kind[op](op)


if __name__ == "__main__":
    main()
