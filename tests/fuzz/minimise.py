"""A program that can be made smaller: fewer results, instructions replaced by arguments, what is dead removed."""

import re

import numpy as np

import generator
from values import shape_text


class Program:
    def __init__(self, lines, computations, results, arrays, known, alias=None):
        self.lines, self.computations, self.results, self.arrays = lines, computations, results, arrays
        self.known = known  # the facts of every array in the entry, by name
        self.alias = alias  # (index of a result, number of a parameter), or None

    def text(self):
        lines = list(self.lines)
        if len(self.results) == 1 and self.alias is None:
            root = self.results[0].name
        else:
            shapes = ", ".join(shape_text(r) for r in self.results)
            lines.append(("root", f"({shapes})", f"tuple({', '.join(r.name for r in self.results)})"))
            root = "root"
        entry = "".join(f"  {'ROOT ' if n == root else ''}{n} = {s} {t}\n" for n, s, t in lines)
        alias = ""
        if self.alias is not None:
            alias = f", input_output_alias={{ {{{self.alias[0]}}}: ({self.alias[1]}, {{}}, may-alias) }}"
        return f"HloModule fuzz{alias}\n\n" + "\n".join(self.used()) + "\nENTRY main {\n" + entry + "}\n"

    def used(self):
        """The computations that the entry reaches, in order."""
        named = {c.split(" ", 1)[0]: c for c in self.computations}
        found, work = set(), [t for _, _, t in self.lines]
        while work:
            for name in re.findall(r"\bfn\d+", work.pop().split(" {\n", 1)[-1]):
                if name not in found:
                    found.add(name)
                    work.append(named[name])
        return [c for name, c in named.items() if name in found]

    def alive(self):
        """Without the instructions and parameters that no result needs."""
        needed = {r.name for r in self.results}
        kept = []
        for name, shape, text in reversed(self.lines):
            if name in needed:
                kept.append((name, shape, text))
                needed |= set(re.findall(r"[vkpt]\d+", text.split("(", 1)[1].split(")", 1)[0]))
        lines, arrays = [], []
        for name, shape, text in reversed(kept):
            if text.startswith("parameter("):
                arrays.append(self.arrays[int(text[10:-1])])
                text = f"parameter({len(arrays) - 1})"
            lines.append((name, shape, text))
        return Program(lines, self.computations, self.results, arrays, self.known)

    def cut(self, name, array):
        """With an argument in place of an instruction."""
        lines = [l if l[0] != name else (name, l[1], f"parameter({len(self.arrays)})") for l in self.lines]
        return Program(lines, self.computations, self.results, [*self.arrays, array], self.known).alive()


def program(seed):
    module, body, results = generator.generate(seed)
    known = {v.name: v for v in body.values}
    made = Program(body.lines, module.computations, results, module.inputs, known)
    shapes = {shape.split("{")[0]: int(t[10:-1]) for _, shape, t in body.lines if t.startswith("parameter(")}
    for i, r in enumerate(results):
        if shape_text(r) in shapes and module.rng.random() < 0.5:
            made.alias = (i, shapes[shape_text(r)])
    return made


def with_results(p, results):
    return Program(p.lines, p.computations, results, p.arrays, p.known).alive()


def kind(why):
    """Crashes, refusals and differences are kept apart while minimising."""
    return "differs" if why.startswith("result") else why[:12]


def minimised(p, why, check):
    """The smallest program found that fails in the same way, and how it fails."""
    wanted = kind(why)
    best = p

    def attempt(smaller):
        nonlocal best, why
        reason = check(smaller)
        if reason is None or kind(reason) != wanted:
            return False
        best, why = smaller, reason
        return True

    for r in p.results:
        if attempt(with_results(p, [r])):
            break
    arrays = [v for name, v in p.known.items() if any(l[0] == name for l in best.lines)]
    for v in arrays:
        if attempt(with_results(best, [v])):
            break
    for name in [l[0] for l in best.lines]:
        line = next((l for l in best.lines if l[0] == name), None)
        if line is None or line[2].startswith(("parameter(", "constant(")):
            continue
        if name not in p.known or name == best.results[0].name:
            continue
        value = check.reference(with_results(best, [p.known[name]]))
        if isinstance(value, list):
            attempt(best.cut(name, np.asarray(value[0])))
    return best, why
