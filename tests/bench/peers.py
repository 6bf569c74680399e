"""More peers, where they are installed: OpenVINO, IREE and TensorFlow Lite. Each has what the engines of engines.py have."""
import ctypes
import glob
import importlib.util
import os
import tempfile

import jax
import jax.numpy as jnp
import numpy as np

from engines import timed_loop
from ops import JaxOps, array_of_onnx, onnx_array, onnx_model


class OpenVino:
    """Through the C interface: a call from Python costs 4 to 7 µs more."""
    label, package = "OpenVINO", "openvino"
    OPTIONS = (b"NUM_STREAMS", b"1", b"PERFORMANCE_HINT", b"LATENCY", b"INFERENCE_PRECISION_HINT", b"f32", b"INFERENCE_NUM_THREADS")

    def __init__(self, model, x, result_shape, threads=1):
        import openvino
        self.library = ctypes.CDLL(glob.glob(os.path.dirname(openvino.__file__) + "/libs/libopenvino_c.so*")[0])
        self.model, self.shape = model, onnx_array(model, np.empty(result_shape, np.float32)).shape
        with tempfile.NamedTemporaryFile(suffix=".onnx") as file:
            file.write(onnx_model(model, self.shape))
            file.flush()
            self.core = self.made("core_create")
            graph = self.made("core_read_model", self.core, file.name.encode(), None)
        compiled, options = ctypes.c_void_p(), (*self.OPTIONS, str(threads).encode())
        self.checked(self.library.ov_core_compile_model, self.core, graph, b"CPU", ctypes.c_size_t(len(options)),
                     ctypes.byref(compiled), *options)
        self.request = self.made("compiled_model_create_infer_request", compiled)
        given = np.ascontiguousarray(onnx_array(model, x))
        ctypes.memmove(self.data("input"), given.ctypes.data, given.nbytes)
        self.infer = self.library.ov_infer_request_infer
        self.infer.argtypes = [ctypes.c_void_p]

    @staticmethod
    def checked(function, *arguments):
        status = function(*arguments)
        if status:
            raise RuntimeError(f"{function.__name__} ended with {status}")

    def made(self, function, *arguments):
        """What a function of the interface writes to its last argument."""
        made = ctypes.c_void_p()
        self.checked(getattr(self.library, "ov_" + function), *arguments, ctypes.byref(made))
        return made

    def data(self, which):
        return self.made("tensor_data", self.made(f"infer_request_get_{which}_tensor", self.request))

    def run(self):
        self.infer(self.request)

    def result(self):
        self.run()
        values = ctypes.cast(self.data("output"), ctypes.POINTER(ctypes.c_float))
        return array_of_onnx(self.model, np.ctypeslib.as_array(values, self.shape).copy())

    def time(self, calls):
        return timed_loop(self.run, calls)


class Iree:
    label, package = "IREE", "iree"

    def __init__(self, model, x, _, threads=1):
        """Always in the calling thread: what it calls "local-sync"."""
        import iree.compiler
        import iree.runtime
        lowered = jax.jit(lambda x: model(JaxOps(jnp.float32, model.layout), x)).lower(jax.ShapeDtypeStruct(x.shape, jnp.float32))
        code = iree.compiler.compile_str(lowered.as_text(), target_backends=["llvm-cpu"], input_type="stablehlo",
                                         extra_args=["--iree-llvmcpu-target-cpu=host", "--iree-opt-level=O3"])
        self.runtime, self.config = iree.runtime, iree.runtime.Config("local-sync")
        self.context = iree.runtime.SystemContext(config=self.config)
        self.module = iree.runtime.VmModule.copy_buffer(self.context.instance, code)
        self.context.add_vm_module(self.module)
        self.function = self.module.lookup_function("main")
        self.x = iree.runtime.asdevicearray(self.config.device, x)
        self.arguments = iree.runtime.VmVariantList(1)
        self.arguments.push_ref(self.x._buffer_view)

    def run(self):
        self.outputs = self.runtime.VmVariantList(1)
        self.context.vm_context.invoke(self.function, self.arguments, self.outputs)

    def result(self):
        self.run()
        view = self.outputs.get_as_object(0, self.runtime.HalBufferView)
        return self.runtime.DeviceArray(self.config.device, view, implicit_host_transfer=True).to_host()

    def time(self, calls):
        return timed_loop(self.run, calls)


class TfLite:
    """Its interpreter, which gives XNNPACK what that takes of a graph."""
    label, package = "TFLite", "ai_edge_litert"

    def __init__(self, model, x, result_shape, threads=1):
        from ai_edge_litert.interpreter import Interpreter
        from tflite_ops import TfliteOps
        self.model, self.shape = model, result_shape
        given = nhwc_array(model, x)
        ops = TfliteOps(given.shape)
        self.interpreter = Interpreter(model_content=ops.model(model(ops, ops.x)), num_threads=threads)
        self.interpreter.allocate_tensors()
        self.interpreter.set_tensor(self.interpreter.get_input_details()[0]["index"], given)
        self.output = self.interpreter.get_output_details()[0]["index"]
        self.native = self.interpreter._interpreter # whose Invoke is invoke() without its checks
        self.run = self.run_from_zero if any(tensor.isVariable for tensor in ops.tensors) else self.native.Invoke

    def run_from_zero(self):
        """Variables keep their values from one run to the next."""
        self.native.ResetVariableTensors()
        self.native.Invoke()

    def result(self):
        self.run()
        return array_of_nhwc(self.model, self.interpreter.get_tensor(self.output)).reshape(self.shape)

    def time(self, calls):
        return timed_loop(self.run, calls)


def nhwc_array(model, array):
    """An array of the model with images as NHWC."""
    return np.ascontiguousarray(array.transpose(0, 2, 3, 1)) if array.ndim == 4 and model.layout == "NCHW" else array


def array_of_nhwc(model, array):
    return array.transpose(0, 3, 1, 2) if array.ndim == 4 and model.layout == "NCHW" else array


def installed():
    """Those whose package is there."""
    return [peer for peer in (OpenVino, Iree, TfLite) if importlib.util.find_spec(peer.package)]
