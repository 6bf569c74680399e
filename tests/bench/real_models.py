"""Families of models that people run, after their public descriptions, at their own sizes and with random weights.

Written once against ops.py, as networks.py is; `--models real` measures them. Layers that repeat are there once or twice.
"""
from models import Model
from networks import Net, inverted_residual


class Tokens:
    """A sequence under way: (tokens, features)."""

    def __init__(self, ops, weights, x, tokens, features):
        self.ops, self.weights, self.x, self.tokens, self.features = ops, weights, x, tokens, features

    def dense(self, x, inputs, outputs):
        return self.ops.dense(x, self.weights(inputs, outputs) * 0.7, self.weights.bias(outputs))

    def norm(self, x):
        return self.ops.layer_norm(x, self.weights.gain(self.features), self.weights.bias(self.features))

    def attention(self, x, heads, windows=1):
        """Of all tokens, or of those of each window, which lie one behind the other."""
        ops, size, each = self.ops, self.features // heads, self.tokens // windows

        def project():
            y = ops.reshape(self.dense(x, self.features, self.features), (windows, each, heads, size))
            return ops.transpose(y, (0, 2, 1, 3))

        q, k, v = project(), ops.transpose(project(), (0, 1, 3, 2)), project()
        scores = ops.softmax(ops.scale(ops.matmul(q, k), size ** -0.5))
        mixed = ops.reshape(ops.transpose(ops.matmul(scores, v), (0, 2, 1, 3)), (self.tokens, self.features))
        return self.dense(mixed, self.features, self.features)

    def hidden(self, x, factor, act):
        inner = act(self.dense(x, self.features, factor * self.features))
        return self.dense(inner, factor * self.features, self.features)

    def encoder(self, heads, act, factor=4, windows=1):
        """A layer with the norms in front."""
        self.x = self.ops.add(self.x, self.attention(self.norm(self.x), heads, windows))
        self.x = self.ops.add(self.x, self.hidden(self.norm(self.x), factor, act))
        return self

    def bert(self, heads):
        """A layer with the norms behind."""
        self.x = self.norm(self.ops.add(self.x, self.attention(self.x, heads)))
        self.x = self.norm(self.ops.add(self.x, self.hidden(self.x, 4, self.ops.gelu)))
        return self


def cross_stage(net, outputs, repeats, shortcut=True):
    """C2f of YOLOv8: half of the features pass bottlenecks, and all that come out of them are joined."""
    half = outputs // 2
    begin = net.again().conv(half, 1, act="swish")
    parts = [begin, net.again().conv(half, 1, act="swish")]
    for _ in range(repeats):
        last = parts[-1]
        inner = last.again().conv(half, act="swish").conv(half, act="swish")
        parts.append(inner.add(last) if shortcut else inner)
    joined = parts[0].again().concat(*parts[1:])
    joined.conv(outputs, 1, act="swish")
    net.x, net.features = joined.x, outputs
    return net


def yolo(ops, weights, x):
    """Backbone and pyramid pooling of YOLOv8n, and the head of its coarsest grid."""
    net = Net(ops, weights, x, 3).conv(16, 3, 2, act="swish")
    for features, repeats in ((32, 1), (64, 2), (128, 2), (256, 1)):
        cross_stage(net.conv(features, 3, 2, act="swish"), features, repeats)
    net.conv(128, 1, act="swish")
    pools = [net.again()]
    for _ in range(3):
        pools.append(pools[-1].again())
        pools[-1].x = ops.max_pool(pools[-1].x, 5, 1, "SAME")
    net.concat(*pools[1:]).conv(256, 1, act="swish")
    boxes = net.again().conv(64, act="swish").conv(64, act="swish").conv(64, 1, act=None)
    return net.conv(80, act="swish").conv(80, act="swish").conv(80, 1, act="sigmoid").concat(boxes).x


def mobile_vit(ops, weights, x):
    """MobileViT-XS up to its second block of attention, whose patches are of 2 x 2 pixels."""
    net = Net(ops, weights, x, 3).conv(16, 3, 2, act="swish")
    for outputs, stride in ((32, 1), (48, 2), (48, 1), (64, 2)):
        inverted_residual(net, outputs, stride, act="swish")
    for outputs, features, stride, side in ((64, 96, 1, 32), (80, 120, 2, 16)):
        if stride > 1:
            inverted_residual(net, outputs, stride, act="swish")
        begin, half = net.again(), side // 2
        net.conv(outputs, act="swish").conv(features, 1, act=None)
        patches = ops.transpose(ops.reshape(net.x, (features, half, 2, half, 2)), (2, 4, 1, 3, 0))
        tokens = Tokens(ops, weights, ops.reshape(patches, (side * side, features)), side * side, features)
        for _ in range(2):
            tokens.encoder(4, lambda y: ops.multiply(y, ops.sigmoid(y)), factor=2, windows=4)
        pixels = ops.transpose(ops.reshape(tokens.norm(tokens.x), (2, 2, half, half, features)), (4, 2, 0, 3, 1))
        net.x = ops.reshape(pixels, (1, features, side, side))
        net.conv(outputs, 1, act="swish").concat(begin).conv(outputs, act="swish")
    return net.mean().dense(100).x


