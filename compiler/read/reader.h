// The first stage: the bytes of a module file -> Module.
#pragma once

#include <string>
#include <string_view>

#include "read/model_file.h"

namespace hlo2cpp {

// A serialized HloModuleProto or HloProto, or HLO text, told apart by content; each may be gzip'd. Throws InputError,
// which says what the file is where it is something else that people export.
Module read_module(const std::string& path);
Module read_module_bytes(std::string_view file);
// The same, or an NNEF model: its folder, its graph.nnef, or an archive of the folder.
ModelFile read_model(const std::string& path, const InputShapes& input_shapes = {});

} // namespace hlo2cpp
