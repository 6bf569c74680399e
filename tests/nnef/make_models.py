#!/usr/bin/env python3
"""Writes small NNEF models beside this file, with arguments and the results that NumPy computes by the formulas of the
specification: FOLDER/graph.nnef, *.dat, in<N>.npy, out<N>.npy.

    python3 tests/nnef/make_models.py
"""
import shutil

import numpy as np

from formulas import conv, deconv, windows
from model_files import HERE, dat, f32, model

FINAL = "version 1.0;\n"
EXTENDED = FINAL + "extension KHR_enable_fragment_definitions;\nextension KHR_enable_operator_expressions;\n"


def convolutions(rng):
    x, w, b = f32(rng, 1, 4, 7, 6), f32(rng, 6, 2, 3, 3), f32(rng, 1, 6)
    text = FINAL + """
graph g( x ) -> ( dilated, reflected, apart )
{
    x = external<scalar>(shape = [1,4,7,6]);
    w = variable<scalar>(shape = [6,2,3,3], label = 'w');
    b = variable<scalar>(shape = [1,6], label = 'b');
    p = variable<scalar>(shape = [4,1,3,3], label = 'p');
    dilated = conv(x, w, b, stride = [2,1], dilation = [1,2], groups = 2);
    reflected = conv(x, w, b, groups = 2, border = 'reflect', padding = [(2,1),(1,2)]);
    apart = conv(x, p, groups = 0);
}
"""
    p = f32(rng, 4, 1, 3, 3)
    model("convolutions", text, [x],
          [conv(x, w, b, (2, 1), (1, 2), 2), conv(x, w, b, groups=2, mode="reflect", padding=[(2, 1), (1, 2)]),
           conv(x, p, np.zeros(4), groups=4)], {"w.dat": dat(w), "b.dat": dat(b), "p.dat": dat(p)})


def deconvolutions(rng):
    x, w, b = f32(rng, 1, 4, 3, 4), f32(rng, 4, 3, 3, 4), f32(rng, 1, 6)
    v = f32(rng, 4, 2, 2, 2)
    text = FINAL + """
graph g( x ) -> ( grouped, larger )
{
    x = external<scalar>(shape = [1,4,3,4]);
    w = variable<scalar>(shape = [4,3,3,4], label = 'w');
    b = variable<scalar>(shape = [1,6], label = 'b');
    v = variable<scalar>(shape = [4,2,2,2], label = 'v');
    grouped = deconv(x, w, b, stride = [2,2], padding = [(1,0),(1,2)], groups = 2);
    larger = deconv(x, v, stride = [2,2]);
}
"""
    model("deconvolutions", text, [x],
          [deconv(x, w, b, (2, 2), [(1, 0), (1, 2)], 2), deconv(x, v, np.zeros(2), (2, 2), [(0, 0), (0, 0)])],
          {"w.dat": dat(w), "b.dat": dat(b), "v.dat": dat(v)})


def pools(rng):
    x = f32(rng, 1, 2, 5, 4)
    size, stride, padding = (1, 1, 3, 2), (1, 1, 2, 1), [(0, 0), (0, 0), (1, 1), (1, 0)]
    outs = [[] for _ in range(4)]
    for o, places in windows(x, size, stride, padding):
        inside = [x[p] for p in places if p]
        outs[0].append(max(inside + [0.0] * (None in places)))
        outs[1].append(sum(inside) / len(places))
        outs[2].append(sum(inside) / len(inside))
        best = max((p for p in places if p), key=lambda p: x[p])
        outs[3].append(best[2] * 4 + best[3])
    shape = (1, 2, 3, 4)
    arguments = "size = [1,1,3,2], stride = [1,1,2,1], padding = [(0,0),(0,0),(1,1),(1,0)]"
    text = FINAL + f"""
graph g( x ) -> ( largest, all, inside, place, again )
{{
    x = external<scalar>(shape = [1,2,5,4]);
    largest = max_pool(x, {arguments});
    all = avg_pool(x, {arguments});
    inside = avg_pool(x, {arguments}, border = 'ignore');
    place = argmax_pool(x, {arguments}, border = 'ignore');
    again = sample(x, place, {arguments}, border = 'ignore');
}}
"""
    arrays = [np.array(out, np.float32).reshape(shape) for out in outs[:3]]
    place = np.array(outs[3], np.int32).reshape(shape)
    again = np.take_along_axis(x.reshape(1, 2, 20), place.reshape(1, 2, 12), axis=2).reshape(shape)
    model("pools", text, [x], [*arrays, place, again])


