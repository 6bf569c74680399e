"""Random single layers: shapes that nobody chose, odd channels and sizes, images in both layouts, batches of 1 to 8."""
import numpy as np

from models import Model

WORK = (1e5, 12e6) # multiply-adds, of a convolution that is not depthwise


class Draw:
    """Numbers, near to evenly on a logarithmic scale."""

    def __init__(self, random):
        self.random = random

    def number(self, low, high):
        return int(round(np.exp(self.random.uniform(np.log(low), np.log(high)))))

    def one_of(self, *values):
        return values[self.random.integers(len(values))]

    def image(self, layout, channels, least=7):
        height, width, batch = self.number(least, 48), self.number(least, 48), self.one_of(1, 1, 1, self.number(1, 8))
        return (batch, height, width, channels) if layout == "NHWC" else (batch, channels, height, width)


def work_of(shape, layout, window, inputs, outputs, stride):
    batch, height, width = (shape[0], *(shape[1:3] if layout == "NHWC" else shape[2:]))
    return batch * height * width * window * window * inputs * outputs / stride ** 2


def convolution(draw, layout, window=None, groups=1, depthwise=False, dilation=1):
    window = window or draw.one_of(2, 3, 3, 3, 5, 7)
    stride = 1 if dilation > 1 else draw.one_of(1, 1, 2)
    while True:
        inputs = draw.number(8, 140) * groups
        inputs, groups, outputs = (inputs, inputs, inputs) if depthwise else (inputs, groups, draw.number(8, 140) * groups)
        if not depthwise and groups == 1 and draw.random.random() < 0.15:
            inputs = draw.number(1, 4) # a first layer
        shape = draw.image(layout, inputs)
        if depthwise or WORK[0] < work_of(shape, layout, window, inputs, outputs // groups, stride) < WORK[1]:
            break
        groups = 1 if depthwise else groups
    low = dilation * (window - 1) // 2
    pad = (low, dilation * (window - 1) - low)

    def define(ops, weights, x):
        return ops.relu(ops.conv(x, weights(window, window, inputs // groups, outputs), weights.bias(outputs), stride,
                                 (pad, pad), groups, dilation))
    text = f"{window}x{window}_to{outputs}" + f"_s{stride}" * (stride > 1) + f"_d{dilation}" * (dilation > 1) + \
        f"_g{groups}" * (groups > 1)
    return define, shape, text


def transposed(draw, layout):
    window, inputs, outputs = draw.one_of(2, 3, 4), draw.number(8, 80), draw.number(4, 60)
    shape = draw.image(layout, inputs)

    def define(ops, weights, x):
        return ops.conv_transpose(x, weights(window, window, inputs, outputs), weights.bias(outputs), 2)
    return define, shape, f"{window}x{window}_to{outputs}"


def max_pool(draw, layout):
    window, stride, padding = draw.one_of(2, 3, 5), draw.one_of(1, 2, 3), draw.one_of("VALID", "SAME")
    text = f"{window}x{window}_s{stride}_{padding.lower()}"
    return lambda ops, weights, x: ops.max_pool(x, window, stride, padding), draw.image(layout, draw.number(4, 90)), text


def squeeze(draw, layout):
    channels = draw.number(8, 200)
    return lambda ops, weights, x: ops.mean_of_pixels(x), draw.image(layout, channels), ""


def rows(draw):
    shape = (draw.number(1, 400), draw.number(8, 3000))
    return shape if 5_000 < shape[0] * shape[1] < 200_000 else rows(draw)


def softmax(draw, _):
    return lambda ops, weights, x: ops.softmax(x), rows(draw), ""


def layer_norm(draw, _):
    shape = rows(draw)
    return lambda ops, weights, x: ops.layer_norm(x, weights.gain(shape[1]), weights.bias(shape[1])), shape, ""


def argmax(draw, _):
    return lambda ops, weights, x: ops.argmax(x), rows(draw), ""


def cumsum(draw, _):
    axis = draw.one_of(0, 1)
    return lambda ops, weights, x: ops.cumsum(x, axis), rows(draw), f"axis{axis}"


def dense(draw, _):
    batch, inputs, outputs = draw.one_of(1, 1, draw.number(2, 100)), draw.number(16, 600), draw.number(8, 500)
    return (lambda ops, weights, x: ops.relu(ops.dense(x, weights(inputs, outputs), weights.bias(outputs))), (batch, inputs),
            f"to{outputs}")


def attention(draw, _):
    tokens, size = draw.number(12, 200), draw.number(8, 80)

    def define(ops, weights, x):
        q, k = ops.matmul(x, weights(size, size)), ops.matmul(x, weights(size, size))
        scores = ops.softmax(ops.scale(ops.matmul(q, ops.transpose(k, (1, 0))), size ** -0.5))
        return ops.matmul(scores, x)
    return define, (tokens, size), ""


KINDS = {
    "conv": convolution,
    "conv_": convolution,
    "conv__": convolution,
    "dilated": lambda draw, layout: convolution(draw, layout, 3, dilation=2),
    "grouped": lambda draw, layout: convolution(draw, layout, 3, groups=draw.one_of(2, 3, 4)),
    "depthwise": lambda draw, layout: convolution(draw, layout, draw.one_of(3, 3, 5), depthwise=True),
    "pointwise": lambda draw, layout: convolution(draw, layout, 1),
    "transposed": transposed, "max_pool": max_pool, "squeeze": squeeze, "softmax": softmax, "layer_norm": layer_norm,
    "argmax": argmax, "cumsum": cumsum, "dense": dense, "attention": attention,
}


def draw(count, seed):
    """So many models, of all kinds by turns."""
    models = []
    for number in range(count):
        kind = list(KINDS)[number % len(KINDS)]
        chance = Draw(np.random.default_rng([seed, number]))
        layout = chance.one_of("NHWC", "NCHW")
        define, shape, text = KINDS[kind](chance, layout)
        words = [kind.rstrip("_"), *([layout.lower()] if len(shape) == 4 else []), "x".join(map(str, shape)), text, str(number)]
        models.append(Model("_".join(word for word in words if word), define, shape, seed + number, layout=layout))
    return models
