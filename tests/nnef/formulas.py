"""Operations by the formulas of the NNEF specification."""

import numpy as np


def same_padding(extent, window, stride):
    total = max((-(-extent // stride) - 1) * stride + window - extent, 0)
    return total // 2, total - total // 2


def conv(x, w, b, stride=(1, 1), dilation=(1, 1), groups=1, mode="constant", padding=None):
    """By the definition: loops over outputs and over the window."""
    extents = [(w.shape[2 + i] - 1) * dilation[i] + 1 for i in range(2)]
    padding = padding or [same_padding(x.shape[2 + i], extents[i], stride[i]) for i in range(2)]
    x = np.pad(x.astype(np.float64), [(0, 0), (0, 0), *padding], mode=mode)
    out = [(x.shape[2 + i] - extents[i]) // stride[i] + 1 for i in range(2)]
    y = np.zeros((x.shape[0], w.shape[0], *out))
    per_group = w.shape[0] // groups
    for n, o, i, j in np.ndindex(*y.shape):
        for c, p, q in np.ndindex(*w.shape[1:]):
            channel = o // per_group * w.shape[1] + c
            y[n, o, i, j] += w[o, c, p, q] * x[n, channel, i * stride[0] + p * dilation[0], j * stride[1] + q * dilation[1]]
    return (y + b.reshape(1, -1, 1, 1)).astype(np.float32)


def deconv(x, w, b, stride, padding, groups=1):
    """What each element of the input adds to the output, without its borders."""
    per_group = x.shape[1] // groups
    full = [(x.shape[2 + i] - 1) * stride[i] + w.shape[2 + i] for i in range(2)]
    y = np.zeros((x.shape[0], w.shape[1] * groups, *full))
    for n, c, i, j in np.ndindex(*x.shape):
        for o, p, q in np.ndindex(*w.shape[1:]):
            y[n, c // per_group * w.shape[1] + o, i * stride[0] + p, j * stride[1] + q] += w[c, o, p, q] * x[n, c, i, j]
    (a, z), (e, f) = padding
    return (y[:, :, a:y.shape[2] - z, e:y.shape[3] - f] + b.reshape(1, -1, 1, 1)).astype(np.float32)


def windows(x, size, stride, padding):
    """(output index, the elements of its window with their indices; None outside of the input)."""
    out = [(x.shape[d] + sum(padding[d]) - size[d]) // stride[d] + 1 for d in range(x.ndim)]
    for o in np.ndindex(*out):
        places = [tuple(o[d] * stride[d] + k[d] - padding[d][0] for d in range(x.ndim)) for k in np.ndindex(*size)]
        yield o, [p if all(0 <= p[d] < x.shape[d] for d in range(x.ndim)) else None for p in places]
