"""Fixtures of batch normalisation."""

import numpy as np

from fixture import module, noise, shape, write
from movement import one
from oracle import DTYPES


def batch_norm_inference(op):
    def norm(case, x, features, axis, t="f32"):
        a = [
            x,
            noise(features, seed=1, dtype=t),
            noise(features, seed=2, dtype=t),
            noise(features, seed=3, dtype=t),
            np.abs(noise(features, seed=4, dtype=t)),
        ]
        dims = ",".join(map(str, x.shape))
        one(
            op,
            case,
            a,
            f"{t}[{dims}]",
            f"batch-norm-inference(x0, x1, x2, x3, x4), epsilon=0.001, feature_index={axis}",
        )

    norm("channels_last", noise(2, 3, 4), 4, 2)
    norm("channels_first", noise(2, 3, 4), 3, 1)
    norm("f64", noise(2, 3, dtype="f64"), 3, 1, "f64")


def three_results(op, case, arrays, features, instruction, expected):
    full = shape(arrays[0])
    each = f"{full[: full.index('[')]}[{features}]"
    lines = [f"n = ({full}, {each}, {each}) {instruction}"]
    lines += [f"r{i} = {s} get-tuple-element(n), index={i}" for i, s in enumerate((full, each, each))]
    name = f"{op.replace('-', '_')}_{case}"
    write(op, case, module(name, arrays, lines, ["r0", "r1", "r2"]), arrays, expected)


def along(vector, array, axis):
    return vector.reshape([-1 if d == axis else 1 for d in range(array.ndim)])


def batch_norm_training(op):
    def norm(case, dims, axis, t="f32", offset=0.0):
        x = (noise(*dims, dtype="f64") + offset).astype(DTYPES[t])
        a = [x, noise(dims[axis], seed=1, dtype=t), noise(dims[axis], seed=2, dtype=t)]
        expected = None
        if t in ("bf16", "f16") or offset:  # XLA:CPU loses the variance of a large mean, and knows no narrow types here
            wide, scale, shift = (v.astype(np.float64) for v in a)
            axes = tuple(d for d in range(x.ndim) if d != axis)
            mean, variance = wide.mean(axes), wide.var(axes)
            deviation = along(np.sqrt(variance + np.float64(np.float32(0.001))), x, axis)
            y = (wide - along(mean, x, axis)) / deviation * along(scale, x, axis) + along(shift, x, axis)
            expected = [v.astype(x.dtype) for v in (y, mean, variance)]
        arguments = f"batch-norm-training(x0, x1, x2), epsilon=0.001, feature_index={axis}"
        three_results(op, case, a, dims[axis], arguments, expected)

    norm("channels_last", (2, 3, 4), 2)
    norm("channels_first", (2, 3, 4), 1)
    norm("first_dimension", (3, 5), 0)
    norm("large_mean", (8, 3), 1, offset=30.0)
    for t in ("f64", "f16", "bf16"):
        norm(t, (4, 3), 1, t)


def batch_norm_grad(op):
    def grad(case, dims, axis, t="f32"):
        n = dims[axis]
        x, g = noise(*dims, dtype=t), noise(*dims, seed=5, dtype=t)
        a = [x, noise(n, seed=1, dtype=t), noise(n, seed=2, dtype=t), np.abs(noise(n, seed=3, dtype=t)), g]
        expected = None
        if t in ("bf16", "f16"):
            x64, scale, mean, variance, g64 = (v.astype(np.float64) for v in a)
            axes, count = tuple(d for d in range(x.ndim) if d != axis), x.size / n
            rate = 1 / np.sqrt(variance + np.float64(np.float32(0.001)))
            normal = (x64 - along(mean, x, axis)) * along(rate, x, axis)
            grad_scale, grad_offset = (g64 * normal).sum(axes), g64.sum(axes)
            rest = g64 - along(grad_offset / count, x, axis) - normal * along(grad_scale / count, x, axis)
            expected = [v.astype(x.dtype) for v in (rest * along(scale * rate, x, axis), grad_scale, grad_offset)]
        arguments = f"batch-norm-grad(x0, x1, x2, x3, x4), epsilon=0.001, feature_index={axis}"
        three_results(op, case, a, n, arguments, expected)

    grad("channels_last", (2, 3, 4), 2)
    grad("channels_first", (2, 3, 4), 1)
    grad("first_dimension", (3, 5), 0)
    for t in ("f64", "f16", "bf16"):
        grad(t, (4, 3), 1, t)


MAKERS = {
    "batch-norm-inference": batch_norm_inference,
    "batch-norm-training": batch_norm_training,
    "batch-norm-grad": batch_norm_grad,
}
