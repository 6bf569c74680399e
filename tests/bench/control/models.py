"""Filters and controllers, each written twice: for JAX, and in CasADi's symbols, which generate C code as well.

A model has arguments that are vectors and matrices of f32. CasADi's arrays lie column by column: matrices are passed to
it, and come from it, transposed.
"""
import dataclasses
import typing

import casadi as ca
import jax
import jax.numpy as jnp
import numpy as np

DT = 0.05


@dataclasses.dataclass
class Model:
    name: str
    function: typing.Callable     # of JAX arrays
    symbolic: typing.Callable     # of CasADi's SX; gives a list
    arguments: list               # arrays
    tolerance: float = 1e-4       # of results beside the peer's


def numbers(seed, *shape):
    return np.random.default_rng(seed).uniform(-1, 1, shape).astype(np.float32)


def positive(size, scale=1.0):
    """A symmetric, positive definite matrix."""
    half = numbers(size, size, size)
    return (scale * (half @ half.T + size * np.eye(size))).astype(np.float32)


# ---- a Kalman filter of four states

A4 = np.array([[1, 0, .1, 0], [0, 1, 0, .1], [0, 0, 1, 0], [0, 0, 0, 1]], np.float32)
H4 = np.eye(2, 4, dtype=np.float32)


def kalman(x, P, z):
    x = A4 @ x
    P = A4 @ P @ A4.T + 0.01 * jnp.eye(4)
    S = H4 @ P @ H4.T + 0.1 * jnp.eye(2)
    determinant = S[0, 0] * S[1, 1] - S[0, 1] * S[1, 0]
    inverse = jnp.array([[S[1, 1], -S[0, 1]], [-S[1, 0], S[0, 0]]]) / determinant
    K = P @ H4.T @ inverse
    return x + K @ (z - H4 @ x), (jnp.eye(4) - K @ H4) @ P


def kalman_symbolic(x, P, z):
    A, H = ca.sparsify(ca.DM(A4.tolist())), ca.sparsify(ca.DM(H4.tolist()))
    x = A @ x
    P = A @ P @ A.T + 0.01 * ca.DM.eye(4)
    S = H @ P @ H.T + 0.1 * ca.DM.eye(2)
    determinant = S[0, 0] * S[1, 1] - S[0, 1] * S[1, 0]
    inverse = ca.vertcat(ca.horzcat(S[1, 1], -S[0, 1]), ca.horzcat(-S[1, 0], S[0, 0])) / determinant
    K = P @ H.T @ inverse
    return [x + K @ (z - H @ x), (ca.DM.eye(4) - K @ H) @ P]


# ---- ranges and bearings of three landmarks: a Jacobian, and an extended Kalman filter

LANDMARKS = np.array([[1, 2], [4, -1], [-2, 3]], np.float32)


def seen(x):
    d = LANDMARKS - x[:2]
    return jnp.concatenate([jnp.sqrt(d[:, 0] ** 2 + d[:, 1] ** 2), jnp.arctan2(d[:, 1], d[:, 0]) - x[2]])


def moved(x, u):
    return jnp.array([x[0] + 0.1 * u[0] * jnp.cos(x[2]), x[1] + 0.1 * u[0] * jnp.sin(x[2]), x[2] + 0.1 * u[1]])


def jacobian(x):
    return jax.jacfwd(seen)(x)


def ekf(x, P, u, z):
    F = jax.jacfwd(moved)(x, u)
    x = moved(x, u)
    P = F @ P @ F.T + 0.01 * jnp.eye(3)
    H = jax.jacfwd(seen)(x)
    S = H @ P @ H.T + 0.1 * jnp.eye(6)
    K = jnp.linalg.solve(S, H @ P).T
    return x + K @ (z - seen(x)), (jnp.eye(3) - K @ H) @ P


def seen_symbolic(x):
    d = [(float(a) - x[0], float(b) - x[1]) for a, b in LANDMARKS]
    return ca.vertcat(*[ca.sqrt(a * a + b * b) for a, b in d], *[ca.atan2(b, a) - x[2] for a, b in d])


def moved_symbolic(x, u):
    return ca.vertcat(x[0] + 0.1 * u[0] * ca.cos(x[2]), x[1] + 0.1 * u[0] * ca.sin(x[2]), x[2] + 0.1 * u[1])


def jacobian_symbolic(x):
    return [ca.densify(ca.jacobian(seen_symbolic(x), x))]


