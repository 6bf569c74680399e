#!/usr/bin/env python3
"""Trains a DS-CNN on the tones of tones.h, quantises it with qwix, and exports all: spectrogram.pb, ds_cnn_f32.pb and
ds_cnn_int8.pb (serialized HLO modules), and reference.h (what JAX makes of the test recordings). Needs g++.

    python3 -m venv venv && venv/bin/pip install qwix && venv/bin/python train.py
"""
import ctypes
import os
import subprocess
import tempfile

import jax
import jax.numpy as jnp
import numpy as np
import qwix
from flax import linen as nn

HERE = os.path.dirname(os.path.abspath(__file__))
KINDS, SOUND_SAMPLES, TEST_RECORDINGS = 8, 4032, 120 # the first ones; the network is trained on later ones
BANDS, FRAMES, WINDOW, HOP, HOPS = 10, 25, 64, 32, 5
TRAINED_ON, EPOCHS, BATCH, LEARNING_RATE = 4000, 16, 50, 3e-3


def recordings(first, count):
    """Sounds and their kinds, as tones.h makes them."""
    with tempfile.TemporaryDirectory() as folder:
        with open(f"{folder}/tones.cpp", "w") as f:
            f.write('#include "tones.h"\nextern "C" int record(unsigned number, int8_t* sound) { Recording r(number);'
                    "for (int i = 0; i < SOUND_SAMPLES; ++i) sound[i] = r.next(); return r.kind(); }\n")
        subprocess.run(["g++", "-O2", "-shared", "-fPIC", f"-I{HERE}", f"{folder}/tones.cpp", "-o", f"{folder}/tones.so"], check=True)
        library = ctypes.CDLL(f"{folder}/tones.so")
    sounds = np.empty((count, SOUND_SAMPLES), np.int8)
    kinds = [library.record(first + i, sounds[i].ctypes.data_as(ctypes.c_void_p)) for i in range(count)]
    return sounds, np.array(kinds, np.int32)


def spectrogram(sound):
    """The powers of ten bands of 350 Hz in 25 frames, as 8 log2: all in integers, which have the same bits everywhere."""
    time = np.arange(WINDOW) - WINDOW / 2
    angles = 2 * np.pi * np.outer(time, 250 + 350 * np.arange(BANDS)) / 8000
    hann = (0.5 + 0.5 * np.cos(2 * np.pi * time / WINDOW))[:, None]
    waves = np.round(127 * np.concatenate([np.cos(angles), np.sin(angles)], 1) * hann).astype(np.int8)
    parts = jax.lax.conv_general_dilated(sound[:, :, None], waves[:, None, :], (HOP,), "VALID",
                                         dimension_numbers=("NWC", "WIO", "NWC"), preferred_element_type=jnp.int32) >> 7
    power = (parts * parts).reshape(-1, FRAMES, HOPS, 2, BANDS).sum((2, 3), dtype=jnp.int32) + 1
    zeros = jax.lax.clz(power)
    eighths = jax.lax.shift_right_logical(power << (zeros + 1), 29)
    return ((31 - zeros) * 8 + eighths - 128).astype(jnp.int8)[..., None]


class DsCnn(nn.Module):
    """Like the keyword spotter of MLPerf Tiny."""
    features: int = 64

    @nn.compact
    def __call__(self, spectrogram):
        x = spectrogram.astype(jnp.float32) / 32
        x = nn.relu(nn.Conv(self.features, (10, 4), 2)(x))
        for _ in range(4):
            x = nn.relu(nn.Conv(self.features, (3, 3), feature_group_count=self.features)(x))
            x = nn.relu(nn.Conv(self.features, (1, 1))(x))
        return nn.Dense(KINDS)(x.mean((1, 2)))


