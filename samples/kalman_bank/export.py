"""Exports a bank of extended Kalman filters and an LQR design, and what JAX itself makes of a minute at sea.

    python3 -m venv venv && venv/bin/pip install jax numpy
    venv/bin/python samples/kalman_bank/export.py

writes beside this file: bank.pb (one step of all filters as HLO, their state donated), x.npy and P.npy (what they start
from), lqr.pb (the design of the steering), and reference.h (the scene, and JAX's gain, estimates and course).
"""
import pathlib
import textwrap

import jax
import jax.numpy as jnp
import numpy as np
from jax.scipy.linalg import cho_factor, cho_solve, solve_triangular

STEPS = 300
DT = 0.2  # seconds between two looks of the radar
TARGETS, STATES = 4, 5

# A look is sent as integers: range in units of 1/8 m, bearing in units of 1/65536 of a turn.
RANGE_UNIT, BEARING_UNIT = 1 / 8, 2 * np.pi / 65536
RANGE_NOISE, BEARING_NOISE = 3.0, 0.02  # standard deviations, m and rad
R_RADAR = np.diag([RANGE_NOISE**2, BEARING_NOISE**2]).astype(np.float32)

# What pushes a target about: an acceleration of 0.6 m/s^2, and a change of its turn rate by 0.15 rad/s in a second.
Q_TARGET = np.zeros((STATES, STATES), np.float32)
Q_TARGET[:4, :4] = 0.6**2 * np.kron([[DT**4 / 4, DT**3 / 2], [DT**3 / 2, DT**2]], np.eye(2))
Q_TARGET[4, 4] = (0.15 * DT) ** 2

# The own boat, position and velocity, is steered by an acceleration. All of this is in boat.h, too.
A = (np.eye(4) + DT * np.eye(4, k=2)).astype(np.float32)
B = np.vstack([0.5 * DT * DT * np.eye(2), DT * np.eye(2)]).astype(np.float32)
Q = np.diag([1, 1, 4, 4]).astype(np.float32)
R = np.diag([6, 6]).astype(np.float32)
START = np.array([60, 40, 0, 0], np.float32)
FOLLOWED, REACH, LIMIT = 2, 60, 4


def move(x):
    """A target DT later: its velocity turns at the rate x[4], its position follows the mean of both velocities."""
    px, py, vx, vy, turn = x
    c, s = jnp.cos(DT * turn), jnp.sin(DT * turn)
    wx, wy = c * vx - s * vy, s * vx + c * vy
    return jnp.array([px + DT * (vx + wx) / 2, py + DT * (vy + wy) / 2, wx, wy, turn])


def look(x):
    """Range and bearing (from east to north) of a target, from the radar at the origin."""
    return jnp.array([jnp.linalg.norm(x[:2]), jnp.arctan2(x[1], x[0])])


def track(x, P, measured):
    """One step of one filter: predict, compare, correct. The last result is the normalised innovation squared."""
    F = jax.jacfwd(move)(x)
    x = move(x)
    P = F @ P @ F.T + Q_TARGET
    H = jax.jacfwd(look)(x)
    S = H @ P @ H.T + R_RADAR
    innovation = measured - look(x)
    turns = jnp.round(innovation[1] / (2 * jnp.pi))
    innovation = innovation - jnp.array([0, 2 * jnp.pi]) * turns  # the short way round
    factor = cho_factor(S, lower=True)
    K = cho_solve(factor, H @ P).T
    I_KH = jnp.eye(STATES) - K @ H
    P = I_KH @ P @ I_KH.T + K @ R_RADAR @ K.T  # Joseph's form: stays symmetric and positive
    whitened = solve_triangular(factor[0], innovation, lower=True)
    return x + K @ innovation, P, whitened @ whitened


def bank(state, measured):
    """One step of all filters."""
    x, P, nis = jax.vmap(track)(state["x"], state["P"], measured)
    return {"x": x, "P": P}, x, nis


def lqr(A, B, Q, R):
    """The gain of the steering u = K (wanted - x) that costs least in the long run: Riccati's recursion."""

    def gain(P):
        return jnp.linalg.solve(R + B.T @ P @ B, B.T @ P @ A)

    return gain(jax.lax.fori_loop(0, 200, lambda _, P: Q + A.T @ P @ (A - B @ gain(P)), Q))