def ekf_symbolic(x, P, u, z):
    F = ca.jacobian(moved_symbolic(x, u), x)
    x = moved_symbolic(x, u)
    P = F @ P @ F.T + 0.01 * ca.DM.eye(3)
    at = ca.SX.sym("at", 3)
    H = ca.substitute(ca.jacobian(seen_symbolic(at), at), at, x)
    S = H @ P @ H.T + 0.1 * ca.DM.eye(6)
    K = ca.solve(S, H @ P).T
    return [x + K @ (z - seen_symbolic(x)), (ca.DM.eye(3) - K @ H) @ P]


# ---- Madgwick's orientation filter

def madgwick(q, acceleration, rate, beta):
    norm = jnp.sqrt(jnp.dot(acceleration, acceleration))
    a = jnp.where(norm > 0, acceleration / jnp.maximum(norm, 1e-9), 0 * acceleration)
    w, x, y, z = q
    f = jnp.array([2 * (x * z - w * y) - a[0], 2 * (w * x + y * z) - a[1], 2 * (0.5 - x * x - y * y) - a[2]])
    J = jnp.array([[-2 * y, 2 * z, -2 * w, 2 * x], [2 * x, 2 * w, 2 * z, 2 * y], [0, -4 * x, -4 * y, 0]])
    s = J.T @ f
    s = s / jnp.sqrt(jnp.dot(s, s))
    p, r, t = rate
    change = 0.5 * jnp.array([-x * p - y * r - z * t, w * p + y * t - z * r, w * r - x * t + z * p, w * t + x * r - y * p])
    q = q + (change - beta[0] * s) * 0.01
    return q / jnp.sqrt(jnp.dot(q, q))


def madgwick_symbolic(q, acceleration, rate, beta):
    norm = ca.sqrt(ca.dot(acceleration, acceleration))
    a = ca.if_else(norm > 0, acceleration / ca.fmax(norm, 1e-9), 0 * acceleration)
    w, x, y, z = (q[i] for i in range(4))
    f = ca.vertcat(2 * (x * z - w * y) - a[0], 2 * (w * x + y * z) - a[1], 2 * (0.5 - x * x - y * y) - a[2])
    J = ca.vertcat(ca.horzcat(-2 * y, 2 * z, -2 * w, 2 * x), ca.horzcat(2 * x, 2 * w, 2 * z, 2 * y), ca.horzcat(0, -4 * x, -4 * y, 0))
    s = J.T @ f
    s = s / ca.sqrt(ca.dot(s, s))
    p, r, t = (rate[i] for i in range(3))
    change = 0.5 * ca.vertcat(-x * p - y * r - z * t, w * p + y * t - z * r, w * r - x * t + z * p, w * t + x * r - y * p)
    q = q + (change - beta * s) * 0.01
    return [q / ca.sqrt(ca.dot(q, q))]


# ---- a cascade of two PID controllers with a filtered derivative, limits, and two notch filters

NOTCHES = np.array([[0.95, -1.8, 0.95, -1.8, 0.9], [0.9, -1.5, 0.9, -1.5, 0.8]], np.float32)  # b0 b1 b2 a1 a2


def pid_step(limit, mean, error, integral, slope, gains):
    """One controller, in any arithmetic that has the functions `limit` and `mean`."""
    kp, ki, kd = gains
    change = mean(slope, (error - integral[1]) / DT)
    wanted = kp * error + ki * integral[0] + kd * change
    output = limit(wanted, 1.0)
    return output, integral[0] + DT * error + 0.1 * (output - wanted), change


def pid_any(stack, limit, state, reference, measured):
    mean = lambda old, new: 0.8 * old + 0.2 * new
    outer, i0, d0 = pid_step(limit, mean, reference[0] - measured[0], (state[0], state[1]), state[2], (2.0, 0.5, 0.1))
    e1 = outer - measured[1]
    inner, i1, d1 = pid_step(limit, mean, e1, (state[3], state[4]), state[5], (4.0, 2.0, 0.05))
    signal, notches = inner, []
    for n, (b0, b1, b2, a1, a2) in enumerate(NOTCHES.tolist()):
        s, t = state[6 + 2 * n], state[7 + 2 * n]
        filtered = b0 * signal + s
        notches += [b1 * signal - a1 * filtered + t, b2 * signal - a2 * filtered]
        signal = filtered
    return stack([i0, reference[0] - measured[0], d0, i1, e1, d1, *notches]), limit(signal, 0.9)


def pid(state, reference, measured):
    new, out = pid_any(jnp.stack, lambda v, m: jnp.clip(v, -m, m), state, reference, measured)
    return new, out.reshape(1)


def pid_symbolic(state, reference, measured):
    return list(pid_any(lambda v: ca.vertcat(*v), lambda v, m: ca.fmin(ca.fmax(v, -m), m), state, reference, measured))


# ---- a linear-quadratic regulator of six states and two inputs, with an observer and integral action

