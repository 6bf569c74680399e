"""Fixtures of dynamic dimensions: every op that takes them. What lies beyond is infinite, so that it shows."""

import numpy as np

from fixture import module, write

SUM = """sum {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT c = f32[] add(a, b)
}
"""
LARGEST = """largest {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT c = f32[] maximum(a, b)
}
"""
BEFORE = """before {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  p = s32[] parameter(2)
  q = s32[] parameter(3)
  ROOT c = pred[] compare(a, b), direction=GT
}
"""


def padded(used, bounds):
    out = np.full(bounds, np.inf, np.float32)
    out[tuple(slice(0, n) for n in used.shape)] = used
    return out


def rows(n, m, seed):
    return ((np.arange(n * m) * 7 + seed) % 11 - 5).reshape(n, m).astype(np.float32)


START = ["zero = f32[] constant(0)", "low = f32[] constant(-inf)"]


def sized(op):
    """f32[<=6,4] and f32[<=5], whose sizes are arguments."""
    x, v = padded(rows(4, 4, 3), (6, 4)), padded(rows(1, 3, 2)[0], (5,))
    arguments = [x, np.int32(4), v, np.int32(3)]
    lines = START + [
        "d = f32[<=6,4] set-dimension-size(x0, x1), dimensions={0}",
        "e = f32[<=5] set-dimension-size(x2, x3), dimensions={0}",
        "sums = f32[4] reduce(d, zero), dimensions={0}, to_apply=sum",
        "all = f32[] reduce(d, zero), dimensions={0,1}, to_apply=sum",
        "most = f32[] reduce(e, low), dimensions={0}, to_apply=largest",
        "by_row = f32[<=6] reduce(d, zero), dimensions={1}, to_apply=sum",
        "of_rows = f32[] reduce(by_row, zero), dimensions={0}, to_apply=sum",
        "turned = f32[4,<=6] transpose(d), dimensions={1,0}",
        "product = f32[4,4] dot(turned, d), lhs_contracting_dims={1}, rhs_contracting_dims={0}",
        "back = f32[<=6,4] reverse(d), dimensions={0}",
        "front = f32[1,4] slice(back), slice={[0:1], [0:4]}",
        "two = f32[] constant(2)",
        "wide = f32[<=14,4] pad(d, two), padding=1_2_1x0_0",
        "wide_sum = f32[4] reduce(wide, zero), dimensions={0}, to_apply=sum",
        "joined = f32[<=10] concatenate(e, e), dimensions={0}",
        "places = f32[10] iota(), iota_dimension=0",
        "weighted = f32[<=10] multiply(joined, places)",
        "joined_sum = f32[] reduce(weighted, zero), dimensions={0}, to_apply=sum",
        "windows = f32[<=5,4] reduce-window(d, zero), window={size=2x1 stride=1x1}, to_apply=sum",
        "windows_size = s32[] get-dimension-size(windows), dimensions={0}",
        "windows_sum = f32[4] reduce(windows, zero), dimensions={0}, to_apply=sum",
        "flat = f32[<=24] reshape(d)",
        "flat_size = s32[] get-dimension-size(flat), dimensions={0}",
        "square = f32[<=6,4] multiply(d, d)",
        "many = f32[3,<=5] broadcast(e), dimensions={1}",
        "many_sum = f32[3] reduce(many, zero), dimensions={1}, to_apply=sum",
        "positive = pred[<=6,4] compare(d, square), direction=GT",
        "chosen = f32[<=6,4] select(positive, d, square)",
        "chosen_sum = f32[4] reduce(chosen, zero), dimensions={0}, to_apply=sum",
    ]  # fmt: skip
    roots = ["sums", "all", "most", "of_rows", "product", "front", "wide_sum", "joined_sum", "windows_size", "windows_sum", "flat_size", "many_sum", "chosen_sum"]  # fmt: skip
    write(op, "sizes", module("sizes", arguments, lines, roots, SUM + LARGEST), arguments)


