"""Exports one step of a Kalman filter, and what JAX itself makes of a thousand steps.

    python3 -m venv venv && venv/bin/pip install jax numpy
    venv/bin/python samples/control_loop/export.py

writes filter.pb (one step as HLO, its state donated) and reference.h (JAX's track) beside this file.
"""
import pathlib
import textwrap

import jax
import jax.numpy as jnp
import numpy as np

STEPS = 1000
DT = 0.1  # seconds between measurements

# The target: position and velocity in the plane, pushed about by an unknown acceleration; its position is measured.
F = np.eye(4, dtype=np.float32) + DT * np.eye(4, k=2, dtype=np.float32)
G = np.vstack([0.5 * DT * DT * np.eye(2), DT * np.eye(2)]).astype(np.float32)
Q = 25.0 * G @ G.T
H = np.eye(2, 4, dtype=np.float32)
R = 2.25 * np.eye(2, dtype=np.float32)


def step(state, measured):
    """The estimate after one more measurement: predict, compare, correct."""
    x = F @ state["x"]
    P = F @ state["P"] @ F.T + Q
    S = H @ P @ H.T + R
    determinant = S[0, 0] * S[1, 1] - S[0, 1] * S[1, 0]
    inverse = jnp.array([[S[1, 1], -S[0, 1]], [-S[1, 0], S[0, 0]]]) / determinant
    K = P @ H.T @ inverse
    x = x + K @ (measured - H @ x)
    I_KH = jnp.eye(4, dtype=jnp.float32) - K @ H
    P = I_KH @ P @ I_KH.T + K @ R @ K.T  # stays symmetric and positive
    return {"x": x, "P": P}, x[:2]


class Target:
    """The same as in target.h, in integers, so that both programs see the same measurements."""

    def __init__(self):
        self.random, self.position, self.velocity, self.push = 1, [0, 0], [384, 0], [0, 0]

    def draw(self, limit):
        self.random = (self.random * 1664525 + 1013904223) % 2**32
        return (self.random >> 16) % (2 * limit + 1) - limit

    def measure(self, t):
        if t % 50 == 0:
            self.push = [self.draw(24), self.draw(24)]
        measured = []
        for axis in range(2):
            self.velocity[axis] = max(-512, min(512, self.velocity[axis] + self.push[axis]))
            self.position[axis] += self.velocity[axis] // 4
            noise = sum(self.draw(384) for _ in range(4)) // 4
            measured.append((self.position[axis] + noise) / 256.0)
        return np.array(measured, np.float32)


def c_array(values):
    numbers = ", ".join(f"{float(v):.8e}f" for v in values)
    return "\n".join(textwrap.wrap(numbers, 118, initial_indent="    ", subsequent_indent="    "))


def main():
    here = pathlib.Path(__file__).parent
    jax.config.update("jax_hlo_source_file_canonicalization_regex", ".*/")  # no folders of this machine in the file
    start = {"x": np.zeros(4, np.float32), "P": 10.0 * np.eye(4, dtype=np.float32)}
    compiled = jax.jit(step, donate_argnums=0)
    module = compiled.lower(start, np.zeros(2, np.float32)).compiler_ir("hlo")
    (here / "filter.pb").write_bytes(module.as_serialized_hlo_module_proto())
    np.save(here / "P.npy", start["P"])

    target, state, track = Target(), start, []
    for t in range(STEPS):
        state, estimate = jax.jit(step)(state, target.measure(t))
        track.extend(np.asarray(estimate))
    text = (f"/* JAX's own track: the estimated position after each of {STEPS} measurements. Written by export.py. */\n"
            f"static const float jax_track[{2 * STEPS}] = {{\n{c_array(track)}}};\n")
    (here / "reference.h").write_text(text)
    print(f"{STEPS} steps, the last estimate at {track[-2]:.3f}, {track[-1]:.3f}")


if __name__ == "__main__":
    main()
