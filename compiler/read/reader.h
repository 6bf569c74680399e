// The first stage: the bytes of a module file -> Module.
#pragma once

#include <string>
#include <string_view>

#include "read/model_file.h"

namespace hlo2cpp {

// Reads a serialized HloModuleProto or HloProto, HLO text, or StableHLO, told apart by content; each may be gzip'd.
// Throws InputError, which names the format of a file that another exporter made.
Module read_module(const std::string& path);
Module read_module_bytes(std::string_view file);
// Reads these files, or an NNEF model: its folder, its graph.nnef, or an archive of the folder.
ModelFile read_model(const std::string& path, const ReadOptions& options = {});

} // namespace hlo2cpp
