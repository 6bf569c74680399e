"""What runs a model: the generated code, ONNX Runtime, XLA:CPU. Each has `result()`, one run's result, and `time(calls)`,
the seconds one of so many runs takes. All use the calling thread only, unless `build.threads` is more than one."""
import ctypes
import json
import os
import re
import shlex
import subprocess
import time

import jax
import jax.numpy as jnp
import ml_dtypes
import numpy as np
import onnxruntime

from ops import JaxOps, array_of_onnx, onnx_array, onnx_model


def command(*words):
    """Runs a command; where it fails, its own message is the answer."""
    try:
        done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    except OSError as error:
        raise SystemExit(f"cannot run {words[0]}: {error.strerror}")
    if done.returncode != 0:
        raise SystemExit(f"failed ({done.returncode}): {shlex.join(words)}\n{done.stdout[:3000]}")


def library_of(name, compiler, folder, *flags):
    """A C++ file beside this one as a library, made by the compiler in the folder."""
    os.makedirs(folder, exist_ok=True)
    source, library = os.path.join(os.path.dirname(os.path.abspath(__file__)), name + ".cpp"), os.path.join(folder, name + ".so")
    command(*compiler, "-std=c++17", "-O2", *flags, "-shared", "-fPIC", source, "-o", library)
    return ctypes.CDLL(library)


def timer_of(compiler, folder):
    """The loop that times generated code."""
    timer = library_of("timer", compiler, folder).seconds_per_call
    timer.restype, timer.argtypes = ctypes.c_double, [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int]
    return timer


def timed_loop(call, calls):
    start = time.perf_counter()
    for _ in range(calls):
        call()
    return (time.perf_counter() - start) / calls


def aligned(array):
    """A copy that starts at a cache line, as the peers' own allocations do."""
    memory = np.zeros(array.nbytes + 64, np.uint8)
    start = -memory.ctypes.data % 64
    copy = memory[start:start + array.nbytes].view(array.dtype).reshape(array.shape)
    copy[...] = array
    return copy


FLOATS = {"f32": np.float32, "f16": np.float16, "bf16": ml_dtypes.bfloat16, "f64": np.float64}

CALL = """#include "@NAME@.h"
namespace {
struct Any {
    void* pointer;
    template <class T> operator T*() const { return static_cast<T*>(pointer); }
};
} // namespace
#ifdef @PREFIX@_THREADS // where a step is large enough for several
#include "pool_cpp11.h"
extern "C" int call(void** a) {
    static ThreadPool pool(@PREFIX@_THREADS, 2000000); // threads of the peers look for a millisecond, too
    alignas(64) static unsigned char arena[@PREFIX@_ARENA_BYTES + 1];
    static @NAME@_context context = {};
    context.arena = arena;
    context.parallel_for = ThreadPool::parallel_for;
    context.pool = &pool;
    return @NAME@_run_in(&context, @ARGUMENTS@);
}
#else
extern "C" int call(void** a) { return @NAME@_run(@ARGUMENTS@); }
#endif
"""
POOL = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../samples/threads")


class Generated:
    label = "hlo2cpp"
    options = []

    def __init__(self, model, x, build):
        """x: None where the module is a file; then arguments are made up."""
        folder = os.path.join(build.folder, build.target, model.name, self.label)
        os.makedirs(folder, exist_ok=True)
        module = model.path if x is None else lowered_file(model, x, folder)
        report = os.path.join(folder, "report.json")
        command(build.tool, "compile", module, "--output-dir", folder, "--name", model.name, "--target", build.target,
                "--optimize", build.optimize, "--report", report, *self.options, *self.threads(build))
        with open(report) as file:
            self.report = json.load(file)
        arguments = self.report["arguments"]
        self.arrays = [aligned(made_up(a) if x is None or a["direction"] == "out" else x) for a in arguments]
        self.pointers = (ctypes.c_void_p * len(arguments))(*(array.ctypes.data for array in self.arrays))
        self.build_library(folder, model.name, build)

    def threads(self, build):
        return ["--threads", str(build.threads)] if build.threads > 1 else []

    def build_library(self, folder, name, build):
        source, call, library = (os.path.join(folder, file) for file in (name + ".cpp", "call.cpp", name + ".so"))
        with open(source) as file: # the file itself says which flags its target needs
            flags = re.search(r"#error \"this file was made for the target .*: compile it with (.*)\"", file.read())
        with open(call, "w") as file:
            text = CALL.replace("@NAME@", name).replace("@PREFIX@", name.upper())
            file.write(text.replace("@ARGUMENTS@", ", ".join(f"Any{{a[{i}]}}" for i in range(len(self.arrays)))))
        command(*build.compiler, "-std=c++17", "-O2", *(flags[1].split() if flags else []), "-pthread", "-I" + POOL, "-shared", "-fPIC",
                source, call, "-o", library)
        self.library, self.timer = ctypes.CDLL(library), build.timer
        self.entry = ctypes.cast(self.library.call, ctypes.c_void_p)

    def result(self):
        status = self.library.call(self.pointers)
        if status != 0:
            raise SystemExit(f"{self.label} returned {status}")
        last = self.report["arguments"][-1]
        if last["type"] not in FLOATS:
            return self.arrays[-1]
        layout = re.search(r"{([\d,]+)}$", last["shape"]) # minor to major; "dimensions" are as they lie in memory
        order = np.argsort([int(d) for d in layout[1].split(",")][::-1]) if layout else range(len(last["dimensions"]))
        return self.arrays[-1].reshape(last["dimensions"]).transpose(order)

    def time(self, calls):
        return self.timer(self.entry, self.pointers, calls)


