"""Fixtures of ops that draw random numbers. XLA:CPU draws others each time that it compiles, so the expected ones are
computed here: philox and the formulas in NumPy. The state is the last argument and the last result of a fixture."""

import numpy as np

from fixture import shape, write
from oracle import DTYPES

SEED = [0xFFFFFFFFFFFFFFFA, 5]  # the lower half of the count overflows soon


def philox(state, count):
    """Words of 32 bits: `count` times four of key 0."""
    at = int(state[0]) + (int(state[1]) << 64)
    words = []
    for i in range(count):
        x = [(at + i) >> (32 * k) & 0xFFFFFFFF for k in range(4)]
        key = [0, 0]
        for _ in range(10):
            a, b = x[0] * 0xD2511F53, x[2] * 0xCD9E8D57
            x = [b >> 32 ^ x[1] ^ key[0], b & 0xFFFFFFFF, a >> 32 ^ x[3] ^ key[1], a & 0xFFFFFFFF]
            key = [(key[0] + 0x9E3779B9) & 0xFFFFFFFF, (key[1] + 0xBB67AE85) & 0xFFFFFFFF]
        words += x
    return np.array(words, np.uint32)


def step(state, count):
    at = (int(state[0]) + (int(state[1]) << 64) + count) % (1 << 128)
    return np.array([at & 0xFFFFFFFFFFFFFFFF, at >> 64], np.uint64)