LQR = {name: (scale * numbers(seed, *shape)).astype(np.float32) for name, seed, scale, shape in
       (("A", 11, 0.3, (6, 6)), ("B", 12, 1.0, (6, 2)), ("C", 13, 1.0, (2, 6)), ("L", 14, 0.2, (6, 2)), ("K", 15, 0.5, (2, 6)), ("I", 16, 0.1, (2, 2)))}
LQR["A"][np.abs(LQR["A"]) < 0.1] = 0
LQR["C"] = np.eye(2, 6, dtype=np.float32)


def lqr(x, integral, reference, measured):
    m = LQR
    error = reference - measured
    u = jnp.clip(-m["K"] @ x + m["I"] @ integral, -1, 1)
    x = m["A"] @ x + m["B"] @ u + m["L"] @ (measured - m["C"] @ x)
    return x, integral + DT * error, u


def lqr_symbolic(x, integral, reference, measured):
    m = {name: ca.sparsify(ca.DM(value.tolist())) for name, value in LQR.items()}
    error = reference - measured
    u = ca.fmin(ca.fmax(-m["K"] @ x + m["I"] @ integral, -1), 1)
    x = m["A"] @ x + m["B"] @ u + m["L"] @ (measured - m["C"] @ x)
    return [x, integral + DT * error, u]


# ---- model-predictive control: ten steps of a projected gradient over five inputs

MPC_H, MPC_F = 0.1 * positive(5), numbers(21, 5, 4)
MPC_STEP = float(1 / np.linalg.norm(MPC_H, 2))


def mpc(x, start):
    linear = MPC_F @ x
    return jax.lax.fori_loop(0, 10, lambda _, u: jnp.clip(u - MPC_STEP * (MPC_H @ u + linear), -1, 1), start)


def mpc_symbolic(x, start):
    H, u = ca.DM(MPC_H.tolist()), start
    linear = ca.DM(MPC_F.tolist()) @ x
    for _ in range(10):
        u = ca.fmin(ca.fmax(u - MPC_STEP * (H @ u + linear), -1), 1)
    return [u]


# ---- a step of a rigid body that turns: quaternion, rates, torques

INERTIA = np.array([[0.02, 0.001, 0], [0.001, 0.03, 0], [0, 0, 0.04]], np.float32)
INVERSE = np.linalg.inv(INERTIA).astype(np.float32)
INVERSE[np.abs(INVERSE) < 1e-6] = 0


def body(q, rate, torque):
    rate = rate + DT * (INVERSE @ (torque - jnp.cross(rate, INERTIA @ rate)))
    p, r, t = rate
    omega = jnp.array([[0, -p, -r, -t], [p, 0, t, -r], [r, -t, 0, p], [t, r, -p, 0]])
    q = q + 0.5 * DT * (omega @ q)
    return q / jnp.linalg.norm(q), rate


def body_symbolic(q, rate, torque):
    inertia, inverse = (ca.sparsify(ca.DM(m.tolist())) for m in (INERTIA, INVERSE))
    rate = rate + DT * (inverse @ (torque - ca.cross(rate, inertia @ rate)))
    p, r, t = (rate[i] for i in range(3))
    omega = ca.vertcat(ca.horzcat(0, -p, -r, -t), ca.horzcat(p, 0, t, -r), ca.horzcat(r, -t, 0, p), ca.horzcat(t, r, -p, 0))
    q = q + 0.5 * DT * (omega @ q)
    return [q / ca.norm_2(q), rate]


# ---- the place of a hand behind six joints, and its Jacobian

LINKS = [(0.0, 0.36, -1), (0.42, 0.0, 0), (0.1, 0.0, -1), (0.0, 0.4, 1), (0.0, 0.0, -1), (0.0, 0.12, 0)]  # a, d, quarter turns


def hand_any(stack, matmul, eye, sin, cos, angles):
    pose = eye
    for i, (a, d, turns) in enumerate(LINKS):
        c, s = cos(angles[i]), sin(angles[i])
        ca_, sa = (1.0, 0.0) if turns == 0 else (0.0, float(turns))
        link = stack([[c, -s * ca_, s * sa, a * c], [s, c * ca_, -c * sa, a * s], [0.0, sa, ca_, d], [0.0, 0.0, 0.0, 1.0]])
        pose = matmul(pose, link)
    return pose


def hand(angles):
    return hand_any(lambda rows: jnp.array(rows), jnp.matmul, jnp.eye(4), jnp.sin, jnp.cos, angles)


def kinematics(angles):
    return hand(angles)[:3], jax.jacfwd(lambda a: hand(a)[:3, 3])(angles)


