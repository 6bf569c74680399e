"""What compile() takes, and what a model does."""
import shutil
import subprocess
import sys

import jax
import jax.export
import jax.numpy as jnp
import ml_dtypes
import numpy as np
import pytest

import hlo2cpp

PARAMS = {"dense": {"kernel": np.arange(12, dtype=np.float32).reshape(4, 3) / 10, "bias": np.array([1, 2, 3], np.float32)}}
X = np.linspace(-1, 1, 8, dtype=np.float32).reshape(2, 4)


def net(params, x):
    return {"y": jnp.tanh(x @ params["dense"]["kernel"] + params["dense"]["bias"])}


def running_mean(s, x):
    n = {"total": s["total"] + x, "count": s["count"] + 1}
    return n["total"] / n["count"], n


START = {"total": np.zeros(3, np.float32), "count": np.float32(0)}


@pytest.fixture(scope="module")
def model():
    return hlo2cpp.compile(net, X, params=PARAMS, name="net")


def test_frozen_params_are_constants_of_their_names(model):
    assert [a["name"] for a in model.report["arguments"]] == ["x", "out"]
    assert "params['dense']['kernel']" in model.source and model.report["weights_bytes"] == 60
    np.testing.assert_allclose(model(X)["y"], net(PARAMS, X)["y"], rtol=1e-5)


def test_params_are_arguments_without_freezing():
    model = hlo2cpp.compile(net, PARAMS, X)
    assert model.report["arguments"][1]["name"] == "params_dense_kernel"
    assert model.check(PARAMS, X)


def test_weights_of_a_module_become_constants_by_their_names(tmp_path):
    weights = {"dense/kernel": PARAMS["dense"]["kernel"], "dense/bias": PARAMS["dense"]["bias"]}
    np.savez(tmp_path / "weights.npz", **weights)
    lowered = jax.jit(net).lower(PARAMS, X)
    for module in (lowered, lowered.as_text("hlo"), lowered.as_text(debug_info=True)):
        for constants in (weights, tmp_path / "weights.npz"):
            model = hlo2cpp.compile(module, constants=constants, name="net")
            assert len(model.report["arguments"]) == 2 and model.report["weights_bytes"] == 60
            np.testing.assert_allclose(jax.tree.leaves(model(X))[0], net(PARAMS, X)["y"], rtol=1e-5)
            assert model.check(X)
    with pytest.raises(hlo2cpp.CompileError, match=r"did you mean params\['dense'\]\['bias'\]"):
        hlo2cpp.compile(lowered, constants={"params/dense/bia": weights["dense/bias"]})
    with pytest.raises(TypeError, match="params="):
        hlo2cpp.compile(net, PARAMS, X, constants=weights)


@pytest.mark.parametrize("form", ["jitted", "lowered", "exported", "stablehlo text", "stablehlo bytes", "hlo text", "proto"])
def test_every_form_of_a_function_compiles(form):
    jitted = jax.jit(net)
    lowered = jitted.lower(PARAMS, X)
    exported = jax.export.export(jitted)(PARAMS, X)
    leaves = jax.tree.leaves((PARAMS, X))
    f, args = {"jitted": (jitted, (PARAMS, X)), "lowered": (lowered, (PARAMS, X)), "exported": (exported, (PARAMS, X)),
               "stablehlo text": (lowered.as_text(), leaves), "stablehlo bytes": (exported.mlir_module_serialized, leaves),
               "hlo text": (lowered.as_text("hlo"), leaves),
               "proto": (lowered.compiler_ir("hlo").as_serialized_hlo_module_proto(), leaves)}[form]
    model = hlo2cpp.compile(f, *(args if form == "jitted" else ()))
    np.testing.assert_allclose(jax.tree.leaves(model(*args))[0], net(PARAMS, X)["y"], rtol=1e-5)
    assert model.check(*args)


def test_state_is_kept_between_calls_and_check_leaves_it():
    model = hlo2cpp.compile(running_mean, START, X[0, :3], state="s")
    for x in (1.0, 2.0, 6.0):
        mean, state = model(np.full(3, x, np.float32))
    assert mean.tolist() == [3, 3, 3] and state["count"] == 3
    assert model.check(X[0, :3]) and model.state["s_count"] == 3
    model.reset()
    assert model.state["s_count"] == 0


def test_a_result_of_the_same_shape_is_not_taken_for_the_next_state():
    model = hlo2cpp.compile(lambda x, s: (2 * x, {"sum": s["sum"] + x}), np.float32(1), {"sum": np.float32(10)}, state="s")
    assert [float(model(np.float32(1))[1]["sum"]) for _ in range(3)] == [11, 12, 13]


