// Errors in NNEF models: every message names the model's file, the line and the column.
#pragma once

#include <string>

#include "support/diagnostics.h"

namespace hlo2cpp::nnef {

// A text of the model. Places in `graph.nnef` are places of the module; those in other files are part of the message.
struct SourceText {
    std::string file; // "graph.nnef", without folder
    std::string text;
    bool is_graph = true;
};

// The error with the line of the text and a caret below.
// `from`: the call that led there, or nothing.
[[noreturn]] void fail_at(const SourceText& source, TextPlace place, const std::string& message,
                          const std::string& from = {});

} // namespace hlo2cpp::nnef
