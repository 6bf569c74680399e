#!/usr/bin/env python3
"""Compares code for several memories with the evaluator: the first memories have room for a part of the arena alone.

    python3 tests/memory/compare.py HLO2CPP FOLDER [NUMBER]      NUMBER of the modules in FOLDER, at even distances
"""
import json
import pathlib
import subprocess
import sys
import tempfile

SHARES = ((8, 2), (3, 3), (2, 1))  # of the arena: its bytes through these are the budgets of the first two memories
LARGE = 1 << 30


def report_of(tool, module, folder, *options):
    path = pathlib.Path(folder) / "report.json"
    made = subprocess.run([tool, "compile", module, "--output-dir", folder, "--name", "net", "--report", path, *options],
                          capture_output=True, text=True)
    return json.loads(path.read_text()) if made.returncode == 0 else None


def check_regions(report, text):
    """Each region keeps to its budget, and holds all of its buffers."""
    arenas = {region["name"]: region["arena_bytes"] for region in report["regions"]}
    assert sum(arenas.values()) == report["arena_bytes"], text
    for region in report["regions"]:
        assert region["arena_bytes"] + region["weights_bytes"] <= region["budget_bytes"], (text, region)
    for buffer in report["buffers"]:
        assert buffer["offset"] + buffer["bytes"] <= arenas[buffer["region"]], (text, buffer)
    return sum(bytes > 0 for bytes in arenas.values()), sum(region["weights_bytes"] for region in report["regions"])


def compare(tool, module, folder, share):
    """Number of arenas and bytes of constants in memories; none where nothing is to be compared."""
    whole = report_of(tool, module, folder)
    if whole is None or whole["arena_bytes"] == 0:
        return None
    first, second = (max(1, whole["arena_bytes"] // part) for part in share)
    text = f"tiny={first},small={second},large={LARGE}"
    report = report_of(tool, module, folder, "--memory", text)
    assert report is not None, (module, text)
    numbers = check_regions(report, f"{module} {text}")
    checked = subprocess.run([tool, "check", module, "--memory", text, "--poison"], capture_output=True, text=True, timeout=600)
    assert checked.returncode == 0, f"{module} --memory {text}\n{checked.stdout}{checked.stderr}"
    return numbers


def main(tool, folder, number=None):
    modules = sorted(path for path in pathlib.Path(folder).iterdir() if path.suffix in (".hlo", ".pb"))
    step = max(1, len(modules) // int(number)) if number else 1
    several = constants = compared = 0
    with tempfile.TemporaryDirectory() as made:
        for i, module in enumerate(modules[::step]):
            numbers = compare(tool, module, made, SHARES[i % len(SHARES)])
            if numbers is None:
                continue
            compared += 1
            several += numbers[0] > 1
            constants += numbers[1] > 0
    assert several > 0, "no arena lies in several memories"
    print(f"memory: {compared} modules, {several} of them in several memories, {constants} with constants there")


if __name__ == "__main__":
    main(*sys.argv[1:])