def shapes(rng):
    x, i = f32(rng, 2, 6, 3), np.array([[2, 0], [1, 2]], np.int32)
    text = FINAL + """
graph g( x, i ) -> ( backwards, joined, taken, moved, column )
{
    x = external<scalar>(shape = [2,6,3]);
    i = external<integer>(shape = [2,2]);
    backwards = slice(x, axes = [1], begin = [-1], end = [-7], stride = [-2]);
    [a, b] = split(x, axis = 1, ratios = [1,2]);
    joined = concat([b, a], axis = 1);
    taken = gather(x, i, axis = 2);
    moved = transpose(x, axes = [1,0]);
    tiled = tile(a, repeats = [1,1,2]);
    column = add(tiled, 1.0);
}
"""
    model("shapes", text, [x, i],
          [x[:, ::-2], np.concatenate([x[:, 2:], x[:, :2]], 1), x[:, :, i], x.transpose(1, 0, 2),
           np.tile(x[:, :2], (1, 1, 2)) + np.float32(1)])


def reductions(rng):
    x = f32(rng, 2, 3, 4)
    text = FINAL + """
graph g( x ) -> ( sum, mean, least, first, wide )
{
    x = external<scalar>(shape = [2,3,4]);
    sum = sum_reduce(x, axes = [2,0]);
    mean, variance = moments(x, axes = [1]);
    least = min_reduce(x, axes = [1]);
    first = argmax_reduce(x, axes = [1,2]);
    row = variable<scalar>(shape = [2], label = 'rows/row');
    scaled = mul(x, row);
    wide = sub(scaled, variance);
}
"""
    row = f32(rng, 2)
    model("reductions", text, [x],
          [x.sum((0, 2), keepdims=True), x.mean(1, keepdims=True), x.min(1, keepdims=True),
           x.reshape(2, 12).argmax(1).astype(np.int32).reshape(2, 1, 1),
           x * row.reshape(2, 1, 1) - x.var(1, keepdims=True)], {"rows/row.dat": dat(row)})


def upsampling(rng):
    x = f32(rng, 1, 1, 3, 4)

    def lines(values, factor, position):
        extent = len(values)
        out = []
        for o in range(extent * factor):
            at = np.clip(position(o, extent), 0, extent - 1)
            low = min(int(at), extent - 2)
            out.append(values[low] * (1 - (at - low)) + values[low + 1] * (at - low))
        return np.array(out)

    def both(position):
        y = np.apply_along_axis(lines, 2, x.astype(np.float64), 2, position(2))
        return np.apply_along_axis(lines, 3, y, 3, position(3)).astype(np.float32)

    text = FINAL + """
graph g( x ) -> ( centered, cornered, spread )
{
    x = external<scalar>(shape = [1,1,3,4]);
    centered = multilinear_upsample(x, factor = [2,3]);
    cornered = multilinear_upsample(x, factor = [2,3], method = 'aligned');
    spread = multilinear_upsample(x, factor = [2,3], method = 'asymmetric');
}
"""
    model("upsampling", text, [x],
          [both(lambda f: lambda o, n: (o + 0.5) / f - 0.5), both(lambda f: lambda o, n: o * (n - 1) / (n * f - 1)),
           both(lambda f: lambda o, n: o / f)])


def transposed_borders(rng):
    """deconv and debox with a border: the transposed matrices of conv and box with it."""
    y = f32(rng, 1, 1, 5)
    w = f32(rng, 1, 1, 3)
    names = {"replicate": "edge", "reflect": "reflect", "reflect-even": "symmetric"}
    lines, outputs = [], []
    for name, mode in names.items():
        matrix = np.zeros((5, 5))
        for i in range(5):
            padded = np.pad(np.eye(5)[i], 1, mode=mode)
            matrix[:, i] = [padded[o:o + 3] @ w[0, 0] for o in range(5)]
        result = name.replace("-", "_")
        lines.append(f"{result} = deconv(y, w, border = '{name}', padding = [(1,1)]);")
        outputs.append((matrix.T @ y[0, 0]).reshape(1, 1, 5).astype(np.float32))
    counts = np.array([sum(0 <= 2 * o + k - 1 < 6 for k in range(3)) for o in range(3)])
    spread = np.zeros(6)
    for o, k in np.ndindex(3, 3):
        if 0 <= 2 * o + k - 1 < 6:
            spread[2 * o + k - 1] += y[0, 0, o] / counts[o]
    outputs.append(spread.reshape(1, 1, 6).astype(np.float32))
    text = FINAL + """
graph g( y ) -> ( replicate, reflect, reflect_even, mean )
{
    y = external<scalar>(shape = [1,1,5]);
    w = variable<scalar>(shape = [1,1,3], label = 'w');
    BODY
    three = slice(y, axes = [2], begin = [0], end = [3]);
    mean = debox(three, size = [1,1,3], stride = [1,1,2], padding = [(0,0),(0,0),(1,1)], output_shape = [1,1,6],
                 border = 'ignore', normalize = true);
}
""".replace("BODY", "\n    ".join(lines))
    model("transposed_borders", text, [y], outputs, {"w.dat": dat(w)})


