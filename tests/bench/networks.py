"""More networks, of the kinds that people bring and of sizes that nobody tuned for: both layouts, odd channels, batch 1.

Written once against ops.py, as models.py is; `--networks` measures them.
"""
from models import Model


class Net:
    """A network under way: its value and how many features it has."""

    def __init__(self, ops, weights, x, features):
        self.ops, self.weights, self.x, self.features = ops, weights, x, features

    def conv(self, outputs, size=3, stride=1, groups=1, dilation=1, act="relu", pads=None):
        high = size if isinstance(size, tuple) else (size, size)
        if pads is None:
            pads = tuple(((dilation * (k - 1)) // 2, dilation * (k - 1) - (dilation * (k - 1)) // 2) for k in high)
        w = self.weights(*high, self.features // groups, outputs)
        self.x = self.act(self.ops.conv(self.x, w, self.weights.bias(outputs), stride, pads, groups, dilation), act)
        self.features = outputs
        return self

    def depthwise(self, size=3, stride=1, act="relu"):
        return self.conv(self.features, size, stride, groups=self.features, act=act)

    def act(self, x, name):
        if name == "relu":
            return self.ops.relu(x)
        if name == "relu6":
            return self.ops.clip(x, 0, 6)
        if name == "sigmoid":
            return self.ops.sigmoid(x)
        if name == "swish":
            return self.ops.multiply(x, self.ops.sigmoid(x))
        if name == "tanh":
            return self.ops.tanh(x)
        return x

    def dense(self, outputs, act=None):
        self.x = self.act(self.ops.dense(self.x, self.weights(self.features, outputs), self.weights.bias(outputs)), act)
        self.features = outputs
        return self

    def pool(self, size=2, stride=2):
        self.x = self.ops.max_pool(self.x, size, stride)
        return self

    def mean(self):
        self.x = self.ops.mean_of_pixels(self.x)
        return self

    def softmax(self):
        self.x = self.ops.softmax(self.x)
        return self

    def again(self):
        return Net(self.ops, self.weights, self.x, self.features)

    def concat(self, *others):
        self.x = self.ops.concat_features([self.x, *(other.x for other in others)])
        self.features += sum(other.features for other in others)
        return self

    def add(self, other):
        self.x = self.ops.add(self.x, other.x)
        return self


def inverted_residual(net, outputs, stride=1, expand=4, size=3, act="relu6", squeeze=False):
    begin, inner = net.again(), net.features * expand
    net.conv(inner, 1, act=act).depthwise(size, stride, act=act)
    if squeeze:
        gate = net.again().mean().dense(max(4, inner // 8), "relu").dense(inner, "sigmoid")
        net.x = net.ops.scale_features(net.x, gate.x)
    net.conv(outputs, 1, act=None)
    return net.add(begin) if stride == 1 and begin.features == outputs else net


def mobilenet_v2(ops, weights, x):
    net = Net(ops, weights, x, 3).conv(12, stride=2, act="relu6")
    for outputs, stride in ((12, 1), (18, 2), (18, 1), (27, 2), (27, 1), (44, 2), (44, 1)):
        inverted_residual(net, outputs, stride)
    return net.conv(120, 1, act="relu6").mean().dense(10).softmax().x


def efficient_net(ops, weights, x):
    net = Net(ops, weights, x, 3).conv(14, stride=2, act="swish")
    for outputs, stride, size in ((14, 1, 3), (22, 2, 5), (22, 1, 5), (38, 2, 3), (38, 1, 3)):
        inverted_residual(net, outputs, stride, 3, size, "swish", True)
    return net.conv(90, 1, act="swish").mean().dense(7).softmax().x


def squeeze_net(ops, weights, x):
    net = Net(ops, weights, x, 3).conv(30, 3, 2).pool(3, 2)
    for squeezed, expanded in ((9, 27), (9, 27), (15, 45), (21, 60)):
        net.conv(squeezed, 1)
        other = net.again().conv(expanded, 3)
        net.conv(expanded, 1).concat(other)
    return net.pool().conv(11, 1).mean().softmax().x


def u_net(ops, weights, x):
    net, skips = Net(ops, weights, x, 1), []
    for features in (10, 19):
        skips.append(net.conv(features).conv(features).again())
        net.pool()
    net.conv(37).conv(37)
    for skip in reversed(skips):
        w = weights(2, 2, net.features, skip.features)
        net.x, net.features = ops.conv_transpose(net.x, w, weights.bias(skip.features), 2), skip.features
        net.concat(skip).conv(skip.features).conv(skip.features)
    return net.conv(3, 1, act="sigmoid").x


def decoder(ops, weights, x):
    """Up-sampling by repetition, as super-resolution and segmentation heads have it."""
    net = Net(ops, weights, x, 24).conv(26)
    for features in (18, 11):
        net.x = ops.upsample(net.x)
        net.conv(features)
    return net.conv(3, act="tanh").x


def dense_blocks(ops, weights, x):
    net = Net(ops, weights, x, 3).conv(16, 5, 2)
    for _ in range(2):
        for _ in range(4):
            net.concat(net.again().conv(36, 1).conv(9))
        net.conv(net.features // 2, 1).pool()
    return net.mean().dense(10).softmax().x


def residual(ops, weights, x):
    """PyTorch's kind of ResNet, a narrow one."""
    net = Net(ops, weights, x, 3).conv(20, 7, 2).pool(3, 2)
    for features, stride in ((20, 1), (20, 1), (40, 2), (40, 1), (75, 2)):
        begin = net.again()
        net.conv(features, 3, stride).conv(features, act=None)
        if stride > 1 or begin.features != features:
            begin.conv(features, 1, stride, act=None)
        net.x = ops.relu(ops.add(net.x, begin.x))
    return net.mean().dense(10).softmax().x


def vgg(ops, weights, x):
    net = Net(ops, weights, x, 3)
    for features in (15, 30, 60):
        net.conv(features).conv(features).pool()
    pixels = 4 * 4 * 60
    net.x, net.features = ops.reshape(net.x, (1, pixels)), pixels
    return net.dense(100, "relu").dense(10).softmax().x


def wave_net(ops, weights, x):
    """Dilated causal convolutions over a line of samples, gated."""
    net = Net(ops, weights, x, 20)
    for dilation in (1, 2, 4, 8):
        begin, causal = net.again(), ((0, 0), (dilation, 0))
        gate = net.again().conv(20, (1, 2), dilation=dilation, act="sigmoid", pads=causal)
        net.conv(20, (1, 2), dilation=dilation, act="tanh", pads=causal)
        net.x = ops.multiply(net.x, gate.x)
        net.conv(20, 1, act=None).add(begin)
    return net.conv(33, 1).conv(10, 1, act=None).x


def keyword_crnn(ops, weights, x):
    net = Net(ops, weights, x, 1).conv(12, (5, 3), 2).conv(18, 3, 2)
    net.x = ops.reshape(net.x, (-1, 180))
    return ops.gru(net.x, weights(180, 3 * 45) * 0.4, weights(45, 3 * 45) * 0.7, weights.bias(3 * 45))


def gru(ops, weights, x):
    return ops.gru(x, weights(23, 3 * 77) * 0.4, weights(77, 3 * 77) * 0.7, weights.bias(3 * 77))


def vision_transformer(ops, weights, x):
    """Patches of 6x6, two blocks with the norms in front, 50 tokens of 72 features, 3 heads."""
    tokens, features, heads = 49, 72, 3
    net = Net(ops, weights, x, 3).conv(features, 6, 6, act=None, pads=((0, 0), (0, 0)))
    x = ops.transpose(ops.reshape(net.x, (features, tokens)), (1, 0))

    def dense(x, inputs, outputs):
        return ops.dense(x, weights(inputs, outputs) * 0.7, weights.bias(outputs))

    def norm(x):
        return ops.layer_norm(x, weights.gain(features), weights.bias(features))

    def project(x, order):
        return ops.transpose(ops.reshape(dense(x, features, features), (tokens, heads, features // heads)), order)

    for _ in range(2):
        y = norm(x)
        q, k, v = project(y, (1, 0, 2)), project(y, (1, 2, 0)), project(y, (1, 0, 2))
        scores = ops.softmax(ops.scale(ops.matmul(q, k), (features // heads) ** -0.5))
        mixed = ops.reshape(ops.transpose(ops.matmul(scores, v), (1, 0, 2)), (tokens, features))
        x = ops.add(x, dense(mixed, features, features))
        x = ops.add(x, dense(ops.gelu(dense(norm(x), features, 4 * features)), 4 * features, features))
    return norm(x)


def mixer(ops, weights, x):
    """MLP-Mixer: products across tokens and across features, by turns."""
    tokens, features = 37, 90
    for _ in range(2):
        y = ops.transpose(ops.layer_norm(x, weights.gain(features), weights.bias(features)), (1, 0))
        y = ops.gelu(ops.dense(y, weights(tokens, 60), weights.bias(60)))
        x = ops.add(x, ops.transpose(ops.dense(y, weights(60, tokens), weights.bias(tokens)), (1, 0)))
        y = ops.layer_norm(x, weights.gain(features), weights.bias(features))
        y = ops.gelu(ops.dense(y, weights(features, 150), weights.bias(150)))
        x = ops.add(x, ops.dense(y, weights(150, features), weights.bias(features)))
    return x


def ranker(ops, weights, x):
    """Dense layers over a batch, as recommenders have them."""
    return Net(ops, weights, x, 57).dense(130, "relu").dense(70, "relu").dense(33, "tanh").dense(1, "sigmoid").x


def wide_temporal(ops, weights, x):
    """A temporal convolution network over sensor data: 1-D, windows of 7, strides."""
    net = Net(ops, weights, x, 6)
    for features, stride in ((21, 1), (33, 2), (45, 2)):
        net.conv(features, (1, 7), stride).conv(features, (1, 5))
    return net.mean().dense(6).softmax().x


NETWORKS = {model.name: model for model in (
    Model("mobilenet_v2", mobilenet_v2, (1, 3, 80, 80), 41, layout="NCHW"),
    Model("efficient_net", efficient_net, (1, 64, 64, 3), 42),
    Model("squeeze_net", squeeze_net, (1, 3, 70, 70), 43, layout="NCHW"),
    Model("u_net", u_net, (1, 1, 48, 40), 44, layout="NCHW"),
    Model("decoder", decoder, (1, 11, 13, 24), 45),
    Model("dense_blocks", dense_blocks, (1, 3, 44, 44), 46, layout="NCHW"),
    Model("residual", residual, (1, 3, 72, 72), 47, layout="NCHW"),
    Model("vgg", vgg, (1, 3, 32, 32), 48, layout="NCHW"),
    Model("wave_net", wave_net, (1, 1, 300, 20), 49),
    Model("keyword_crnn", keyword_crnn, (1, 1, 61, 40), 50, layout="NCHW"),
    Model("gru", gru, (50, 23), 51),
    Model("vision_transformer", vision_transformer, (1, 3, 42, 42), 52, layout="NCHW"),
    Model("mixer", mixer, (37, 90), 53),
    Model("ranker", ranker, (40, 57), 54),
    Model("wide_temporal", wide_temporal, (1, 6, 1, 220), 55, layout="NCHW"),
)}