def test_a_module_without_its_function_gives_the_next_state_as_its_result():
    lowered = jax.jit(lambda random_state, x: (x[0], random_state + x), donate_argnums=0).lower(X[0], X[0])
    model = hlo2cpp.compile(lowered.compiler_ir("hlo").as_serialized_hlo_module_proto(), name="sums", state="random_state")
    first, second = model(X[0]), model(X[0])
    assert second[0] == X[0, 0]
    np.testing.assert_allclose([first[1], second[1]], [X[0], 2 * X[0]])


def test_random_numbers_are_no_result_and_their_state_is_no_argument():
    text = """HloModule draw
ENTRY main {
  low = f32[] parameter(0)
  one = f32[] constant(1)
  ROOT drawn = f32[4]{0} rng(low, one), distribution=rng_uniform
}"""
    model = hlo2cpp.compile(text, name="draw")
    drawn = model(np.float32(0))
    assert drawn.shape == (4,) and np.any(drawn != model(np.float32(0)))


def test_check_runs_the_steps_that_are_made_for_a_cortex_m():
    steps = {t: hlo2cpp.compile(net, X, params=PARAMS, target=t).check(X) for t in ("cortex-m4", "cortex-m7")}
    assert all(steps.values()), steps


def test_a_donated_argument_holds_the_result():
    model = hlo2cpp.compile(lambda s, x: s + x, X, X, donate=0)
    assert model.report["arguments"][0]["direction"] == "inout"
    np.testing.assert_allclose(model(X, 2 * X), 3 * X)
    assert model.check(X, X)


def test_unused_and_static_arguments_keep_their_places():
    f = lambda unused, n, x: x * n
    model = hlo2cpp.compile(f, X, 3, X, static_argnums=1)
    np.testing.assert_allclose(model(X, 3, X), 3 * X)
    np.testing.assert_allclose(model(X, X), 3 * X)
    jitted = hlo2cpp.compile(jax.jit(lambda unused, x: x + 1), X, X)
    np.testing.assert_allclose(jitted(X, X), X + 1)


@pytest.mark.parametrize("dtype", ["bool", "int8", "uint16", "int32", "float16", "bfloat16", "float8_e4m3fn", "int4", "uint4",
                                   "complex64"])
def test_arrays_of_every_kind_of_type_come_back(dtype):
    x = np.array([0, 1, 1, 0, 1]).astype(getattr(ml_dtypes, dtype, dtype))
    got = hlo2cpp.compile(lambda x: x[::-1], x)(x)
    assert got.dtype == x.dtype and (got == x[::-1]).all()


def test_x64_follows_the_argument():
    x = np.array([1e-9, 1.0])
    assert hlo2cpp.compile(jnp.sum, x, x64=True)(x).dtype == np.float64
    assert hlo2cpp.compile(jnp.sum, x)(x).dtype == np.float32


def test_check_shows_where_results_part(model):
    found = hlo2cpp.model.Difference.of("y", np.array([1, 2], np.float32), np.array([1, 2.5], np.float32), 1e-4)
    assert not found.good and "[1]: 2.5 where JAX has 2.0" in str(found)
    assert str(model.check(X)).endswith("elements)")


def test_errors_carry_the_diagnostics(tmp_path):
    with pytest.raises(hlo2cpp.CompileError, match="custom call|callback|not supported"):
        hlo2cpp.compile(lambda x: jax.pure_callback(np.sin, x, x), X)
    with pytest.raises(hlo2cpp.CompileError, match="unknown target 'z80'"):
        hlo2cpp.compile(net, PARAMS, X, target="z80")
    with pytest.raises(hlo2cpp.CompileError, match="no such file"):
        hlo2cpp.compile(str(tmp_path / "none.pb"))
    with pytest.raises(hlo2cpp.CompileError, match="no next value"):
        hlo2cpp.compile(lambda s, x: x, np.zeros(3, np.float32), X, state="s")


def test_sizes_that_an_export_leaves_open_are_given_by_name():
    rows, = jax.export.symbolic_shape("rows")
    exported = jax.export.export(jax.jit(lambda x: jnp.linalg.cholesky(x) + 1))(jax.ShapeDtypeStruct((rows, 2, 2), np.float32))
    x = np.stack([np.eye(2, dtype=np.float32) * n for n in (1, 4, 9)])
    for f, name in ((exported, "args[0]"), (bytes(exported.serialize()), "args[0]"), (exported.mlir_module(), "arg0")):
        model = hlo2cpp.compile(f, input_shapes={name: (3, 2, 2)})
        np.testing.assert_allclose(model(x), np.asarray(exported.call(x)), rtol=1e-6)
        assert model.check(x)
        with pytest.raises(hlo2cpp.CompileError, match=r"leaves sizes of its arguments open.*=\?,2,2\n.*input_shapes=") as raised:
            hlo2cpp.compile(f, name="roots")
        assert str(raised.value).startswith("roots: error:") and "/tmp" not in str(raised.value)


