"""Networks that are spelled twice, with images in NCHW and in NHWC: what the spelling costs in instructions and in memory.

    bash tests/bench/run.sh spellings [--models chain10,unet] [--types f32,f16] [--machines cortex-m7,...] [--optimize LEVEL]

Prints the lower count of instructions of one inference with its ratio to the higher one, and the same of the arena's bytes.
"""
import argparse
import os
import shutil
import sys

import counts
from models import Model
from networks import Net, inverted_residual
from tables import print_table

LAYOUTS = ("NCHW", "NHWC")
MACHINES = {**counts.MACHINES, **counts.SLOW_MACHINES}


def chain(features):
    """Four convolutions, of which the third has strides, and a softmax over the features of each pixel."""
    def define(ops, weights, x):
        net = Net(ops, weights, x, 3).conv(features).conv(features).conv(features, stride=2).conv(features, act=None)
        return ops.softmax_of_features(net.x)
    return define


def resnet(ops, weights, x):
    net = Net(ops, weights, x, 3).conv(12)
    for features, stride in ((12, 1), (20, 2), (20, 1)):
        begin = net.again()
        net.conv(features, 3, stride).conv(features, act=None)
        if stride > 1:
            begin.conv(features, 1, stride, act=None)
        net.x = ops.relu(ops.add(net.x, begin.x))
    return net.mean().dense(10).softmax().x


def mobilenet(ops, weights, x):
    net = Net(ops, weights, x, 3).conv(10, stride=2, act="relu6")
    for outputs, stride in ((10, 1), (14, 2), (14, 1)):
        inverted_residual(net, outputs, stride)
    return net.mean().dense(10).softmax().x


def inception(ops, weights, x):
    net = Net(ops, weights, x, 3).conv(16)
    for _ in range(2):
        wide = net.again().conv(10, 1).conv(14)
        wider = net.again().conv(5, 1).conv(9, 5)
        pooled = net.again()
        pooled.x = ops.max_pool(pooled.x, 3, 1, "SAME")
        pooled.conv(7, 1)
        net.conv(11, 1).concat(wide, wider, pooled)
    return net.mean().dense(10).x


def unet(ops, weights, x):
    net = Net(ops, weights, x, 3).conv(9)
    skip = net.again()
    net.pool().conv(17).conv(17)
    w = weights(2, 2, net.features, skip.features)
    net.x, net.features = ops.conv_transpose(net.x, w, weights.bias(skip.features), 2), skip.features
    return net.concat(skip).conv(9).conv(3, 1, act="sigmoid").x


def attention(ops, weights, x):
    """A non-local block: each pixel looks at all others."""
    net, features = Net(ops, weights, x, 3).conv(18, stride=2), 18
    q, k, v = (ops.tokens_of_pixels(net.again().conv(features, 1, act=None).x) for _ in range(3))
    scores = ops.softmax(ops.scale(ops.matmul(q, ops.transpose(k, (1, 0))), features ** -0.5))
    mixed = net.again()
    mixed.x = ops.pixels_of_tokens(ops.matmul(scores, v), net.x)
    return net.add(mixed.conv(features, 1, act=None)).conv(10, act=None).x


DEFINITIONS = {**{f"chain{features}": chain(features) for features in (3, 10, 12, 16, 17, 64)},
               **{define.__name__: define for define in (resnet, mobilenet, inception, unet, attention)}}


def spelled(name, layout):
    shape = (1, 3, 16, 16) if layout == "NCHW" else (1, 16, 16, 3)
    return Model(f"{name}_{layout.lower()}", DEFINITIONS[name], shape, 70 + list(DEFINITIONS).index(name), layout=layout)


def parse_arguments():
    parser = argparse.ArgumentParser(prog="run.sh spellings", description="What the order of an image's dimensions costs.")
    parser.add_argument("--tool", required=True)
    parser.add_argument("--folder", required=True)
    parser.add_argument("--models", default=",".join(DEFINITIONS), help="names with commas between; default: all")
    parser.add_argument("--types", default="f32,f16", help="default: f32,f16")
    parser.add_argument("--machines", default=",".join(counts.MACHINES), help="names with commas between; default: the quick ones")
    parser.add_argument("--optimize", default="balanced", metavar="LEVEL", help="as for hlo2cpp compile")
    arguments = parser.parse_args()
    for given, known in ((arguments.models, DEFINITIONS), (arguments.types, counts.FLOATS), (arguments.machines, MACHINES)):
        unknown = [name for name in given.split(",") if name not in known]
        if unknown:
            parser.error(f"unknown: {', '.join(unknown)}; there are {', '.join(known)}")
    return arguments


def cell(figures):
    """The lower of the two with the ratio of NHWC to NCHW."""
    nchw, nhwc = figures
    return f"{min(figures):,} ({nhwc / nchw:.2f})" if min(figures) > 0 else f"{nchw:,} / {nhwc:,}"


def main():
    arguments = parse_arguments()
    machines = {name: MACHINES[name] for name in arguments.machines.split(",")}
    machines = {name: count for name, (count, tools) in machines.items() if all(map(shutil.which, tools))}
    instructions, arenas = [["instructions (NHWC / NCHW)", *machines]], [["arena (NHWC / NCHW)", *machines]]
    for name in arguments.models.split(","):
        for kind in arguments.types.split(","):
            print(f"{name} {kind}: counting", file=sys.stderr)
            of_machines = []
            for machine, count in machines.items():
                figures = []
                for model in (spelled(name, layout) for layout in LAYOUTS):
                    folder = os.path.join(arguments.folder, "counts", machine, kind, model.name)
                    report, counted = count(model, counts.module_of(model, folder, kind), folder, arguments)
                    figures.append((counted, report["arena_bytes"]))
                of_machines.append(tuple(zip(*figures)))
            for lines, number in ((instructions, 0), (arenas, 1)):
                lines.append([f"{name} {kind}", *(cell(figures[number]) for figures in of_machines)])
    print_table(instructions)
    print()
    print_table(arenas)


if __name__ == "__main__":
    main()
