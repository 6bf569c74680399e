#!/usr/bin/env python3
"""Checks which folder of the compiler knows of which, that machine/ alone names machines, that files and classes are
small, and that nothing lies beside the folders of the project.

    python3 tests/structure.py

Prints each line that breaks a rule; ends with 1 where there is one.
"""
import pathlib
import re
import sys

from cpp_classes import classes

ROOT = pathlib.Path(__file__).resolve().parent.parent
COMPILER = ROOT / "compiler"

# Folders from the bottom up: each includes itself and those before it. Those in one tuple include each other, too.
ORDER = [
    "support", "ir", "kernel", "machine", "nest", "tree", "mathematics",
    ("evaluate", "ops", "linalg"),  # an op's file has its evaluation; the evaluator runs ops, linear algebra is made of them
    "ir/builder", "hlo", "read", "verify", "rewrite", "bound", "lower", "precompute", "fuse", "arrange", "tile", "scalarize", "layout", "schedule", "buffers",
    "program", "estimate", "measure", "check", "generate", "report", "project", "driver",
]
# Folders that may include nothing but these (and themselves).
ONLY = {
    "support": set(),
    "ir": {"support"},
    "kernel": {"support", "ir"},
    "nest": {"support", "ir", "kernel", "machine"},
    "hlo": {"support", "ir", "ops"},
    "machine": {"support", "ir"},
    "tree": {"support", "ir", "machine"},
    "mathematics": {"support", "ir", "machine", "tree"},
    "rewrite": {"support", "ir", "evaluate", "ops", "runtime_lib"},
    "bound": {"support", "ir", "evaluate", "ops", "rewrite"},
    "lower": {"support", "ir", "evaluate", "ops", "linalg", "rewrite"},
    "precompute": {"support", "ir", "machine", "ops", "rewrite", "lower"},
}
RANK = {
    folder: rank
    for rank, group in enumerate(ORDER)
    for folder in (group if isinstance(group, tuple) else (group,))
}
# Folders that a folder may not include: `program` translates nests, and decides nothing.
NEVER = {"program": {"tile", "machine"}}
# Headers that their own folder alone includes.
PRIVATE = ["machine/isa/", "tile/tiling.h", "tile/tilings.h"]

# Words of instruction sets, registers and instructions.
MACHINE_WORDS = re.compile(
    r"\b(neon|avx\w*|sse\d?\w*|helium|mve|rvv|aarch64|x86\w*|xmm|ymm|zmm|__builtin_(ia32|aarch64|arm)\w*|_mm\d*_\w+|v(fmadd|movup|cvtp)\w*|fmla|vmla\w*)\b",
    re.IGNORECASE,
)
# Files that may use them: what reads object files of any machine, and its figures.
OBJECT_FILES = {"measure/elf.h", "measure/object_functions.cpp", "driver/measure.cpp"}


# The top of the project; beside these hidden files and folders of builds.
TOP = {
    "CMakeLists.txt", "CMakePresets.json", "CONTRIBUTING.md", "LICENSE", "README.md",
    "compiler", "runtime_lib", "samples", "templates", "tests",
}

MOST_LINES = 400  # of a file
MOST_METHODS = 25  # of a class, constructors and destructors left out


def folder_of(name):
    """The folder of a file or include by its path in compiler/; builder/ is no part of what ir/ promises."""
    return "ir/builder" if name.startswith("ir/builder/") else name.split("/")[0]


def sizes():
    """Files and classes that are too large."""
    for path in sorted(COMPILER.rglob("*")):
        if path.suffix not in (".cpp", ".h", ".def"):
            continue
        name = path.relative_to(COMPILER).as_posix()
        text = path.read_text()
        lines = text.count("\n")
        if lines > MOST_LINES:
            yield f"compiler/{name}: {lines} lines, of {MOST_LINES} at most: it is two things"
        for class_name, methods in classes(text):
            if methods > MOST_METHODS:
                yield f"compiler/{name}: {class_name} has {methods} methods, of {MOST_METHODS} at most: it is two classes"


def faults():
    yield from sizes()
    for path in sorted(COMPILER.rglob("*")):
        if path.suffix not in (".cpp", ".h", ".def"):
            continue
        name = path.relative_to(COMPILER).as_posix()
        folder = folder_of(name)
        if "/" in name and folder not in RANK:
            yield f"compiler/{name}: {folder}/ has no place in the order of folders"
            continue
        for number, line in enumerate(path.read_text().splitlines(), 1):
            place = f"compiler/{name}:{number}"
            include = re.match(r'#include "([^"]+)"', line)
            if include:
                target = folder_of(include[1])
                up = folder in RANK and RANK.get(target, 0) > RANK[folder]
                if target in NEVER.get(folder, ()):
                    yield f"{place}: {folder}/ includes {include[1]}"
                if up or (folder in ONLY and target != folder and target not in ONLY[folder]):
                    yield f"{place}: {folder}/ includes {include[1]}"
                for private in PRIVATE:
                    if include[1].startswith(private) and folder != private.split("/")[0]:
                        yield f"{place}: {include[1]} is private to its folder"
            elif folder != "machine" and name not in OBJECT_FILES and MACHINE_WORDS.search(line):
                yield f"{place}: names a machine: {line.strip()}"


def strays():
    """What lies at the top and is no part of the project, as generated files that somebody forgot."""
    for path in sorted(ROOT.iterdir()):
        if path.name not in TOP and not path.name.startswith((".", "build")):
            yield f"{path.name}: it has no place at the top of the project"


def main():
    found = [*faults(), *strays()]
    print("\n".join(found) or "compiler/ keeps to its structure")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