def lowered_file(model, x, folder):
    """The model's module, from JAX."""
    path = os.path.join(folder, "model.hlo.pb")
    lowered = jax.jit(lambda x: model(JaxOps(x.dtype, model.layout), x)).lower(jax.ShapeDtypeStruct(x.shape, x.dtype))
    with open(path, "wb") as file:
        file.write(lowered.compiler_ir("hlo").as_serialized_hlo_module_proto())
    return path


def made_up(argument):
    """Seeded values of an argument of the report; what is no float is 0."""
    kind = FLOATS.get(argument["type"])
    if kind is None:
        return np.zeros(argument["bytes"], np.uint8)
    if argument["direction"] == "out":
        return np.zeros(argument["elements"], kind)
    return np.random.default_rng(argument["leaf"]).standard_normal(argument["elements"]).astype(kind)


class OneThread(Generated):
    """Beside the same code with several."""
    label = "one thread"

    def threads(self, build):
        return []


class Deterministic(Generated):
    label = "deterministic"
    options = ["--deterministic"]


class OnnxRuntime:
    label = "ONNX Runtime"

    def __init__(self, model, x, result_shape, threads=1):
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads, options.inter_op_num_threads = threads, 1
        options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_ALL
        self.model, shape = model, onnx_array(model, np.empty(result_shape, np.float32)).shape
        self.session = onnxruntime.InferenceSession(onnx_model(model, shape), options,
                                                    providers=["CPUExecutionProvider"])
        self.y = onnxruntime.OrtValue.ortvalue_from_shape_and_type(shape, np.float32)
        self.binding = self.session.io_binding()
        self.binding.bind_ortvalue_input("x", onnxruntime.OrtValue.ortvalue_from_numpy(onnx_array(model, x)))
        self.binding.bind_ortvalue_output(self.session.get_outputs()[0].name, self.y)

    def run(self):
        self.session.run_with_iobinding(self.binding)

    def result(self):
        self.run()
        return array_of_onnx(self.model, self.y.numpy())

    def time(self, calls):
        return timed_loop(self.run, calls)


class XlaCalls:
    """XLA:CPU, called from Python each time."""
    label = "XLA:CPU"

    def __init__(self, model, x, _, threads=1):
        """It has as many threads as the process has CPUs, or one: see XLA_FLAGS."""
        self.function, self.x = jax.jit(lambda x: model(JaxOps(x.dtype, model.layout), x)), jax.device_put(x)

    def result(self):
        return np.asarray(self.function(self.x))

    def time(self, calls):
        return timed_loop(lambda: self.function(self.x).block_until_ready(), calls)


class XlaLoop(XlaCalls):
    """XLA:CPU in a loop that it compiles too: no call costs, but each input has to depend on the run before."""

    def __init__(self, model, x, result_shape, threads=1):
        super().__init__(model, x, result_shape, threads)

        def loop(x, zero, runs):
            def run(_, state):
                y = self.function(state[0])
                return state[0] + zero * y.ravel()[0], y
            return jax.lax.fori_loop(0, runs, run, (x, jnp.zeros(result_shape, x.dtype)))[1]

        self.loop = jax.jit(loop)

    def result(self):
        return np.asarray(self.loop(self.x, self.x.dtype.type(0), 2))

    def time(self, calls):
        start = time.perf_counter()
        self.loop(self.x, self.x.dtype.type(0), calls).block_until_ready()
        return (time.perf_counter() - start) / calls


PEERS = (OnnxRuntime, XlaCalls, XlaLoop) # of one label the faster counts
PEERS_OF_HALVES = (XlaCalls, XlaLoop) # which compute with 16-bit floats, too
