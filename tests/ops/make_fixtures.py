#!/usr/bin/env python3
"""Writes the fixtures: tests/ops/<op>/<case>.hlo, with XLA:CPU as the oracle (pip install jax ml_dtypes).

make_fixtures.py            all of them
make_fixtures.py OP ...     those of these ops
"""

import sys

import arithmetic
import batch_norms
import complex_numbers
import defined
import draws
import dynamic
import expansions
import linalg
import movement
import narrow_integers
import products
import quantised
import reductions
import small_floats
import structure
import updates
import zero_points


def main():
    families = (
        arithmetic,
        batch_norms,
        defined,
        draws,
        dynamic,
        expansions,
        linalg,
        movement,
        products,
        reductions,
        structure,
        updates,
    )
    makers = {op: make for family in families for op, make in family.MAKERS.items()}
    for op in sys.argv[1:] or sorted(makers | complex_numbers.MAKERS):
        for of_one_kind in (makers, small_floats.MAKERS, narrow_integers.MAKERS, quantised.MAKERS, zero_points.MAKERS, complex_numbers.MAKERS):
            if op in of_one_kind:
                of_one_kind[op](op)


if __name__ == "__main__":
    main()