def kinematics_symbolic(angles):
    rows = lambda r: ca.vertcat(*[ca.horzcat(*row) for row in r])
    pose = hand_any(rows, lambda a, b: ca.sparsify(a) @ ca.sparsify(b), ca.SX.eye(4), ca.sin, ca.cos, angles)
    return [ca.densify(pose[:3, :]), ca.densify(ca.jacobian(pose[:3, 3], angles))]


# ---- an unscented Kalman filter of three states and two measurements

UKF_N, UKF_LAMBDA = 3, 0.5
UKF_WEIGHTS = np.array([UKF_LAMBDA / (UKF_N + UKF_LAMBDA)] + [0.5 / (UKF_N + UKF_LAMBDA)] * 6, np.float32)


def ukf(x, P, u, z):
    root = jnp.linalg.cholesky((UKF_N + UKF_LAMBDA) * P)
    points = jnp.concatenate([x[None], x + root.T, x - root.T])
    points = jax.vmap(lambda p: moved(p, u))(points)
    seen_ = jnp.stack([jnp.sqrt(points[:, 0] ** 2 + points[:, 1] ** 2), points[:, 2]], 1)
    x, y = UKF_WEIGHTS @ points, UKF_WEIGHTS @ seen_
    dx, dy = points - x, seen_ - y
    P = (dx.T * UKF_WEIGHTS) @ dx + 0.01 * jnp.eye(3)
    S = (dy.T * UKF_WEIGHTS) @ dy + 0.1 * jnp.eye(2)
    determinant = S[0, 0] * S[1, 1] - S[0, 1] * S[1, 0]
    K = (dx.T * UKF_WEIGHTS) @ dy @ (jnp.array([[S[1, 1], -S[0, 1]], [-S[1, 0], S[0, 0]]]) / determinant)
    return x + K @ (z - y), P - K @ S @ K.T


def ukf_symbolic(x, P, u, z):
    root = ca.chol((UKF_N + UKF_LAMBDA) * P).T
    weights = [float(w) for w in UKF_WEIGHTS]
    points = [x] + [x + root[:, i] for i in range(3)] + [x - root[:, i] for i in range(3)]
    points = [moved_symbolic(p, u) for p in points]
    seen_ = [ca.vertcat(ca.sqrt(p[0] * p[0] + p[1] * p[1]), p[2]) for p in points]
    mean = lambda v: sum(w * one for w, one in zip(weights, v))
    x, y = mean(points), mean(seen_)
    dx, dy = [p - x for p in points], [s - y for s in seen_]
    spread = lambda a, b: sum(w * (one @ two.T) for w, one, two in zip(weights, a, b))
    P = spread(dx, dx) + 0.01 * ca.DM.eye(3)
    S = spread(dy, dy) + 0.1 * ca.DM.eye(2)
    determinant = S[0, 0] * S[1, 1] - S[0, 1] * S[1, 0]
    K = spread(dx, dy) @ (ca.vertcat(ca.horzcat(S[1, 1], -S[0, 1]), ca.horzcat(-S[1, 0], S[0, 0])) / determinant)
    return [x + K @ (z - y), P - K @ S @ K.T]


def all_models():
    x3, u2 = np.array([0.5, 0.4, 0.3], np.float32), np.array([1, 0.2], np.float32)
    q = np.array([0.9, 0.1, -0.2, 0.3], np.float32)
    return [
        Model("kalman", kalman, kalman_symbolic, [numbers(1, 4), positive(4), numbers(2, 2)]),
        Model("jacobian", jacobian, jacobian_symbolic, [x3]),
        Model("ekf", ekf, ekf_symbolic, [x3, positive(3, 0.1), u2, numbers(3, 6)], 1e-3),
        Model("madgwick", madgwick, madgwick_symbolic, [q, np.array([0.1, 0.2, 9.7], np.float32), numbers(4, 3), np.array([0.1], np.float32)]),
        Model("pid", pid, pid_symbolic, [0.1 * numbers(5, 10), numbers(6, 1), numbers(7, 2)]),
        Model("lqr", lqr, lqr_symbolic, [numbers(8, 6), numbers(9, 2), numbers(10, 2), numbers(11, 2)]),
        Model("mpc", mpc, mpc_symbolic, [numbers(12, 4), 0.1 * numbers(13, 5)]),
        Model("body", body, body_symbolic, [q, numbers(14, 3), 0.1 * numbers(15, 3)]),
        Model("kinematics", kinematics, kinematics_symbolic, [numbers(16, 6)]),
        Model("ukf", ukf, ukf_symbolic, [x3, positive(3, 0.1), u2, numbers(17, 2)], 1e-3),
    ]
