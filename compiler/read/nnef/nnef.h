// NNEF models -> Module: the versions 1.0 and provisional of the Khronos group's exchange format.
#pragma once

#include <string>
#include <string_view>

#include "read/model_file.h"

namespace hlo2cpp {

// A folder with a graph.nnef, a graph.nnef itself, or an archive (.tgz, .tar) of such a folder: the path where there is
// one of them in a file system. `bytes`: of the file, unpacked; empty for a folder.
bool is_nnef(const std::string& path, std::string_view bytes);
// Throws InputError with the place in graph.nnef, as far as there is one.
ModelFile read_nnef(const std::string& path, std::string_view bytes, const InputShapes& input_shapes);

} // namespace hlo2cpp