def indexed(op):
    x, v = padded(rows(4, 4, 3), (6, 4)), padded(rows(1, 3, 2)[0], (5,))
    at = np.array([[3], [0], [2], [9], [1]], np.int32)
    arguments = [x, np.int32(4), v, np.int32(3), at]
    lines = START + [
        "d = f32[<=6,4] set-dimension-size(x0, x1), dimensions={0}",
        "e = f32[<=5] set-dimension-size(x2, x3), dimensions={0}",
        "rows = s32[<=5,1] set-dimension-size(x4, x3), dimensions={0}",
        "taken = f32[<=5,4] gather(d, rows), offset_dims={1}, collapsed_slice_dims={0}, start_index_map={0}, index_vector_dim=1, slice_sizes={1,4}",
        "taken_sum = f32[4] reduce(taken, zero), dimensions={0}, to_apply=sum",
        "table = f32[8] iota(), iota_dimension=0",
        "scattered = f32[8] scatter(table, rows, e), update_window_dims={}, inserted_window_dims={0}, scatter_dims_to_operand_dims={0}, index_vector_dim=1, to_apply=sum",
        "numbers = s32[5] iota(), iota_dimension=0",
        "sorted = (f32[<=5], s32[5]) sort(e, numbers), dimensions={0}, to_apply=before",
        "ordered = f32[<=5] get-tuple-element(sorted), index=0",
        "first = f32[2] slice(ordered), slice={[0:2]}",
        "one = s32[] constant(1)",
        "none = s32[] constant(0)",
        "column = f32[<=6,1] dynamic-slice(d, none, one), dynamic_slice_sizes={6,1}",
        "column_sum = f32[1] reduce(column, zero), dimensions={0}, to_apply=sum",
    ]  # fmt: skip
    write(op, "indexed", module("indexed", arguments, lines, ["taken_sum", "scattered", "first", "column_sum"], SUM + BEFORE), arguments)  # fmt: skip


PAIR = """pair {
  a = f32[] parameter(0)
  p = f32[] parameter(1)
  b = f32[] parameter(2)
  q = f32[] parameter(3)
  s = f32[] add(a, b)
  m = f32[] maximum(p, q)
  ROOT c = (f32[], f32[]) tuple(s, m)
}
"""


def combined(op):
    """Convolutions, reductions of two arrays, and sizes that differ where one of them is 1."""
    x, v = padded(rows(4, 4, 3), (6, 4)), padded(rows(1, 3, 2)[0], (5,))
    images = padded(rows(2, 12, 4).reshape(2, 4, 3), (3, 4, 3))
    arguments = [x, np.int32(4), v, np.int32(3), images, np.int32(2), rows(2, 6, 7).reshape(2, 3, 2), np.int32(1)]  # fmt: skip
    lines = START + [
        "d = f32[<=6,4] set-dimension-size(x0, x1), dimensions={0}",
        "e = f32[<=5] set-dimension-size(x2, x3), dimensions={0}",
        "opposite = f32[<=6,4] negate(d)",
        "both = (f32[4], f32[4]) reduce(d, opposite, zero, low), dimensions={0}, to_apply=pair",
        "sums = f32[4] get-tuple-element(both), index=0",
        "most = f32[4] get-tuple-element(both), index=1",
        "batch = f32[<=3,4,3] set-dimension-size(x4, x5), dimensions={0}",
        "features = f32[<=3,3,2] convolution(batch, x6), window={size=2}, dim_labels=b0f_0io->b0f",
        "features_sum = f32[3,2] reduce(features, zero), dimensions={0}, to_apply=sum",
        "product = f32[<=3,4,4] dot(batch, batch), lhs_batch_dims={0}, rhs_batch_dims={0}, lhs_contracting_dims={2}, rhs_contracting_dims={2}",
        "product_sum = f32[4,4] reduce(product, zero), dimensions={0}, to_apply=sum",
        "one = f32[<=5] set-dimension-size(x2, x7), dimensions={0}",
        "mixed = f32[<=5] add(one, e)",
        "mixed_sum = f32[] reduce(mixed, zero), dimensions={0}, to_apply=sum",
        "mixed_size = s32[] get-dimension-size(mixed), dimensions={0}",
        "half = f32[<=6,2] slice(d), slice={[0:6], [1:3]}",
        "wide = f32[<=6,6] concatenate(half, d), dimensions={1}",
        "wide_sum = f32[6] reduce(wide, zero), dimensions={0}, to_apply=sum",
        "limit = f32[] constant(2)",
        "clamped = f32[<=6,4] clamp(zero, d, limit)",
        "clamped_sum = f32[4] reduce(clamped, zero), dimensions={0}, to_apply=sum",
    ]  # fmt: skip
    roots = ["sums", "most", "features_sum", "product_sum", "mixed_sum", "mixed_size", "wide_sum", "clamped_sum"]  # fmt: skip
    write(op, "combined", module("combined", arguments, lines, roots, SUM + PAIR), arguments)


