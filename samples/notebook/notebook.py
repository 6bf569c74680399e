# %% [markdown]
# # From training to a microcontroller
#
# A small network learns in JAX which arm of three spirals a point is on. hlo2cpp compiles it to C++, compares it with JAX, and calls it
# on an emulated Cortex-M7.

# %%
import jax
import jax.numpy as jnp
import matplotlib.pyplot as plt
import numpy as np

import hlo2cpp

# %%
rng = np.random.default_rng(0)


def spirals(count):
    arm = rng.integers(0, 3, count)
    radius = np.sqrt(rng.random(count))
    angle = 2.1 * arm + 4 * radius + 0.15 * rng.normal(size=count)
    return np.stack([radius * np.cos(angle), radius * np.sin(angle)], 1).astype(np.float32), arm


def predict(params, point):
    for layer in params["hidden"]:
        point = jnp.tanh(point @ layer["kernel"] + layer["bias"])
    return point @ params["out"]["kernel"] + params["out"]["bias"]


def layer(inputs, outputs):
    return {"kernel": (rng.normal(size=(inputs, outputs)) / inputs**0.5).astype(np.float32), "bias": np.zeros(outputs, np.float32)}


@jax.jit
def train_step(params, momentum, points, arms):
    def loss(params):
        return -jnp.mean(jnp.take_along_axis(jax.nn.log_softmax(predict(params, points)), arms[:, None], 1))

    momentum = jax.tree.map(lambda m, g: 0.9 * m + g, momentum, jax.grad(loss)(params))
    return jax.tree.map(lambda p, m: p - 0.1 * m, params, momentum), momentum


# %%
points, arms = spirals(2000)
held_out, held_out_arms = spirals(500)
params = {"hidden": [layer(2, 32), layer(32, 32)], "out": layer(32, 3)}
momentum = jax.tree.map(np.zeros_like, params)
accuracy = []
for epoch in range(400):
    params, momentum = train_step(params, momentum, points, arms)
    if epoch % 10 == 9:
        accuracy.append(float((jnp.argmax(predict(params, held_out), 1) == held_out_arms).mean()))
print(f"accuracy on {len(held_out)} held-out points: {accuracy[-1]:.3f}")

# %%
model = hlo2cpp.compile(predict, held_out[:1], params=params, name="spirals", target="cortex-m7")
check = model.check(held_out[:1])
print(check)
assert check

# %%
compiled = np.array([np.argmax(model(point[None])) for point in held_out])
same = (compiled == np.argmax(predict(params, held_out), 1)).mean()
print(f"accuracy of the C++: {(compiled == held_out_arms).mean():.3f}; the class that JAX sees: {same:.1%}")

# %%
print(model.measure("arm-none-eabi-g++ -O2"))
board = model.emulate(held_out[:1])
assert np.allclose(board.results, model(held_out[:1]), rtol=1e-5)
print(f"Cortex-M7: {board.instructions:,} instructions, {board.stack_bytes} bytes of stack")
print(model)


# %%
def draw_arena(axes, report):
    colors = plt.get_cmap("tab10")
    for i, buffer in enumerate(report["buffers"]):
        steps = buffer["last_step"] - buffer["first_step"] + 1
        axes.add_patch(plt.Rectangle((buffer["first_step"] - 0.5, buffer["offset"]), steps, buffer["bytes"],
                                     facecolor=colors(i % 10), edgecolor="white"))
        axes.text(buffer["first_step"] - 0.5 + steps / 2, buffer["offset"] + buffer["bytes"] / 2, f"{buffer['bytes']} B",
                  ha="center", va="center", color="white")
    axes.set(xlim=(-0.5, len(report["steps"]) - 0.5), ylim=(0, max(1, report["arena_bytes"])), xlabel="step", ylabel="offset, bytes",
             title=f"Arena: {report['arena_bytes']} bytes")
    axes.set_xticks(range(len(report["steps"])))


figure, (left, middle, right) = plt.subplots(1, 3, figsize=(12, 3.6), layout="constrained")
left.plot(np.arange(1, len(accuracy) + 1) * 10, accuracy)
left.set(xlabel="epoch", ylabel="accuracy, held out", title="Training", ylim=(0, 1.02))
middle.scatter(*held_out.T, c=compiled, cmap="viridis", s=8)
middle.set(title="Classes that the C++ sees", aspect="equal")
draw_arena(right, model.report)
figure.savefig("notebook.png", dpi=80)
plt.show()

# %%
model
