"""Draws layers of integers: shapes that nobody chose, in the spellings that exporters write."""
import dataclasses

import jax.numpy as jnp
import numpy as np
from jax import lax

from layers import Draw

WORK = (3e4, 6e6) # multiply-adds


@dataclasses.dataclass
class IntegerLayer:
    number: int
    kind: str # conv or dense
    layout: str # of the image
    shape: tuple # of x
    type: type # of x
    zero: int # point of x
    weights: np.ndarray # HWIO, or inputs by features
    small: bool # weights of s4
    relu: bool
    stride: tuple = (1, 1)
    dilation: tuple = (1, 1)
    pads: tuple = ((0, 0), (0, 0))
    groups: int = 1
    in_mean: bool = False

    def __post_init__(self):
        random = np.random.default_rng(self.number)
        features, terms = self.weights.shape[-1], np.prod(self.weights.shape[:-1])
        self.bias = random.integers(-3000, 3000, features).astype(np.int32)
        self.scale = (random.uniform(0.7, 1.3, features) * 40 / (73 * (4 if self.small else 73) * terms ** 0.5)).astype(np.float32)

    @property
    def name(self):
        size = "x".join(map(str, self.shape))
        parts = [f"layer{self.number}", self.kind, self.layout.lower() if self.kind == "conv" else "", np.dtype(self.type).name,
                 f"z{self.zero}".replace("-", "m") if self.zero else "", "s4" if self.small else "s8", size,
                 "by" + "x".join(map(str, self.weights.shape)), f"s{self.stride[0]}{self.stride[1]}" if self.stride != (1, 1) else "",
                 f"d{self.dilation[0]}{self.dilation[1]}" if self.dilation != (1, 1) else "", f"g{self.groups}" if self.groups > 1 else ""]
        return "_".join(part for part in parts if part)

    def input(self):
        limits = np.iinfo(self.type)
        return np.random.default_rng(self.number + 1).integers(limits.min, limits.max + 1, self.shape).astype(self.type)

    def operands(self, x):
        """As exporters spell them: bytes, or s32 after a zero point or where the types differ."""
        if self.zero or self.type == np.uint8 and self.kind == "conv":
            return x.astype(jnp.int32) - np.int32(self.zero), self.weights.astype(np.int32)
        if self.small:
            weights = jnp.asarray(self.weights).astype(jnp.int4)
            return x, weights if self.kind == "dense" else weights.astype(jnp.int8)
        return x, self.weights

    def __call__(self, _, x):
        lhs, rhs = self.operands(x)
        if self.kind == "dense":
            sums = lax.dot_general(lhs, rhs, (((1,), (0,)), ((), ())), preferred_element_type=jnp.int32)
        else:
            sums = lax.conv_general_dilated(lhs, rhs, self.stride, self.pads, rhs_dilation=self.dilation,
                                            dimension_numbers=(self.layout, "HWIO", self.layout),
                                            feature_group_count=self.groups, preferred_element_type=jnp.int32)
        shape = (-1, 1, 1) if self.kind == "conv" and self.layout == "NCHW" else (-1,)
        scaled = (sums + self.bias.reshape(shape)).astype(jnp.float32) * self.scale.reshape(shape)
        return jnp.clip(jnp.round(scaled), 0.0 if self.relu else -128.0, 127.0).astype(jnp.int8)


def typed(draw):
    """Of x, with its zero point, and whether weights are s4."""
    kind = draw.one_of("s8", "s8", "s8", "zero", "u8", "s4")
    if kind == "u8":
        return np.uint8, draw.one_of(0, 128, int(draw.number(1, 255))), False
    return np.int8, int(draw.random.integers(-128, 128)) if kind == "zero" else 0, kind == "s4"


def weights_of(draw, small, *shape):
    low = -8 if small else draw.one_of(-127, -128)
    weights = draw.random.integers(low, 8 if small else 128, shape).astype(np.int8)
    if draw.random.random() < 0.2: # a feature whose weights are all extreme
        weights[..., draw.random.integers(shape[-1])] = draw.one_of(low, -low - 1)
    return weights


def dense(draw):
    rows, inputs, features = draw.one_of(1, 1, draw.number(1, 60)), draw.number(5, 900), draw.number(1, 300)
    return (rows, inputs), (inputs, features), {}


def convolution(draw):
    form = draw.one_of("plain", "plain", "first", "pointwise", "depthwise", "depthwise", "grouped", "dilated")
    window = (1, 1) if form == "pointwise" else draw.one_of((3, 3), (3, 3), (5, 5), (2, 2), (1, 7), (4, 3), (7, 1))
    groups = draw.number(2, 8) if form == "grouped" else draw.number(1, 130) if form == "depthwise" else 1
    inputs = draw.number(1, 4) if form in ("first", "depthwise") else draw.number(2, 90)
    features = draw.number(1, 2) if form == "depthwise" else draw.number(1, 100 if groups == 1 else 30)
    inputs = 1 if form == "depthwise" else inputs
    stride = (1, 1) if form == "dilated" else draw.one_of((1, 1), (1, 1), (2, 2), (2, 1), (3, 2))
    dilation = draw.one_of((2, 2), (1, 3), (2, 1)) if form == "dilated" else (1, 1)
    pads = tuple((int(draw.random.integers(0, of)), int(draw.random.integers(0, of))) for of in window)
    height, width = draw.number(8, 40), draw.number(8, 40)
    batch = draw.one_of(1, 1, 1, 2, 3)
    layout = draw.one_of("NHWC", "NCHW")
    shape = (batch, height, width, inputs * groups) if layout == "NHWC" else (batch, inputs * groups, height, width)
    return shape, (*window, inputs, features * groups), dict(layout=layout, stride=stride, dilation=dilation, pads=pads, groups=groups)


def work_of(kind, shape, weights, options):
    if kind == "dense":
        return shape[0] * np.prod(weights)
    sizes = shape[1:3] if options["layout"] == "NHWC" else shape[2:]
    return shape[0] * np.prod(sizes) / np.prod(options["stride"]) * np.prod(weights)


def draw_integer_layers(count, seed):
    draw = Draw(np.random.default_rng(seed))
    layers = []
    while len(layers) < count:
        kind = draw.one_of("conv", "conv", "conv", "dense")
        shape, weights, options = (dense if kind == "dense" else convolution)(draw)
        if not WORK[0] < work_of(kind, shape, weights, options) < WORK[1]:
            continue
        of_x, zero, small = typed(draw)
        layers.append(IntegerLayer(len(layers), kind, options.pop("layout", ""), shape, of_x, zero,
                                   weights_of(draw, small, *weights), small, bool(draw.one_of(True, False)), **options))
    return layers