def updated(op):
    """What is not used of an update leaves the operand as it is, and lets the rest begin further behind."""
    v, x = padded(rows(1, 3, 2)[0], (5,)), rows(1, 9, 1)[0]
    lines = ["e = f32[<=5] set-dimension-size(x0, x1), dimensions={0}"]
    lines += [f"updated{i} = f32[9] dynamic-update-slice(x2, e, x{3 + i})" for i in range(2)]
    arguments = [v, np.int32(3), x, np.int32(2), np.int32(20)]
    results = [np.array([*x[:at], *v[:3], *x[at + 3 :]]) for at in (2, 6)]
    write(op, "updates", module("updates", arguments, lines, ["updated0", "updated1"]), arguments, results)


REGIONS = """round {
  p = (s32[], f32[<=6], f32[]) parameter(0)
  i = s32[] get-tuple-element(p), index=0
  x = f32[<=6] get-tuple-element(p), index=1
  s = f32[] get-tuple-element(p), index=2
  zero = f32[] constant(0)
  one = s32[] constant(1)
  next = s32[] add(i, one)
  all = f32[] reduce(x, zero), dimensions={0}, to_apply=sum
  t = f32[] add(s, all)
  n = s32[] get-dimension-size(x), dimensions={0}
  fewer = s32[] subtract(n, one)
  y = f32[<=6] set-dimension-size(x, fewer), dimensions={0}
  ROOT r = (s32[], f32[<=6], f32[]) tuple(next, y, t)
}
goes_on {
  p = (s32[], f32[<=6], f32[]) parameter(0)
  i = s32[] get-tuple-element(p), index=0
  end = s32[] constant(3)
  ROOT c = pred[] compare(i, end), direction=LT
}
shorter {
  x = f32[<=6] parameter(0)
  two = s32[] constant(2)
  ROOT y = f32[<=6] set-dimension-size(x, two), dimensions={0}
}
as_it_is {
  ROOT x = f32[<=6] parameter(0)
}
doubled {
  x = f32[<=6] parameter(0)
  ROOT y = f32[<=6] add(x, x)
}
"""


def regions(op):
    arguments = [padded(rows(1, 5, 3)[0], (6,)), np.int32(5), np.array(True)]
    lines = START + [
        "d = f32[<=6] set-dimension-size(x0, x1), dimensions={0}",
        "start = s32[] constant(0)",
        "initial = (s32[], f32[<=6], f32[]) tuple(start, d, zero)",
        "loop = (s32[], f32[<=6], f32[]) while(initial), condition=goes_on, body=round",
        "left = f32[<=6] get-tuple-element(loop), index=1",
        "total = f32[] get-tuple-element(loop), index=2",
        "left_size = s32[] get-dimension-size(left), dimensions={0}",
        "chosen = f32[<=6] conditional(x2, d, d), true_computation=shorter, false_computation=as_it_is",
        "chosen_size = s32[] get-dimension-size(chosen), dimensions={0}",
        "twice = f32[<=6] call(chosen), to_apply=doubled",
        "twice_sum = f32[] reduce(twice, zero), dimensions={0}, to_apply=sum",
    ]  # fmt: skip
    write(op, "regions", module("regions", arguments, lines, ["total", "left_size", "chosen_size", "twice_sum"], SUM + REGIONS), arguments)  # fmt: skip


