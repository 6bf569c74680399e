#!/usr/bin/env python3
"""Flips bits of weights and biases in a program: one at a time, the lowest and the highest of an element, in the first, the
last and a middle byte of each array. Each time its self-test must say that the weights are wrong.

    flip.py PROGRAM       not position-independent, prints what the self-test returns and the output
"""
import pathlib
import re
import subprocess
import sys


def lines(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()


def sections(path):
    """Number: (address, offset in the file)."""
    found = (re.match(r"\s*\[\s*(\d+)\]\s+\S+\s+\S+\s+([0-9a-f]+)\s+([0-9a-f]+)", line) for line in lines("readelf", "-SW", path))
    return {int(m[1]): (int(m[2], 16), int(m[3], 16)) for m in found if m}


def arrays(path):
    """Name: (offset in the file, bytes)."""
    places = sections(path)
    for line in lines("readelf", "-sW", path):
        symbol = re.match(r"\s*\d+:\s+([0-9a-f]+)\s+(\d+)\s+OBJECT\s+\S+\s+\S+\s+(\d+)\s+_ZN\S+?\d+([a-z]\w*_(?:weights|bias))E$", line)
        if symbol:
            address, offset = places[int(symbol[3])]
            yield symbol[4], int(symbol[1], 16) - address + offset, int(symbol[2])


program = pathlib.Path(sys.argv[1]).resolve()
right = program.read_bytes()
flipped = program.with_suffix(".flipped")
tried = 0
for name, begin, size in arrays(program):
    for byte in {0, 3, size // 2, size - 1}:
        for bit in (0, 7):
            wrong = bytearray(right)
            wrong[begin + byte] ^= 1 << bit
            flipped.write_bytes(wrong)
            flipped.chmod(0o755)
            printed = lines(flipped)
            if printed != ["6 -1"]:
                sys.exit(f"bit {bit} of byte {byte} of {name}: the self-test prints {printed}")
            tried += 1
if tried < 16:
    sys.exit(f"only {tried} bits were found in the program")
