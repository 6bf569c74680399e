"""Random HLO modules: the instructions of one computation after the other, as text."""

import copy
import math
import re

import numpy as np

import complex_numbers
import structured
import contractions
import control
import expanded
import movement
import updates
from values import FLOATS, INTEGERS, LIMIT, STORED, Skip, Value, in_range, lowest_quantum, random_array, rounded, shape_text

MAX_CONSTANT = 2000  # elements
EMPTY_DIMENSIONS = 0.01  # of all; XLA:CPU ends by a signal in some dots over one


class Module:
    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)
        self.computations = []
        self.names = 0
        self.types = list(self.rng.choice(FLOATS + INTEGERS + ["pred"], 3)) + ["f32", "s32"]
        self.budget = int(self.rng.integers(3, 40))
        self.inputs = []
        # Few kinds of operations a module: what is rare otherwise comes next to itself.
        self.operations = [OPERATIONS[int(i)] for i in self.rng.integers(len(OPERATIONS), size=self.pick([4, 8, 16, 60]))]
        self.max_elements = int(self.rng.choice([500, 3000, 3000, 20000]))
        self.sizes = [1, 2, 3, 4, 5, 7, 8, 16, 17, 33]
        if self.max_elements > 3000:
            self.sizes += [24, 32, 64, 65, 100]

    def name(self, stem="v"):
        self.names += 1
        return f"{stem}{self.names}"

    def pick(self, items):
        items = list(items)
        if not items:
            raise Skip
        return items[int(self.rng.integers(len(items)))]

    def dims(self, rank=None):
        rank = int(self.rng.choice([0, 1, 2, 3, 4, 5], p=[0.08, 0.22, 0.33, 0.2, 0.12, 0.05])) if rank is None else rank
        while True:
            dims = tuple(0 if self.rng.random() < EMPTY_DIMENSIONS else int(self.pick(self.sizes)) for _ in range(rank))
            if math.prod(dims) <= self.max_elements:
                return dims


class Body:
    """One computation under construction. A line is (name, shape, the text right of it)."""

    def __init__(self, module, depth=0):
        self.module, self.rng, self.pick, self.depth = module, module.rng, module.pick, depth
        self.operations = module.operations
        self.lines = []
        self.values = []

    def emit(self, shape, text, stem="v"):
        name = self.module.name(stem)
        self.lines.append((name, shape, text))
        return name

    def add(self, value, text, new=True):
        """Appends an instruction whose facts are `value` (its name is given here)."""
        value = rounded(value)
        if value.size > self.module.max_elements:
            raise Skip
        value.name = self.emit(shape_text(value), text)
        if new:
            self.values.append(value)
        return value

    def moved(self, source, dims, text, **facts):
        """An instruction that only moves the elements of `source`."""
        value = copy.copy(source)
        value.dims, value.row_major, value.quantum = tuple(dims), True, source.quantum
        for key, fact in facts.items():
            setattr(value, key, fact)
        if value.size > self.module.max_elements:
            raise Skip
        value.name = self.emit(shape_text(value), text)
        self.values.append(value)
        return value

    def constant(self, type, dims=(), array=None):
        bound, quantum = 0.0, None
        if array is None:
            if 0 in dims or math.prod(dims) > MAX_CONSTANT:
                raise Skip
            array, bound, quantum = random_array(self.rng, type, dims)
        elif type in INTEGERS and not in_range(type, array):
            raise Skip
        elif type in FLOATS:
            array = np.asarray(array, np.float64)
            bound, quantum = float(np.abs(array).max()), -2 if np.all(array * 4 == np.round(array * 4)) else None
        if type == "bf16" and array.dtype == np.uint16:
            array = (array.astype(np.uint32) << 16).view(np.float32)

        def text(a):
            if a.ndim == 0:
                return str(a.item()).lower() if a.dtype.kind != "f" else repr(float(a))
            return "{" + ",".join(text(e) for e in a) + "}"

        value = Value("", type, tuple(dims), bound, quantum)
        value.name = self.emit(shape_text(value), f"constant({text(np.asarray(array))})", "k")
        return value

    def filled(self, like, number):
        """A broadcast constant of the shape of `like`."""
        c = self.constant(like.type, array=np.asarray(number))
        if not like.dims:
            return c
        value = Value("", like.type, like.dims, c.bound, c.quantum)
        value.name = self.emit(shape_text(value), f"broadcast({c.name}), dimensions={{}}")
        return value

    def any(self, accept=lambda v: True):
        fits = [v for v in self.values if accept(v)]
        if fits and self.rng.random() < 0.5:
            return fits[-1 - int(self.rng.integers(min(3, len(fits))))]
        return self.pick(fits)

    def like(self, value):
        """Something of the same shape: a value that is there, or one made so."""
        fits = [v for v in self.values if v.type == value.type and v.dims == value.dims]
        if fits and self.rng.random() < 0.7:
            return self.pick(fits)
        if self.rng.random() < 0.4:
            kept = [i for i in range(len(value.dims)) if self.rng.random() < 0.5]
            c = self.constant(value.type, [value.dims[i] for i in kept])
        else:
            small = [v for v in self.values if v.type == value.type and len(v.dims) <= len(value.dims)]
            c = self.pick(small + [self.constant(value.type)])
            kept, at = [], 0
            for i, d in enumerate(value.dims):
                if at < len(c.dims) and c.dims[at] == d:
                    kept.append(i)
                    at += 1
            if at < len(c.dims):
                raise Skip
        if len(kept) == len(value.dims):
            return c
        return self.moved(c, value.dims, f"broadcast({c.name}), dimensions={{{','.join(map(str, kept))}}}")

    def step(self):
        """One operation more; those that do not fit are tried again."""
        for _ in range(60):
            lines, values = len(self.lines), len(self.values)
            computations = len(self.module.computations)
            try:
                return self.pick(self.operations)(self)
            except Skip:
                del self.lines[lines:], self.values[values:], self.module.computations[computations:]
        return None