def regions(rng):
    x = f32(rng, 2, 2, 6, 7)
    rois = np.array([[1.2, 0.4, 5.6, 4.0], [0, 2, 3, 2.6], [2, 1, 6, 5]], np.float32)  # left, top, right, bottom
    batch = np.array([1, 0, 1], np.int32)
    size = (2, 3)

    def parts(begin, end, count):
        begin, end = int(np.round(begin)), max(int(np.round(end)), int(np.round(begin)))
        part = (end - begin + 1) / count
        return [range(begin + int(np.floor(i * part)), begin + int(np.ceil((i + 1) * part))) for i in range(count)]

    def pooled(fold):
        out = np.zeros((3, 2, *size))
        for n, roi in enumerate(rois):
            for i, rows in enumerate(parts(roi[1], roi[3], size[0])):
                for j, columns in enumerate(parts(roi[0], roi[2], size[1])):
                    out[n, :, i, j] = fold(x[batch[n]][:, rows][:, :, columns], axis=(1, 2))
        return out.astype(np.float32)

    def resampled(extents, method):
        out = np.zeros((3, 2, *extents))
        for n, (left, top, right, bottom) in enumerate(rois.astype(np.float64)):
            for i, j in np.ndindex(*extents):
                def at(o, begin, end, count, limit):
                    if method == "aligned":
                        place = begin + o * (end - begin) / (count - 1)
                    else:
                        place = begin + (o + 0.5) * (end - begin) / count - 0.5
                    return np.maximum(0, 1 - np.abs(np.arange(limit) - np.clip(place, 0, limit - 1)))
                rows, columns = at(i, top, bottom, extents[0], 6), at(j, left, right, extents[1], 7)
                out[n, :, i, j] = np.einsum("chw,h,w->c", x[batch[n]], rows, columns)
        return out.astype(np.float32)

    fine = resampled((4, 6), "symmetric").reshape(3, 2, 2, 2, 3, 2)
    text = FINAL + """
graph g( x, rois, batch ) -> ( most, mean, fine, most_aligned, mean_aligned )
{
    x = external<scalar>(shape = [2,2,6,7]);
    rois = external<scalar>(shape = [3,4]);
    batch = external<integer>(shape = [3]);
    most = max_roi_pool(x, rois, batch, output_size = [2,3]);
    mean = avg_roi_pool(x, rois, batch, output_size = [2,3]);
    fine = roi_resample(x, rois, batch, output_size = [2,3], method = 'aligned');
    most_aligned = max_roi_align(x, rois, batch, output_size = [2,3], sampling_rate = [2,2]);
    mean_aligned = avg_roi_align(x, rois, batch, output_size = [2,3], sampling_rate = [2,2]);
}
"""
    model("regions", text, [x, rois, batch], [pooled(np.max), pooled(np.mean), resampled(size, "aligned"),
                                              fine.max(axis=(3, 5)), fine.mean(axis=(3, 5))])


def quantization(rng):
    x = (f32(rng, 4, 5) * 2).astype(np.float32)
    text = FINAL + """
graph g( x ) -> ( y, p, e )
{
    x = external<scalar>(shape = [4,5]);
    y = min_max_linear_quantize(x, -2.0, 2.0, bits = 4, signed = true, symmetric = true);
    p = zero_point_linear_quantize(x, 3, 0.25, bits = 5, signed = true, symmetric = false);
    e = logarithmic_quantize(x, 3.0, bits = 3);
}
"""
    def half_away(v):
        return np.sign(v) * np.floor(np.abs(v) + 0.5)
    z = np.clip(x.astype(np.float64), -2, 2)
    y = half_away((z + 2) / 4 * 14) / 14 * 4 - 2
    p = (np.clip(half_away(x.astype(np.float64) / 0.25) + 3, -16, 15) - 3) * 0.25
    e = np.sign(x) * 2.0 ** half_away(np.clip(np.log2(np.abs(x.astype(np.float64))), 2 - 7, 2))
    model("quantization", text, [x], [value.astype(np.float32) for value in (y, p, e)])


