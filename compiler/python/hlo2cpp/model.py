"""What compile() gives."""
from __future__ import annotations

import html
import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from . import binary, emulated, lower
from .checks import Check, Difference, tolerance
from .dtypes import from_memory, to_memory
from .emulated import Emulated
from .errors import CompileError, need_jax
from .native import Native, argument_memory, fill
from .npy import write_npy
from .timing import Times


class Model:
    """A compiled module.

    header, source: the text of NAME.h and NAME.cpp, or NAME.c.
    report: what the code needs, as compiler/report/report.schema.json says; sizes are in bytes."""

    def __init__(self, folder, module: Path, name: str, target: str, switches: list[str], source: lower.Source):
        self._temporary = folder  # is removed with the model
        self._folder = Path(folder.name)
        self._module, self._source, self._switches = module, source, switches
        self._native: Native | None = None
        self.name, self.target = name, target
        self._compile_own()

    def __call__(self, *args: Any) -> Any:
        """Runs the code on this machine: arrays of NumPy or JAX in the trees that f takes, results as f gives them,
        as NumPy arrays. `params` and static arguments are left out; state may be: then what it holds is used."""
        native = self._run(args)
        found = native.results()
        leaves = [found[i] for i in sorted(found)]
        return self._tree(leaves)

    def _tree(self, leaves: list) -> Any:
        if self._source.out_tree is not None and self._source.out_tree.num_leaves == len(leaves):
            return need_jax("results of a function").tree.unflatten(self._source.out_tree, leaves)
        return leaves[0] if len(leaves) == 1 else tuple(leaves)

    @property
    def state(self) -> dict[str, np.ndarray]:
        """What is kept between calls, by its name in the header."""
        return {m["name"]: from_memory(self._host().state(m).copy(), m) for m in self.report["state"]}

    def _restore(self, state: dict[str, np.ndarray]) -> None:
        for member in self.report["state"]:
            to_memory(state[member["name"]], member, self._host().state(member))

    def reset(self) -> None:
        """State as it starts."""
        self._host().reset()

    def check(self, *args: Any) -> Check:
        """Compares with JAX (where a function was compiled) and, step by step, with the compiler's evaluator; from the
        state that the model holds, which stays as it is. The steps are those of the code for the target."""
        kept = self.state if self.report["state"] else {}
        values, inputs = self._values(args), []
        before = dict(values)
        for member in self.report["state"]:
            before.setdefault(member["leaf"], kept[member["name"]])
        differences = self._against_jax(args, before)
        self._restore(kept)
        for leaf in sorted(before):
            path = self._folder / f"check{leaf}.npy"
            inputs += ["--input", str(write_npy(path, self._typed(leaf, before[leaf])))]
        done = self._tool("check", *self._check_switches(), *inputs, allowed=(0, 3))
        text = done.stdout.replace(str(self._module), self.name)
        return Check(done.returncode == 0 and all(d.good for d in differences), differences, text.strip())

    def measure(self, command: str) -> dict:
        """Sizes and stack in bytes that a C++ compiler makes of the code: measure("arm-none-eabi-g++ -O2").
        Header and report have them from then on."""
        self._compile_own("--measure", command)
        self._switches += ["--measure", command]
        keys = ("compiler", "compiler_flags", "stack_bytes", "text_bytes", "rodata_bytes", "bss_bytes")
        return {key: self.report[key] for key in keys}

    def time(self, n: int = 1000, *args: Any) -> Times:
        """How long n calls take on this machine, in seconds. Without arguments: on the last ones, or zeros."""
        native = self._run(args) if args else self._host()
        state = self.state if self.report["state"] else {}
        native.seconds(max(1, min(n, 10)))  # caches
        times = Times(native.seconds(n))
        self._restore(state)
        return times

    def emulate(self, *args: Any) -> Emulated:
        """One call on the target's machine in QEMU, a board of a microcontroller or a processor that runs Linux: results,
        instructions, and of boards the stack in bytes. State begins as it starts, and its next value is None in the results."""
        memory = argument_memory(self.report)
        fill(memory, self._values(args), self.report)
        written, run = emulated.emulate(self._code_path(), self.name, self.report, memory)
        outs = [a for a in self.report["arguments"] if a["direction"] != "in"]
        found = {a["result"]: from_memory(np.frombuffer(data, np.uint8), a) for a, data in zip(outs, written)}
        leaves = [found.get(i) for i in range(len(found) + len(self.report["state"]))] if self.report["state"] else \
            [found[i] for i in sorted(found)]
        return replace(run, results=self._tree(leaves))

    def save(self, folder: str | Path, project: str | None = None) -> Path:
        """Writes NAME.h, NAME.cpp or NAME.c, the module NAME.pb and the reports; with project= "make", "cmake", "arduino", "platformio",
        "esp-idf" or "zephyr" a folder for this build system, with an example, as `hlo2cpp compile --project` does."""
        folder = Path(folder)
        folder.mkdir(parents=True, exist_ok=True)
        if self._module.is_file():
            shutil.copyfile(self._module, folder / f"{self.name}{''.join(self._module.suffixes[-1:])}")
        self._compile(folder, *(["--project", project] if project else []))
        return folder

    def __str__(self) -> str:
        r = self.report
        rows = [("model", f"{self.name}, for {self.target}")]
        rows += [(a["direction"], f"{a['name']}  {a['shape'].split('{')[0]}  {a['bytes']:,} bytes")
                 for a in r["arguments"] + r["state"]]
        rows += [(what, f"{r[key]:,} bytes") for what, key in (("arena", "arena_bytes"), ("weights", "weights_bytes"),
                                                                ("state", "state_bytes"), ("stack", "stack_bytes"),
                                                                (".text", "text_bytes")) if r.get(key) is not None]
        if r["multiply_adds"] is not None:
            rows.append(("work", f"{r['multiply_adds']:,} multiply-adds, {r['operations']:,} other operations, "
                                 f"{r['functions']:,} functions and divisions"))
        return "\n".join(f"{what:8} {text}" for what, text in rows)

    def __repr__(self) -> str:
        return f"<hlo2cpp.Model {self.name} for {self.target}>"

    def _repr_html_(self) -> str:
        page = (self._folder / f"{self.name}.html").read_text()
        return (f'<iframe srcdoc="{html.escape(page, quote=True)}" style="width:100%;height:640px;border:0" '
                f'title="{html.escape(self.name)}"></iframe>')

    def _compile_own(self, *more: str) -> None:
        self._compile(self._folder, *more)
        self.report: dict = json.loads((self._folder / f"{self.name}.json").read_text())
        self.header: str = (self._folder / f"{self.name}.h").read_text()
        self.source: str = self._code_path().read_text()

    def _code_path(self) -> Path:
        in_c = "--language" in self._switches and self._switches[self._switches.index("--language") + 1] == "c"
        return self._folder / f"{self.name}.{'c' if in_c else 'cpp'}"

    def _compile(self, folder: Path, *more: str) -> None:
        self._tool("compile", "--output-dir", folder, "--report", folder / f"{self.name}.json", "--report",
                   folder / f"{self.name}.html", *more, *self._switches)

    def _tool(self, command: str, *arguments: str, allowed: tuple[int, ...] = (0,)):
        """Runs the compiler on the module, which its messages call as the user does."""
        try:
            return binary.run(command, self._module, *arguments, allowed=allowed)
        except CompileError as error:
            text = self._named(str(error))
            hints = {"--input-shape": "input_shapes={NAME: SHAPE}", "--entry": "entry=NAME"}
            raise CompileError(text + "".join(f"\n(in Python: {hint})" for option, hint in hints.items() if option in text)) from None

    def _named(self, text: str) -> str:
        is_ours = self._module.parent == self._folder
        return text.replace(str(self._module), self.name) if is_ours else text

    def _check_switches(self) -> list[str]:
        # `check` has no name and no files.
        switches = list(self._switches)
        for option in ("--name", "--measure", "--weights", "--report", "--language", "--scalars", "--byte-order"):
            while option in switches:
                at = switches.index(option)
                del switches[at:at + 2]
        return [s for s in switches if s not in ("--self-test", "--cooperative")]

    def _host(self) -> Native:
        if self._native is None:
            self._native = Native(self._code_path(), self.name, self.report)
        return self._native

    def _run(self, args: tuple) -> Native:
        native, values = self._host(), self._values(args)
        for member in self.report["state"]:
            if member["leaf"] in values:
                to_memory(values[member["leaf"]], member, native.state(member))
        native.fill(values)
        native.run()
        return native

    def _entry_leaves(self) -> list[int]:
        return sorted(a["leaf"] for a in self.report["arguments"] if a["direction"] != "out")

    def _state_leaves(self) -> list[int]:
        return sorted(m["leaf"] for m in self.report["state"] if m["result"] is not None)

    def _leaves(self, args: tuple) -> list[Any]:
        return list(args) if self._source.in_tree is None else need_jax("trees of arguments").tree.leaves(args)

    def _values(self, args: tuple) -> dict[int, Any]:
        """Leaves of the call by the number of their parameter in the module."""
        static = self._source.static
        offset = 1 if self._source.frozen else 0
        total = len(self._source.in_tree.children()[0].children()) if self._source.in_tree is not None else 0
        if static and len(args) == total + len(static) - offset:
            args = tuple(a for i, a in enumerate(args) if i + offset not in static)
        leaves = self._leaves(args)
        everything = sorted(self._entry_leaves() + self._state_leaves())
        kept = self._kept()
        if kept is not None and len(leaves) == self._source.in_tree.num_leaves - self._source.frozen:
            return {n: leaves[leaf - self._source.frozen] for n, leaf in enumerate(kept)}
        for wanted in (everything, self._entry_leaves()):
            if len(leaves) == len(wanted):
                return dict(zip(wanted, leaves))
        raise TypeError(f"{self.name} takes {len(self._entry_leaves())} arrays" +
                        (f", or {len(everything)} with the state" if self._state_leaves() else "") +
                        f", and {len(leaves)} were given: " + ", ".join(a["name"] for a in self.report["arguments"]
                                                                        if a["direction"] != "out"))

    def _kept(self) -> list[int] | None:
        """Leaves of the function's arguments, by the number of the parameter that they are."""
        if self._source.in_tree is None or self._source.kept is None:
            return None
        return [leaf for leaf in self._source.kept if leaf >= self._source.frozen]

    def _typed(self, leaf: int, value) -> np.ndarray:
        """A value in the type that the module has for it."""
        argument = next(a for a in self.report["arguments"] + self.report["state"]
                        if a["leaf"] == leaf and a["direction"] != "out")
        memory = np.empty(argument["bytes"], np.uint8)
        to_memory(value, argument, memory)
        return from_memory(memory, argument)

    def _against_jax(self, args: tuple, before: dict[int, Any]) -> list[Difference]:
        function = self._source.function
        if function is None:
            return []
        jax = need_jax("check()")
        with lower.with_x64(self._source.x64):
            expected = jax.tree.leaves(function(*self._jax_arguments(jax, before)))
        native = self._host()
        for member in self.report["state"]:
            to_memory(before[member["leaf"]], member, native.state(member))
        native.fill(before)
        native.run()
        found = native.results()
        names = {a["result"]: a["name"] for a in self.report["arguments"] + self.report["state"]}
        return [Difference.of(names[i], np.asarray(expected[i]), found[i], tolerance(found[i].dtype)) for i in sorted(found)]

    def _jax_arguments(self, jax, before: dict[int, Any]) -> list[Any]:
        source = self._source
        leaves: list[Any] = list(source.example) or [None] * source.in_tree.num_leaves
        for n, leaf in enumerate(self._kept() or []):
            leaves[leaf] = jax.numpy.asarray(self._typed(n, before[n]))
        args, _ = jax.tree.unflatten(source.in_tree, leaves)
        args = list(args)
        for number in sorted(source.static):
            args.insert(number, source.static[number])
        return args