def test_arrays_lie_in_the_memories_that_are_named():
    weights = np.arange(64, dtype=np.float32).reshape(8, 8) / 64

    def products(x):
        return jnp.sum(jnp.dot(jnp.dot(x, weights) * 1.5, x.T), axis=0)

    x = np.linspace(-1, 1, 64, dtype=np.float32).reshape(8, 8)
    model = hlo2cpp.compile(products, x, memory={"dtcm": "1k", "sram": 4096})
    assert [(region["name"], region["budget_bytes"]) for region in model.report["regions"]] == [("dtcm", 1024), ("sram", 4096)]
    np.testing.assert_allclose(model(x), products(x), rtol=1e-5)
    with pytest.raises(hlo2cpp.CompileError, match="the arena does not fit"):
        hlo2cpp.compile(products, x, memory="dtcm=16").report


def test_one_function_of_several_is_chosen_by_name():
    program = "".join(f"func.func @{name}(%x: tensor<2xf32>) -> tensor<2xf32> {{\n  %0 = stablehlo.{op} %x, %x : tensor<2xf32>\n"
                      "  return %0 : tensor<2xf32>\n}\n" for name, op in (("twice", "add"), ("square", "multiply")))
    model = hlo2cpp.compile(program, entry="square")
    np.testing.assert_array_equal(model(np.float32([3, 4])), [9, 16])
    assert model.check(np.float32([3, 4]))
    with pytest.raises(hlo2cpp.CompileError, match=r"none is called main.*twice, square\n.*entry="):
        hlo2cpp.compile(program)


def _rebuilt(factors):
    """The matrices that a decomposition by singular or eigenvalues stands for: the vectors have no unique signs."""
    left, values, right = factors
    return (left * values[:, None, :]) @ right


LINEAR_ALGEBRA = {
    "qr": lambda a: tuple(jnp.linalg.qr(a)),
    "svd": lambda a: _rebuilt(jnp.linalg.svd(a, full_matrices=False)),
    "eigh": lambda a: (lambda w, v: _rebuilt((v, w, v.mT)))(*jnp.linalg.eigh(a + a.mT)),
    "eigvals": lambda a: jnp.sort(jnp.abs(jnp.linalg.eigvals(a)), axis=-1),
    "lu": lambda a: tuple(jax.scipy.linalg.lu_factor(a)),
    "solve": lambda a: jnp.linalg.solve(a, a[:, :, :1]),
    "hessenberg": jax.scipy.linalg.hessenberg,
    "approx_max_k": lambda a: jax.lax.approx_max_k(a.reshape(a.shape[0], -1), 3)[0],
}


@pytest.mark.parametrize("name", LINEAR_ALGEBRA)
def test_linear_algebra_of_any_number_of_matrices(name):
    f = jax.jit(LINEAR_ALGEBRA[name])
    count, = jax.export.symbolic_shape("count")
    exported = jax.export.export(f)(jax.ShapeDtypeStruct((count, 4, 4), np.float32))
    a = np.random.default_rng(0).standard_normal((3, 4, 4), np.float32)
    model = hlo2cpp.compile(exported, input_shapes={"args[0]": a.shape})
    for mine, of_jax in zip(jax.tree.leaves(model(a)), jax.tree.leaves(f(a)), strict=True):
        np.testing.assert_allclose(mine, of_jax, rtol=2e-3, atol=2e-4)


@pytest.mark.parametrize("text", ["module { foo }", "HloModule m", "func.func @main() {"])
def test_broken_text_of_one_line_is_text_and_no_path(text):
    with pytest.raises(hlo2cpp.CompileError, match="error: ") as raised:
        hlo2cpp.compile(text)
    assert "no such file" not in str(raised.value) and "/tmp" not in str(raised.value)


def test_wrong_arguments_are_named(model):
    with pytest.raises(TypeError, match="takes 1 arrays"):
        model(X, X)
    with pytest.raises(TypeError, match=r"x: has the shape \(4,\)"):
        model(X[0])


def test_time_and_pictures(model):
    times = model.time(50, X)
    assert len(times.seconds) == 50 and 0 < times.median < 1 and "median" in str(times)
    assert "arena" in str(model) and model._repr_html_().startswith("<iframe")


