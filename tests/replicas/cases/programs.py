"""Exchanges in loops, branches and asynchronous computations, and programs from JAX after XLA has partitioned them."""

import re

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec

from devices import by_device, case, entry, exchanged, numbers, reduced, sent
from fixture import combiner

ADD = combiner("add", ["f32"])


def in_a_while():
    """x = sum of all x, minus the own, three times."""
    extra = ADD + """body {
  s = (s32[], f32[3]) parameter(0)
  i = s32[] get-tuple-element(s), index=0
  x = f32[3] get-tuple-element(s), index=1
  one = s32[] constant(1)
  n = s32[] add(i, one)
  a = f32[3] all-reduce(x), replica_groups={}, to_apply=add_f32
  y = f32[3] subtract(a, x)
  ROOT t = (s32[], f32[3]) tuple(n, y)
}

condition {
  s = (s32[], f32[3]) parameter(0)
  i = s32[] get-tuple-element(s), index=0
  three = s32[] constant(3)
  ROOT c = pred[] compare(i, three), direction=LT
}

"""
    lines = [
        "zero = s32[] constant(0)",
        "s = (s32[], f32[3]) tuple(zero, x0)",
        "w = (s32[], f32[3]) while(s), condition=condition, body=body",
        "r0 = f32[3] get-tuple-element(w), index=1",
    ]
    x = numbers(4, 3)
    results = x
    for _ in range(3):
        results = [a - own for a, own in zip(reduced([[0, 1, 2, 3]], results, np.add), results)]
    case("in_a_while", entry(by_device(x), lines, ["r0"], extra), 4, 1, by_device(x), by_device(results))


def in_a_branch():
    """Devices 0 and 1 take one branch, which adds them; devices 2 and 3 the other, which exchanges them."""
    extra = ADD + """first {
  x = f32[3] parameter(0)
  ROOT a = f32[3] all-reduce(x), replica_groups={{0,1},{2,3}}, to_apply=add_f32
}

second {
  x = f32[3] parameter(0)
  ROOT p = f32[3] collective-permute(x), source_target_pairs={{2,3},{3,2}}
}

"""
    lines = [
        "d = u32[] replica-id()",
        "two = u32[] constant(2)",
        "c = pred[] compare(d, two), direction=LT",
        "r0 = f32[3] conditional(c, x0, x0), true_computation=first, false_computation=second",
    ]
    x = numbers(4, 3)
    results = [x[0] + x[1], x[0] + x[1], x[3], x[2]]
    text = entry(by_device(x), lines, ["r0"], extra)
    case("in_a_branch", text, 4, 1, by_device(x), by_device(results), runs_in_xla=False)


def async_all_to_all():
    extra = """exchange {
  p = f32[4,2] parameter(0)
  ROOT a = f32[4,2] all-to-all(p), replica_groups={}, dimensions={0}
}

"""
    lines = [
        "s = ((f32[4,2]), f32[4,2], s32[]) async-start(x0), calls=exchange",
        "w = f32[4,2] multiply(x0, x0)",
        "d = f32[4,2] async-done(s)",
        "r0 = f32[4,2] add(d, w)",
    ]
    x = numbers(4, 4, 2)
    results = [a + own * own for a, own in zip(exchanged([[0, 1, 2, 3]], x, 0, 0), x)]
    text = entry(by_device(x), lines, ["r0"], extra)
    case("async_all_to_all", text, 4, 1, by_device(x), by_device(results), runs_in_xla=False)