def bits(state, wide, *dims):
    """Random words and the next state."""
    size = int(np.prod(dims, dtype=int)) * (2 if wide else 1)
    words = philox(state, (size + 3) // 4)[:size]
    return (words.view(np.uint64) if wide else words).reshape(dims), step(state, (size + 3) // 4)


MANTISSA = {"f16": 11, "bf16": 8, "f32": 24, "f64": 53}  # with the leading one


def fractions(words, digits, wide):
    return (words >> (words.itemsize * 8 - digits)).astype(wide) * wide(2.0**-digits)


def uniform(t, a, b, state, *dims):
    dtype = DTYPES[t]
    words, state = bits(state, t[1:] == "64", *dims)
    if t not in MANTISSA:
        width = words.itemsize * 8
        offsets = [(int(w) * (b - a)) >> width for w in words.reshape(-1)]
        return np.array([a + o for o in offsets], dtype).reshape(dims), state
    wide = np.float64 if t == "f64" else np.float32
    a, b = dtype(a), dtype(b)
    x = (wide(a) + (wide(b) - wide(a)) * fractions(words, MANTISSA[t], wide)).astype(dtype)
    return np.where(x < b, x, a), state


def normal(t, mu, sigma, state, *dims):
    wide = np.float64 if t == "f64" else np.float32
    words, state = bits(state, t == "f64", 2, *dims)
    digits = words.itemsize * 8
    v = (words[0].astype(wide) + wide(0.5)) * wide(2.0**-digits)
    u = fractions(words[1], MANTISSA["f64" if t == "f64" else "f32"], wide)
    z = np.sqrt(wide(-2) * np.log(v)) * np.cos(wide(2 * np.pi) * u)
    return (wide(mu) + wide(sigma) * z).astype(DTYPES[t]), state


def bernoulli(t, chance, state, *dims):
    words, state = bits(state, False, *dims)
    return (fractions(words, 24, np.float32) < np.float32(chance)).astype(DTYPES[t]), state


def fixture(op, case, draws, extra=""):
    """`draws`: instructions, and for each a function of the state that gives what it gives and the next state."""
    state, results, lines = np.array(SEED, np.uint64), [], []
    for i, (constants, text, draw) in enumerate(draws):
        numbers, state = draw(state)
        lines += [f"{n}{i} = {t}[] constant({v})" for n, t, v in constants]
        operands = ", ".join(f"{n}{i}" for n, _, _ in constants)
        lines.append(f"r{i} = {shape(numbers)} " + text.format(operands))
        results.append(numbers)
    shapes = ", ".join(shape(r) for r in results)
    lines.append(f"ROOT out = ({shapes}) tuple({', '.join(f'r{i}' for i in range(len(results)))})")
    text = f"HloModule {op.replace('-', '_')}_{case}\n\n{extra}ENTRY main {{\n" + "".join(f"  {l}\n" for l in lines) + "}\n"
    write(op, case, text, [np.array(SEED, np.uint64)], [*results, state])


def rng(op):
    def uniforms(types, a, b):
        return [
            (
                [("a", t, a), ("b", t, b)],
                "rng({}), distribution=rng_uniform",
                lambda state, t=t: uniform(t, a, b, state, 3, 5),
            )
            for t in types
        ]

    floats = ["f32", "bf16", "f16", "f64"]
    integers = ["s32", "u32", "s64", "u64", "u8", "s16"]
    whole = ([("a", "s32", -(2**31)), ("b", "s32", 2**31 - 1)], "rng({}), distribution=rng_uniform")
    fixture(op, "uniform_floats", [*uniforms(floats, -1.5, 4), *uniforms(["bf16"], 1, 1.015625)])
    fixture(
        op,
        "uniform_integers",
        [
            *uniforms(integers, 2, 71),
            *uniforms(["s32", "s64", "s16"], -3, 4),
            (*whole, lambda state: uniform("s32", -(2**31), 2**31 - 1, state, 2)),
            ([("a", "s32", 7), ("b", "s32", 7)], "rng({}), distribution=rng_uniform", lambda s: uniform("s32", 7, 7, s, 0)),
        ],
    )
    normals = [
        (
            [("mu", t, 3), ("sigma", t, 0.5)],
            "rng({}), distribution=rng_normal",
            lambda state, t=t: normal(t, 3, 0.5, state, 7),
        )
        for t in floats
    ]
    ones = [
        ([("p", "f32", 0.25)], "rng({}), distribution=rng_bernoulli", lambda s, t=t: bernoulli(t, 0.25, s, 4, 4))
        for t in ("pred", "u32")
    ]
    fixture(op, "normal", normals)
    fixture(op, "bernoulli", ones)


def rng_get_and_update_state(op):
    def draw(delta):
        return ([], f"rng-get-and-update-state({{}}), delta={delta}", lambda state: (state, step(state, delta)))

    fixture(op, "steps", [draw(6), draw(1), draw(0), draw(2**40)])

    # In a function that a loop calls, in the condition of a loop, in one of two branches.
    text = """HloModule rng_get_and_update_state_control

draw (seen: u64[2]) -> u64[2] {
  seen = u64[2] parameter(0)
  now = u64[2] rng-get-and-update-state(), delta=5
  ROOT sum = u64[2] add(seen, now)
}

three (s: (s32[], u64[2])) -> pred[] {
  s = (s32[], u64[2]) parameter(0)
  i = s32[] get-tuple-element(s), index=0
  n = s32[] constant(3)
  ROOT more = pred[] compare(i, n), direction=LT
}

round (s: (s32[], u64[2])) -> (s32[], u64[2]) {
  s = (s32[], u64[2]) parameter(0)
  i = s32[] get-tuple-element(s), index=0
  seen = u64[2] get-tuple-element(s), index=1
  one = s32[] constant(1)
  j = s32[] add(i, one)
  sum = u64[2] call(seen), to_apply=draw
  ROOT r = (s32[], u64[2]) tuple(j, sum)
}

below_twenty (n: s32[]) -> pred[] {
  n = s32[] parameter(0)
  now = u64[2] rng-get-and-update-state(), delta=2
  low = u64[1] slice(now), slice={[0:1]}
  word = u64[] reshape(low)
  limit = u64[] constant(20)
  ROOT more = pred[] compare(word, limit), direction=LT
}

count (n: s32[]) -> s32[] {
  n = s32[] parameter(0)
  one = s32[] constant(1)
  ROOT m = s32[] add(n, one)
}

same (x: u64[2]) -> u64[2] {
  ROOT x = u64[2] parameter(0)
}

ENTRY main {
  x0 = pred[] parameter(0)
  x1 = u64[2] parameter(1)
  zero = s32[] constant(0)
  start = (s32[], u64[2]) tuple(zero, x1)
  loop = (s32[], u64[2]) while(start), condition=three, body=round
  sum = u64[2] get-tuple-element(loop), index=1
  rounds = s32[] while(zero), condition=below_twenty, body=count
  other = pred[] not(x0)
  yes = u64[2] conditional(x0, sum, sum), true_computation=draw, false_computation=same
  no = u64[2] conditional(other, sum, sum), true_computation=draw, false_computation=same
  last = u64[2] rng-get-and-update-state(), delta=1
  ROOT out = (u64[2], s32[], u64[2], u64[2], u64[2]) tuple(sum, rounds, yes, no, last)
}
"""
    state, start = np.array([1, 9], np.uint64), np.array([0, 0], np.uint64)
    total, at = start, state
    for _ in range(3):
        total, at = total + at, step(at, 5)
    rounds = 0
    while at[0] < 20:
        rounds, at = rounds + 1, step(at, 2)
    at = step(at, 2)
    yes, at = total + at, step(at, 5)
    write(op, "control", text, [np.bool_(True), start, state], [total, np.int32(rounds), yes, total, at, step(at, 1)])


MAKERS = {"rng": rng, "rng-get-and-update-state": rng_get_and_update_state}