def swin(ops, weights, x):
    """Second stage of Swin-T: two layers of attention in windows of 7 x 7."""
    side, features, windows = 28, 192, 16
    x = ops.transpose(ops.reshape(x, (4, 7, 4, 7, features)), (0, 2, 1, 3, 4))
    tokens = Tokens(ops, weights, ops.reshape(x, (side * side, features)), side * side, features)
    return tokens.encoder(6, ops.gelu, windows=windows).encoder(6, ops.gelu, windows=windows).x


def conv_next(ops, weights, x):
    """The first two stages of ConvNeXt-Atto, two blocks each."""
    net, side = Net(ops, weights, x, 3).conv(40, 4, 4, act=None, pads=((0, 0), (0, 0))), 56
    for features in (40, 80):
        if features > 40:
            net.conv(features, 2, 2, act=None, pads=((0, 0), (0, 0)))
            side //= 2
        for _ in range(2):
            begin = net.again()
            net.depthwise(7, act=None)
            pixels = ops.transpose(ops.reshape(net.x, (features, side * side)), (1, 0))
            tokens = Tokens(ops, weights, pixels, side * side, features)
            mixed = tokens.hidden(tokens.norm(tokens.x), 4, ops.gelu)
            net.x = ops.add(begin.x, ops.reshape(ops.transpose(mixed, (1, 0)), (1, features, side, side)))
    return net.mean().dense(100).x


def event_detector(ops, weights, x):
    """A detector of events in a signal of 4,096 samples: 1-D convolutions, down and up again."""
    net = Net(ops, weights, x, 2).conv(16, (1, 9)).conv(16, (1, 9))
    first = net.again()
    for features, stride in ((24, 4), (32, 4), (48, 4)):
        net.conv(features, (1, 9), (1, stride)).conv(features, (1, 9))
    net.conv(48, (1, 5), dilation=2).conv(48, (1, 5), dilation=4)
    score = net.mean().dense(16, "sigmoid")
    first.x = ops.scale_features(first.x, score.x)
    return first.conv(1, (1, 9), act="sigmoid").x


def crnn(ops, weights, x):
    """Reading of text lines: convolutions over 32 x 128 pixels, then two LSTMs over 32 columns."""
    net = Net(ops, weights, x, 1).conv(32).pool().conv(64).pool()
    net.conv(128).conv(128, 3, (2, 1)).conv(256, 3, (2, 1)).conv(256, (2, 1), pads=((0, 0), (0, 0)))
    columns = ops.transpose(ops.reshape(net.x, (256, 32)), (1, 0))
    for inputs in (256, 128):
        columns = ops.lstm(columns, weights(inputs, 512) * 0.4, weights(128, 512) * 0.7, weights.bias(512))
    return ops.softmax(ops.dense(columns, weights(128, 64), weights.bias(64)))


def conformer(ops, weights, x):
    """A block of Conformer-S over 100 frames."""
    frames, features = 100, 144
    block = Tokens(ops, weights, x, frames, features)

    def swish(y):
        return ops.multiply(y, ops.sigmoid(y))

    def half_step(y):
        return ops.add(y, ops.scale(block.hidden(block.norm(y), 4, swish), 0.5))

    block.x = half_step(block.x)
    block.x = ops.add(block.x, block.attention(block.norm(block.x), 4))
    y = block.norm(block.x)
    y = ops.multiply(block.dense(y, features, features), ops.sigmoid(block.dense(y, features, features)))
    line = Net(ops, weights, ops.reshape(ops.transpose(y, (1, 0)), (1, features, 1, frames)), features)
    line.depthwise((1, 31), act="swish")
    y = ops.transpose(ops.reshape(line.x, (features, frames)), (1, 0))
    block.x = ops.add(block.x, block.dense(y, features, features))
    return block.norm(half_step(block.x))


def whisper(ops, weights, x):
    """The front of Whisper-tiny's encoder and one of its layers, for six seconds of sound."""
    net = Net(ops, weights, x, 80).conv(384, (1, 3), act=None)
    net.x = ops.gelu(net.x)
    net.conv(384, (1, 3), (1, 2), act=None)
    frames = ops.transpose(ops.reshape(ops.gelu(net.x), (384, 300)), (1, 0))
    return Tokens(ops, weights, frames, 300, 384).encoder(6, ops.gelu).x


def mini_lm(ops, weights, x):
    """Two layers of MiniLM for 64 tokens."""
    return Tokens(ops, weights, x, 64, 384).bert(12).bert(12).x


def lstm_stack(ops, weights, x):
    """Three LSTMs of 128 units over 100 steps of 40 features."""
    for inputs in (40, 128, 128):
        x = ops.lstm(x, weights(inputs, 512) * 0.4, weights(128, 512) * 0.7, weights.bias(512))
    return x


REAL_MODELS = {model.name: model for model in (
    Model("yolo_320", yolo, (1, 3, 320, 320), 81, layout="NCHW"),
    Model("mobile_vit", mobile_vit, (1, 3, 256, 256), 82, layout="NCHW"),
    Model("swin", swin, (784, 192), 83),
    Model("conv_next", conv_next, (1, 3, 224, 224), 84, layout="NCHW"),
    Model("event_detector", event_detector, (1, 2, 1, 4096), 85, layout="NCHW"),
    Model("crnn", crnn, (1, 1, 32, 128), 86, layout="NCHW"),
    Model("conformer", conformer, (100, 144), 87, layout="NCHW"),
    Model("whisper", whisper, (1, 80, 1, 600), 88, layout="NCHW"),
    Model("mini_lm", mini_lm, (64, 384), 89),
    Model("lstm_stack", lstm_stack, (100, 40), 90),
)}