def unary(b):
    x = b.any(lambda v: v.type != "pred")
    if not x.is_float:
        signed = ["abs", "sign", "negate"] if x.type[0] == "s" else []
        return b.add(Value("", x.type, x.dims), f"{b.pick(signed + ['not', 'popcnt', 'count-leading-zeros'])}({x.name})")
    if x.quantum is not None and x.is_exact and b.rng.random() < 0.5:
        op = b.pick(["floor", "ceil", "round-nearest-afz", "round-nearest-even", "sign"])
        return b.add(Value("", x.type, x.dims, x.bound + 1, 0), f"{op}({x.name})")
    if b.rng.random() < 0.3:
        return b.add(Value("", x.type, x.dims, x.bound, x.quantum, x.error), f"{b.pick(['abs', 'negate'])}({x.name})")
    smooth = {"tanh": (1, 1), "sine": (1, 1), "cosine": (1, 1), "erf": (1, 1.2), "logistic": (1, 0.3)}
    growing = {"exponential": 1, "exponential-minus-one": 1}
    positive = {"log": 1, "sqrt": 1, "rsqrt": 1, "cbrt": 1, "log-plus-one": 1}
    op = b.pick([*smooth, *growing, *positive, "tan"])
    if op in smooth:
        bound, slope = smooth[op]
        return b.add(Value("", x.type, x.dims, bound, None, x.error * slope), f"{op}({x.name})")
    if op in growing:
        if x.bound > 5:
            raise Skip
        top = math.exp(x.bound)
        return b.add(Value("", x.type, x.dims, top, None, x.error * top), f"{op}({x.name})")
    if op == "tan":
        t = b.add(Value("", x.type, x.dims, 1, None, x.error), f"tanh({x.name})")
        return b.add(Value("", x.type, x.dims, 1.6, None, t.error * 3.5), f"tan({t.name})")
    return b.add(Value("", x.type, x.dims, max(2, x.bound), None, above_one(b, x).error), f"{op}({b.values[-1].name})")


def above_one(b, x):
    """|x| + 1: what may stand under a root or a fraction."""
    a = b.add(Value("", x.type, x.dims, x.bound, x.quantum, x.error), f"abs({x.name})")
    one = b.filled(x, 1)
    return b.add(Value("", x.type, x.dims, x.bound + 1, lowest_quantum(x, one), x.error), f"add({a.name}, {one.name})")


def binary(b):
    x = b.any()
    y = b.like(x)
    if x.type == "pred":
        return b.add(Value("", "pred", x.dims), f"{b.pick(['and', 'or', 'xor'])}({x.name}, {y.name})")
    if not x.is_float:
        op = b.pick(["add", "subtract", "multiply", "divide", "remainder", "and", "or", "xor", "shift-left", "maximum",
                     "shift-right-arithmetic", "shift-right-logical", "minimum", "power"])  # fmt: skip
        if op == "power":  # XLA takes some low bits of a large exponent
            y = b.add(Value("", x.type, x.dims), f"remainder({y.name}, {b.filled(y, 16).name})")
        return b.add(Value("", x.type, x.dims), f"{op}({x.name}, {y.name})")
    op = b.pick(["add", "subtract", "multiply", "maximum", "minimum", "divide", "atan2", "power", "remainder", "add"])
    quantum, error = lowest_quantum(x, y), x.error + y.error
    if op in ("add", "subtract"):
        return b.add(Value("", x.type, x.dims, x.bound + y.bound, quantum, error), f"{op}({x.name}, {y.name})")
    if op in ("maximum", "minimum"):
        return b.add(Value("", x.type, x.dims, max(x.bound, y.bound), quantum, error), f"{op}({x.name}, {y.name})")
    product = x.bound * y.error + y.bound * x.error
    if op == "multiply":
        quantum = None if quantum is None else x.quantum + y.quantum
        return b.add(Value("", x.type, x.dims, x.bound * y.bound, quantum, product), f"{op}({x.name}, {y.name})")
    y = above_one(b, y)
    if op == "remainder":
        if not (x.is_exact and y.is_exact):
            raise Skip
        return b.add(Value("", x.type, x.dims, x.bound, quantum), f"remainder({x.name}, {y.name})")
    if op == "power":
        t = b.add(Value("", x.type, x.dims, 1, None, x.error), f"tanh({x.name})")
        error = 2 * y.bound * (error + t.error) * math.log(y.bound + 1)
        return b.add(Value("", x.type, x.dims, y.bound, None, error), f"power({y.name}, {t.name})")
    bound = x.bound if op == "divide" else 3.2
    return b.add(Value("", x.type, x.dims, bound, None, x.error + (x.bound + 1) * y.error), f"{op}({x.name}, {y.name})")