def async_reduce_scatter():
    """Older modules name the computation at the end again."""
    extra = ADD + """scatter {
  p = f32[4] parameter(0)
  ROOT a = f32[2] reduce-scatter(p), replica_groups={{1,0}}, dimensions={0}, to_apply=add_f32
}

"""
    lines = [
        "s = ((f32[4]), f32[2], s32[]) async-start(x0), calls=scatter",
        "w = f32[4] negate(x0)",
        "r0 = f32[2] async-done(s), calls=scatter",
        "r1 = f32[4] add(w, x1)",
    ]
    x, y = numbers(2, 4), numbers(2, 4, seed=1)
    sums = x[0] + x[1]
    results = by_device([sums[2:], sums[:2]], [b - a for a, b in zip(x, y)])
    arguments = by_device(x, y)
    text = entry(arguments, lines, ["r0", "r1"], extra)
    case("async_reduce_scatter", text, 2, 1, arguments, results, runs_in_xla=False)


def two_in_flight():
    """Devices 2 and 3 have no part in the first one, and yet all must agree which is which."""
    lines = [
        "p = (f32[3], f32[3]) collective-permute-start(x0), source_target_pairs={{0,1}}",
        "a = f32[3] all-reduce-start(x1), replica_groups={}, to_apply=add_f32",
        "w = f32[3] multiply(x0, x1)",
        "d = f32[3] collective-permute-done(p)",
        "s = f32[3] all-reduce-done(a)",
        "t = f32[3] add(d, w)",
        "r0 = f32[3] subtract(s, t)",
    ]
    x, y = numbers(4, 3), numbers(4, 3, seed=1)
    sums = reduced([[0, 1, 2, 3]], y, np.add)
    results = [a - (b + c * d) for a, b, c, d in zip(sums, sent([(0, 1)], x), x, y)]
    text = entry(by_device(x, y), lines, ["r0"], ADD)
    case("two_in_flight", text, 4, 1, by_device(x, y), by_device(results), runs_in_xla=False)


def partitioned(name, function, devices, arguments, specs):
    """One of the programs that XLA's partitioner makes of a function, on so many partitions, and what they compute."""
    mesh = Mesh(np.array(jax.devices()[:devices]), ("d",))
    placed = [jax.device_put(a, NamedSharding(mesh, PartitionSpec(*spec))) for a, spec in zip(arguments, specs)]
    compiled = jax.jit(function).lower(*placed).compile()
    text = compiled.runtime_executable().hlo_modules()[0].to_string()
    text = re.sub(r", (metadata|sharding|origin)=\{[^{}]*\}|, backend_config=\{.*\}", "", text)
    text = re.sub(r"\n(FileNames|FunctionNames|FileLocations|StackFrames)\n(.+\n)*", "\n", text)
    body = text.split("\n", 1)[1]
    results = jax.tree.leaves(compiled(*placed))
    parts = lambda arrays: [[np.asarray(a.addressable_shards[d].data) for a in arrays] for d in range(devices)]
    case(name, body.strip() + "\n", 1, devices, parts(placed), parts(results), runs_in_xla=False, is_exact=False)


def training_step():
    """Data parallel: each device has rows of the batch, all have the weights."""
    def step(w, b, x, y):
        def loss(w, b):
            return jnp.mean((jnp.tanh(x @ w) @ b - y) ** 2)

        value, (dw, db) = jax.value_and_grad(loss, (0, 1))(w, b)
        return value, w - 0.1 * dw, b - 0.1 * db

    random = np.random.default_rng(0)
    arguments = [random.normal(size=dims).astype(np.float32) for dims in ((3, 5), (5,), (8, 3), (8,))]
    partitioned("training_step", step, 4, arguments, [(), (), ("d",), ("d",)])


def tensor_parallel_block():
    """Each device has half of the columns of one matrix and half of the rows of the next."""
    def block(x, up, down):
        return x + jax.nn.gelu(x @ up) @ down

    random = np.random.default_rng(1)
    arguments = [random.normal(size=dims).astype(np.float32) for dims in ((3, 6), (6, 8), (8, 6))]
    partitioned("tensor_parallel_block", block, 2, arguments, [(), (None, "d"), ("d", None)])


MAKERS = [
    in_a_while,
    in_a_branch,
    async_all_to_all,
    async_reduce_scatter,
    two_in_flight,
    training_step,
    tensor_parallel_block,
]