@pytest.mark.parametrize("kind", ["cmake", "make"])
def test_saved_projects_build_and_pass_their_self_test(model, tmp_path, kind):
    model.save(tmp_path, project=kind)
    build = {"cmake": "cmake -S . -B b >/dev/null && cmake --build b >/dev/null && b/net_example", "make": "make -s test"}[kind]
    done = subprocess.run(build, shell=True, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0 and "self-test: good" in done.stdout, done.stderr


def test_a_project_of_an_unknown_kind_is_refused(model, tmp_path):
    with pytest.raises(hlo2cpp.CompileError, match="unknown kind 'bazel'; one of make, cmake, arduino"):
        model.save(tmp_path, project="bazel")


def test_the_command_takes_stablehlo_and_exports(tmp_path):
    exported = jax.export.export(jax.jit(net))(PARAMS, X)
    for name, data in {"net.mlirbc": exported.mlir_module_serialized, "net.jax": exported.serialize(),
                       "net.mlir": exported.mlir_module().encode()}.items():
        (tmp_path / name).write_bytes(data)
        subprocess.run([sys.executable, "-m", "hlo2cpp.cli", "compile", name, "--output-dir", name + ".out"], cwd=tmp_path, check=True)
        assert (tmp_path / f"{name}.out" / "net.cpp").exists()


def test_stablehlo_and_exports_need_no_jax(tmp_path):
    exported = jax.export.export(jax.jit(net))(PARAMS, X)
    for name, data in {"net.mlir": exported.mlir_module().encode(), "net.jax": exported.serialize()}.items():
        (tmp_path / name).write_bytes(data)
        block = f"import sys; sys.modules.update({{'jax': None, 'jaxlib': None}}); import hlo2cpp; print(len(hlo2cpp.compile({name!r}).report['arguments']))"
        done = subprocess.run([sys.executable, "-c", block], cwd=tmp_path, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr


@pytest.mark.skipif(not (shutil.which("arm-none-eabi-g++") and shutil.which("qemu-system-arm")), reason="no board")
def test_an_emulated_cortex_m7_gives_what_this_machine_gives():
    model = hlo2cpp.compile(net, X, params=PARAMS, name="net", target="cortex-m7")
    board = model.emulate(X)
    np.testing.assert_allclose(board.results["y"], model(X)["y"], rtol=1e-6)
    assert board.instructions > 100 and 0 < board.stack_bytes < 4096
    measured = model.measure("arm-none-eabi-g++ -O2")
    assert measured["text_bytes"] > 0 and measured["stack_bytes"] > 0 and "stack" in str(model)


@pytest.mark.skipif(not (shutil.which("arm-none-eabi-g++") and shutil.which("qemu-system-arm")), reason="no board")
def test_code_in_c_gives_what_code_in_cpp_gives(model):
    in_c = hlo2cpp.compile(net, X, params=PARAMS, name="net", target="cortex-m7", options=["--language", "c", "--cooperative"])
    assert "static_cast" not in in_c.source
    np.testing.assert_array_equal(in_c(X)["y"], model(X)["y"])
    np.testing.assert_allclose(in_c.emulate(X).results["y"], in_c(X)["y"], rtol=1e-6)
    in_c.check(X)


@pytest.mark.skipif(not (shutil.which("arm-none-eabi-g++") and shutil.which("qemu-system-arm")), reason="no board")
@pytest.mark.parametrize("dtype", ["float32", "int32", "bool", "bfloat16", "float64"])
def test_scalars_by_value_are_passed_as_they_are(dtype):
    scale = np.asarray(1).astype(getattr(ml_dtypes, dtype, dtype))
    scaled = hlo2cpp.compile(lambda x, scale: x * scale.astype(x.dtype), X, scale, name="scaled", target="cortex-m7",
                             options=["--scalars", "value"])
    assert [a["by_value"] for a in scaled.report["arguments"]] == [False, True, False]
    np.testing.assert_array_equal(scaled(X, scale), X)
    np.testing.assert_array_equal(scaled.emulate(X, scale).results, X)


FUNCTION = b"func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {\n  return %x : tensor<2xf32>\n}\n"


@pytest.mark.parametrize("before", [b"", b"// a comment\n", b"#loc = loc(unknown)\n", b"!vector = tensor<2xf32>\n"])
def test_stablehlo_is_known_by_its_text_whatever_it_begins_with(before):
    module = hlo2cpp.compile(before + FUNCTION)
    assert module(np.array([1, 2], np.float32)).tolist() == [1, 2]