def compare(b):
    x = b.any(lambda v: v.is_exact)
    y = b.like(x)
    if not y.is_exact:
        raise Skip
    direction = b.pick(["EQ", "NE", "LT", "LE", "GT", "GE"])
    return b.add(Value("", "pred", x.dims), f"compare({x.name}, {y.name}), direction={direction}")


def select(b):
    p = b.any(lambda v: v.type == "pred")
    x = b.any(lambda v: v.dims == p.dims) if p.dims or b.rng.random() < 0.5 else b.any()
    y = b.like(x)
    facts = Value("", x.type, x.dims, max(x.bound, y.bound), lowest_quantum(x, y), max(x.error, y.error))
    return b.add(facts, f"select({p.name}, {x.name}, {y.name})")


def clamp(b):
    x = b.any(lambda v: v.type != "pred")
    low, high = b.constant(x.type), b.constant(x.type)
    if b.rng.random() < 0.5:
        low, high = b.like(x), b.like(x)
    bound, error = max(v.bound for v in (low, x, high)), max(v.error for v in (low, x, high))
    facts = Value("", x.type, x.dims, bound, lowest_quantum(low, x, high), error)
    return b.add(facts, f"clamp({low.name}, {x.name}, {high.name})")


def convert(b):
    x = b.any()
    to = b.pick(b.module.types)
    if to in FLOATS and x.type in INTEGERS:
        if STORED[x.type]().itemsize > 1:
            mask = b.filled(x, 63)
            x = b.add(Value("", x.type, x.dims), f"and({x.name}, {mask.name})")
        return b.add(Value("", to, x.dims, 256, 0), f"convert({x.name})")
    if to in FLOATS and x.type == "pred":
        return b.add(Value("", to, x.dims, 1, 0), f"convert({x.name})")
    if x.is_float and to not in FLOATS and not x.is_exact:
        raise Skip
    return b.add(Value("", to, x.dims, x.bound, x.quantum, x.error), f"convert({x.name})")


OPERATIONS = [unary, unary, binary, binary, binary, compare, select, clamp, convert]
OPERATIONS += movement.OPERATIONS + contractions.OPERATIONS + structured.OPERATIONS
OPERATIONS += updates.OPERATIONS + control.OPERATIONS + expanded.OPERATIONS + complex_numbers.OPERATIONS


def layout(rng, value):
    order = rng.permutation(len(value.dims))
    return "{" + ",".join(map(str, order)) + "}"


def parameters(b):
    for i in range(int(b.rng.integers(1, 5))):
        type, dims = b.pick(b.module.types), b.module.dims()
        array, bound, quantum = random_array(b.rng, type, dims)
        value = Value("", type, dims, bound, quantum)
        shape = shape_text(value)
        if len(dims) > 1 and b.rng.random() < 0.15:
            shape += layout(b.rng, value)
            value.row_major = False
        value.name = b.emit(shape, f"parameter({i})", "p")
        b.module.inputs.append(array)
        b.values.append(value)


def generate(seed):
    """The module, its entry's lines, the values that are results."""
    module = Module(seed)
    b = Body(module)
    parameters(b)
    while len(b.lines) < module.budget:
        if b.step() is None:
            break
    used = {name for _, _, text in b.lines for name in re.findall(r"\bv\d+", text)}
    ends = [v for v in b.values if v.name not in used and v.name[0] != "p"]  # what would be dead, were it no result
    count = int(b.rng.choice([0, 1, 3, 6]))
    results = (ends or b.values)[-1:] + ends[:-1][:count] + [b.pick(b.values) for _ in range(int(b.rng.integers(2)))]
    return module, b, results