def padded_windows(op):
    """Windows with padding SAME and VALID as TensorFlow writes them: custom calls, of which XLA makes the ops."""
    used, wide, narrow = rows(5, 2, 4), rows(6, 3, 2).reshape(3, 2, 3), rows(4, 3, 1).reshape(2, 2, 3)
    arguments = [padded(used, (8, 2)), np.int32(5), wide, narrow]
    convolved = lambda x, kernel, stride: np.array(
        [np.tensordot(x[i : i + len(kernel)], kernel, 2) for i in range(0, len(x) - len(kernel) + 1, stride)])  # fmt: skip
    around = np.pad(used, ((1, 2), (0, 0)), constant_values=-np.inf)
    windows = [convolved(np.pad(used, ((1, 1), (0, 0))), wide, 1), convolved(used, narrow, 2),
               np.array([around[i : i + 4].max(0) for i in range(5)])]  # fmt: skip
    forward = 'dim_labels=b0f_0io->b0f, custom_call_target="DynamicConvolutionForward", padding_type='
    lines = START + [
        "d = f32[<=8,2] set-dimension-size(x0, x1), dimensions={0}",
        "one = f32[1,<=8,2] reshape(d)",
        f"same = f32[1,<=8,3] custom-call(one, x2), window={{size=3 pad=1_1}}, {forward}PADDING_SAME",
        f"valid = f32[1,<=4,3] custom-call(one, x3), window={{size=2 stride=2}}, {forward}PADDING_VALID",
        "pool = f32[1,<=8,2] custom-call(one, low), window={size=1x4x1 pad=0_0x1_2x0_0}, called_computations={largest}, "
        'custom_call_target="DynamicReduceWindowSamePadding"',
    ]  # fmt: skip
    roots, results = [], []
    for name, window in zip(("same", "valid", "pool"), windows):
        features = window.shape[1]
        lines += [f"{name}_sum = f32[1,{features}] reduce({name}, zero), dimensions={{1}}, to_apply=sum",
                  f"{name}_first = f32[1,2,{features}] slice({name}), slice={{[0:1], [0:2], [0:{features}]}}",
                  f"{name}_size = s32[] get-dimension-size({name}), dimensions={{1}}"]  # fmt: skip
        roots += [f"{name}_sum", f"{name}_first", f"{name}_size"]
        results += [window.sum(0)[None], window[None, :2], np.int32(len(window))]
    write(op, "padded_windows", module("padded_windows", arguments, lines, roots, SUM + LARGEST), arguments, results)


def reshaped(op):
    """Elements keep their order among those that are used."""
    x = padded(rows(3, 4, 1), (3, 6))
    arguments = [x, np.int32(4), rows(2, 6, 5), np.int32(2)]
    used = x[:, :4].reshape(-1)
    weights = np.arange(18, dtype=np.float32)
    lines = START + [
        "d = f32[3,<=6] set-dimension-size(x0, x1), dimensions={1}",
        "line = f32[<=18] reshape(d)",
        "places = f32[18] iota(), iota_dimension=0",
        "weighted = f32[<=18] multiply(line, places)",
        "sum_of_line = f32[] reduce(weighted, zero), dimensions={0}, to_apply=sum",
        "size = s32[] get-dimension-size(line), dimensions={0}",
        "four = s32[] constant(4)",
        "grid = f32[4,<=3] dynamic-reshape(x2, four, x3)",
        "by_row = f32[4] reduce(grid, zero), dimensions={1}, to_apply=sum",
    ]  # fmt: skip
    expected = [np.float32((used * weights[:12]).sum()), np.int32(12), arguments[2].reshape(-1)[:8].reshape(4, 2).sum(1)]
    text = module("reshaped", arguments, lines, ["sum_of_line", "size", "by_row"], SUM)
    write(op, "orders", text, arguments, expected)


MAKERS = {"set-dimension-size": lambda op: (sized(op), combined(op), updated(op), indexed(op), regions(op), padded_windows(op)), "dynamic-reshape": reshaped}