def fragments(rng):
    x, w = f32(rng, 2, 4), f32(rng, 4, 4)
    text = EXTENDED + """
# Every construct of the compositional syntax once.
fragment power( x: tensor<scalar>, n: integer ) -> ( y: tensor<scalar> )
{
    y = matmul(power(x, n = n - 1), x) if n > 1 else x;
}
fragment mixed( x: tensor<scalar>, k: scalar[] = [2.0, 0.5], names: string = 'ab' ) -> ( y: tensor<scalar>, z: tensor<scalar> )
{
    pairs = [for i in range_of(k), s in k if s > 0.0 yield (i, s)];
    (n, first) = pairs[0];
    [a, b] = [x * first, x + k[-1]];
    y = a - b ^ 2.0 if length_of(names) == 2 && names[0] == 'a' else a;
    z = -x if integer('3') in [1, 3] else x;
}
graph g( x ) -> ( y, z, p )
{
    x = external<scalar>(shape = [2,4]);
    w = variable<scalar>(shape = [4,4], label = 'w');
    y, z = mixed(x);
    p = matmul(x, power(w, n = 3)) + scalar(2 ^ 3 ^ 1 / 3) * (1.0 if !false else 0.0);
}
"""
    model("fragments", text, [x], [2 * x - (x + np.float32(0.5)) ** 2, -x, x @ w @ w @ w + np.float32(2)],
          {"w.dat": dat(w)})


def provisional(rng):
    x = f32(rng, 2, 3)
    text = """version 1.0

fragment both( input: tensor, k: extent[] ) -> ( output: tensor, sum: tensor )
{
    output = concat([input * i for i in [1, 2.5] if i > 0], axis = 1)
    sum = sum_reduce(input, axes = [shape_of(input)[0] - 1]) + scalar(length_of(k))
}

graph g( x ) -> ( y, z, n )
{
    x = external(shape = [2,3])
    y, z = both(x, k = [1, 2])
    n = l2_normalization(transpose(x, perm = [1,0]), axes = [0], bias = 2)
}
"""
    model("provisional", text, [x],
          [np.concatenate([x, x * np.float32(2.5)], 1), x.sum(1, keepdims=True) + 2,
           x.T / np.sqrt((x.T ** 2).sum(0, keepdims=True) + 2)])


def data(rng):
    files = {"bits": (np.array([1, 0, 1, 1, 0, 0, 1, 1, 1], np.uint8), 5, 1), "half": (f32(rng, 9).astype(np.float16), 0, 16),
             "double": (rng.standard_normal(9), 0, 64), "small": (np.arange(-4, 5, dtype=np.int8), 4, 8),
             "old": (np.arange(-4, 5, dtype=np.int16), 1, 16), "quantized": (np.arange(0, 9, dtype=np.uint8), 2, 8)}
    contents = {f"{name}.dat": bytearray(dat(*arguments)) for name, arguments in files.items()}
    contents["old.dat"][52] = 1  # signed integers, before they had a type
    contents["graph.quant"] = b'"quantized": min_max_linear_quantize(min = -1.0, max = 1.55, bits = 8, signed = false, symmetric = false);\n'
    text = FINAL + """
graph g( x ) -> ( y, z )
{
    x = external<scalar>(shape = [9]);
    bits = variable<logical>(shape = [9], label = 'bits');
    half = variable<scalar>(shape = [9], label = 'half');
    double = variable<scalar>(shape = [9], label = 'double');
    small = variable<integer>(shape = [9], label = 'small');
    old = variable<integer>(shape = [9], label = 'old');
    quantized = variable<scalar>(shape = [9], label = 'quantized');
    a = select(bits, half, double);
    b = select(bits, small, old);
    c = cast<scalar>(b);
    y = add_n([x, a, c]);
    z = add(x, quantized);
}
"""
    x = f32(rng, 9)
    y = x + np.where(files["bits"][0] == 1, files["half"][0], files["double"][0]).astype(np.float32) + files["small"][0]
    model("data", text, [x], [y.astype(np.float32), (x + (np.arange(9) / 255 * 2.55 - 1)).astype(np.float32)],
          {name: bytes(content) for name, content in contents.items()})


def state(rng):
    x, mean, count = f32(rng, 3), f32(rng, 3), np.array(4, np.float32)
    text = EXTENDED + """
graph g( x ) -> ( y )
{
    x = external<scalar>(shape = [3]);
    mean = variable<scalar>(shape = [3], label = 'mean');
    count = variable<scalar>(shape = [], label = 'count');
    more = count + 1.0;
    next = mean + (x - mean) / more;
    y = update(mean, next);
    counted = update(count, more);
}
"""
    model("state", text, [x], [mean + (x - mean) / np.float32(5)], {"mean.dat": dat(mean), "count.dat": dat(count)})


def main():
    shutil.rmtree(HERE, ignore_errors=True)
    rng = np.random.default_rng(7)
    for write in (convolutions, deconvolutions, pools, shapes, reductions, upsampling, fragments, provisional, data, state,
                  transposed_borders, regions, quantization):
        write(rng)


if __name__ == "__main__":
    main()
