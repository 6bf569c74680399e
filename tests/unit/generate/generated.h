// The code that a module's text becomes; its name is `m`.
#pragma once

#include <catch2/catch.hpp>

#include "driver/compile.h"
#include "read/reader.h"

namespace hlo2cpp::testing {

inline Compilation compiled(const std::string& text, const char* target, bool deterministic = false) {
    CompileOptions options;
    options.target = *find_target(target);
    options.generate.name = "m";
    options.generate.deterministic = deterministic;
    Diagnostics diagnostics;
    Compilation compilation = compile(read_module_bytes(text), options, diagnostics);
    INFO(diagnostics.render("m"));
    REQUIRE_FALSE(diagnostics.has_errors());
    return compilation;
}

} // namespace hlo2cpp::testing