def train(model, x, y):
    p = model.init(jax.random.PRNGKey(1), x[:1])
    m = v = jax.tree.map(jnp.zeros_like, p)

    def loss(p, x, y):
        return -jnp.mean(jnp.take_along_axis(jax.nn.log_softmax(model.apply(p, x)), y[:, None], 1))

    @jax.jit
    def adam_step(p, m, v, t, rate, x, y):
        g = jax.grad(loss)(p, x, y)
        m = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, m, g)
        v = jax.tree.map(lambda v, g: 0.999 * v + 0.001 * g * g, v, g)
        scale = rate * jnp.sqrt(1 - 0.999 ** t) / (1 - 0.9 ** t)
        return jax.tree.map(lambda p, m, v: p - scale * m / (jnp.sqrt(v) + 1e-8), p, m, v), m, v

    order, t, steps = np.random.default_rng(1), 0, EPOCHS * (len(x) // BATCH)
    for _ in range(EPOCHS):
        shuffled = order.permutation(len(x))
        for i in range(0, len(x), BATCH):
            t += 1
            rate = LEARNING_RATE * (0.5 + 0.5 * np.cos(np.pi * t / steps))
            batch = shuffled[i:i + BATCH]
            p, m, v = adam_step(p, m, v, jnp.float32(t), jnp.float32(rate), x[batch], y[batch])
    return p


def quantised(model, p, x):
    """The network in int8: weights with a scale for each feature, activations with one each, from what x makes of them."""
    rules = [qwix.QuantizationRule(weight_qtype=jnp.int8, act_qtype=jnp.int8, act_static_scale=True)]
    observed = qwix.quantize_model(model, qwix.QtProvider(rules))
    _, seen = observed.apply(p | {"quant_stats": observed.init(jax.random.PRNGKey(1), x)["quant_stats"]}, x, mutable="quant_stats")
    small = qwix.quantize_model(model, qwix.PtqProvider(rules))
    shape = jax.eval_shape(small.init, jax.random.PRNGKey(1), x)
    q = qwix.quantize_params(p["params"], shape["params"], seen["quant_stats"])
    return lambda spectrogram: small.apply({"params": q}, spectrogram)


def export(name, function, x):
    function.__name__ = name
    lowered = jax.jit(function).lower(jax.ShapeDtypeStruct((1, *x.shape[1:]), x.dtype))
    with open(f"{HERE}/{name}.pb", "wb") as f:
        f.write(lowered.compiler_ir("hlo").as_serialized_hlo_module_proto())


def scores(function, x):
    """One after another, and operation by operation: XLA has compiled, a product and a sum may be rounded as one."""
    with jax.disable_jit():
        return np.concatenate([np.array(function(x[i:i + 1])) for i in range(len(x))])


def write_reference(whole, small, kinds):
    def lines(rows):
        return "".join("    {" + ", ".join(map(str, row)) + "},\n" for row in rows)

    correct = [int((found.argmax(1) == kinds).sum()) for found in (whole, small)]
    print(f"accuracy on {len(kinds)} test recordings: f32 {correct[0]}, int8 {correct[1]}")
    with open(f"{HERE}/reference.h", "w") as f:
        f.write(f"""// What JAX makes of the first recordings of tones.h, by train.py: the scores of each kind.
#pragma once

#include <stdint.h>

enum {{ TEST_RECORDINGS = {len(kinds)}, F32_CORRECT_IN_JAX = {correct[0]}, INT8_CORRECT_IN_JAX = {correct[1]} }};

static const float f32_scores[TEST_RECORDINGS][{KINDS}] = {{
{lines([f"{score:.6g}f" if "." in f"{score:.6g}" else f"{score:.6g}.0f" for score in row] for row in whole)}}};

// All bits of the floats.
static const uint32_t int8_scores[TEST_RECORDINGS][{KINDS}] = {{
{lines([f"{bits:#010x}" for bits in row] for row in small.view(np.uint32))}}};
""")


def main():
    jax.config.update("jax_hlo_source_file_canonicalization_regex", ".*/") # file names without their folders
    listen = jax.jit(spectrogram)
    sounds, kinds = recordings(TEST_RECORDINGS, TRAINED_ON)
    x = np.array(listen(sounds))
    model = DsCnn()
    p = train(model, x, kinds)
    whole, small = lambda spectrogram: model.apply(p, spectrogram), quantised(model, p, x[:500])
    test_sounds, test_kinds = recordings(0, TEST_RECORDINGS)
    test_x = np.array(listen(test_sounds))
    write_reference(scores(whole, test_x), scores(small, test_x), test_kinds)
    export("spectrogram", spectrogram, test_sounds)
    export("ds_cnn_f32", whole, test_x)
    export("ds_cnn_int8", small, test_x)


if __name__ == "__main__":
    main()
