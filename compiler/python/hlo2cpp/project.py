"""Folders that build as they are."""
from __future__ import annotations

from pathlib import Path

import numpy as np

_MAIN = """// Runs the self-test of the model; ends with 0 where it is good.
#include <stdio.h>

#include "@NAME@.h"

int main() {
    int32_t output = 0;
    const int code = @NAME@_self_test(&output);
    if (code == 0) printf("@NAME@: good\\n");
    else printf("@NAME@: code %d, result %d\\n", code, static_cast<int>(output));
    return code;
}
"""
_CMAKE = """cmake_minimum_required(VERSION 3.13)
project(@NAME@ LANGUAGES CXX)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()
add_library(@NAME@ STATIC @NAME@.cpp)
target_include_directories(@NAME@ PUBLIC ${CMAKE_CURRENT_SOURCE_DIR})
target_compile_features(@NAME@ PUBLIC cxx_std_11)
target_compile_options(@NAME@ PRIVATE @FLAGS@)
add_executable(@NAME@_test main.cpp)
target_link_libraries(@NAME@_test PRIVATE @NAME@)
enable_testing()
add_test(NAME @NAME@_self_test COMMAND @NAME@_test)
"""
_MAKE = """CXXFLAGS ?= -O2 @FLAGS@
@NAME@_test: main.o @NAME@.o
	$(CXX) $^ -o $@
main.o @NAME@.o: @NAME@.h
test: @NAME@_test
	./@NAME@_test
clean:
	rm -f *.o @NAME@_test
.PHONY: test clean
"""


def write(folder: Path, name: str, flags: str, kind: str) -> None:
    """main.cpp and CMakeLists.txt or Makefile beside the generated files."""
    files = {"cmake": ("CMakeLists.txt", _CMAKE), "make": ("Makefile", _MAKE)}
    if kind not in files:
        raise ValueError(f'project="{kind}": one of "cmake", "make"')
    for file, text in (("main.cpp", _MAIN), files[kind]):
        (folder / file).write_text(text.replace("@NAME@", name).replace("@FLAGS@", flags))


def write_npy(path: Path, array: np.ndarray) -> Path:
    """A .npy file as the compiler takes it: types that NumPy lacks as their bits."""
    narrow = {"int2": "int8", "int4": "int8", "uint2": "uint8", "uint4": "uint8"}.get(array.dtype.name)
    if narrow:
        array = array.astype(narrow)
    elif array.dtype.kind == "V" or array.dtype.name not in np.sctypeDict:
        array = array.view(f"u{array.dtype.itemsize}")
    np.save(path, array)
    return path