def scene():
    """Where the targets are: one goes straight on, one in a circle, one in bends, and one turns to starboard once."""
    speed = np.array([9.0, 11.0, 10.0, 12.0])
    heading = np.array([2.75, -1.9, 0.6, -2.6])
    position = np.array([[330.0, 150.0], [-190.0, 210.0], [-60.0, -260.0], [380.0, -60.0]])
    positions = []
    for t in range(STEPS):
        positions.append(position)
        seconds = DT * t
        turn = np.array([0.0, 0.11, 0.2 * np.sin(0.33 * seconds), -0.3 if 22 < seconds < 27 else 0.0])
        heading = heading + DT * turn
        position = position + DT * speed[:, None] * np.stack([np.cos(heading), np.sin(heading)], axis=1)
    return np.array(positions)


def radar(positions, random):
    """What the radar sends of them."""
    x, y = positions[..., 0], positions[..., 1]
    distance = np.hypot(x, y) + RANGE_NOISE * random.standard_normal(x.shape)
    bearing = np.arctan2(y, x) + BEARING_NOISE * random.standard_normal(x.shape)
    sent = np.round(np.stack([distance / RANGE_UNIT, bearing / BEARING_UNIT], axis=-1)).astype(int)
    return (sent + 32768) % 65536 - 32768  # 16 bits


def steer(K, own, wanted):
    """The own boat DT later."""
    push = np.clip(K @ np.clip(wanted - own, -REACH, REACH), -LIMIT, LIMIT)
    return A @ own + B @ push


def follow(K, start, looks):
    """JAX's own run: the estimates and the course of the own boat, after each look."""
    step, state, own, estimates, course = jax.jit(bank), start, START, [], []
    for sent in looks:
        state, x, _ = step(state, sent * np.array([RANGE_UNIT, BEARING_UNIT], np.float32))
        own = steer(K, own, np.asarray(x)[FOLLOWED, :4])
        estimates.append(x)
        course.append(own[:2])
    return np.array(estimates), np.array(course)


def c_array(kind, name, values):
    values = np.asarray(values)
    form = "{}" if kind == "int16_t" else "{:#.8g}f"
    numbers = ", ".join(form.format(v) for v in values.flatten().tolist())
    text = "\n".join(textwrap.wrap(numbers, 118, initial_indent="    ", subsequent_indent="    "))
    return f"static const {kind} {name}[{values.size}] = {{\n{text}}};\n"


def export(path, function, *arguments):
    path.write_bytes(function.lower(*arguments).compiler_ir("hlo").as_serialized_hlo_module_proto())


def main():
    here = pathlib.Path(__file__).parent
    jax.config.update("jax_hlo_source_file_canonicalization_regex", ".*/")  # no folders of this machine in the files
    random = np.random.default_rng(7)
    positions = scene()
    looks = radar(positions, random)

    # Somebody has said roughly where the targets are, and nothing of how they move.
    x = np.zeros((TARGETS, STATES), np.float32)
    x[:, :2] = positions[0] + 10 * random.standard_normal((TARGETS, 2))
    P = np.tile(np.diag(np.array([15, 15, 12, 12, 0.1], np.float32) ** 2), (TARGETS, 1, 1))
    start = {"x": x, "P": P}
    np.save(here / "x.npy", x)
    np.save(here / "P.npy", P)
    export(here / "bank.pb", jax.jit(bank, donate_argnums=0), start, np.zeros((TARGETS, 2), np.float32))
    export(here / "lqr.pb", jax.jit(lqr), A, B, Q, R)

    K = np.asarray(jax.jit(lqr)(A, B, Q, R))
    estimates, course = follow(K, start, looks)
    text = (
        f"/* {STEPS} steps of {TARGETS} targets, written by export.py: where they are (1/8 m), what the radar sends of\n"
        "   them (range in 1/8 m, bearing in 1/65536 of a turn), and what JAX makes of it: the LQR's gain (one column\n"
        "   after the other), the estimates and the own boat's course. */\n"
        + c_array("int16_t", "true_positions", np.round(positions * 8).astype(int))
        + c_array("int16_t", "radar_looks", looks)
        + c_array("float", "jax_gain", K.T)
        + c_array("float", "jax_estimates", estimates)
        + c_array("float", "jax_course", course)
    )
    (here / "reference.h").write_text(text)
    gap = np.linalg.norm(course[-1] - positions[-1, FOLLOWED])
    print(f"{STEPS} steps; the own boat ends {gap:.1f} m from what it follows")


if __name__ == "__main__":
    main()
