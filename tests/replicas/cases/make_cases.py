#!/usr/bin/env python3
"""Writes the cases of several devices beside it (pip install jax ml_dtypes).

make_cases.py            all of them
make_cases.py NAME ...   those whose names begin so
"""

import sys

import exchanges
import programs
import folds


def main():
    makers = [maker for module in (exchanges, programs, folds) for maker in module.MAKERS]
    for maker in makers:
        if not sys.argv[1:] or any(maker.__name__.startswith(name) for name in sys.argv[1:]):
            maker()


if __name__ == "__main__":
    main()
