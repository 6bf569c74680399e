// The code that a module's text becomes; its name is `m`.
#pragma once

#include <catch2/catch.hpp>

#include "driver/compile.h"
#include "read/reader.h"

namespace hlo2cpp::testing {

inline Compilation compiled(const std::string& text, const char* target, const GenerateOptions& generate = {}) {
    CompileOptions options;
    options.target = *find_target(target);
    options.generate = generate;
    options.generate.name = "m";
    Diagnostics diagnostics;
    Compilation compilation = compile(read_module_bytes(text), options, diagnostics);
    INFO(diagnostics.render("m"));
    REQUIRE_FALSE(diagnostics.has_errors());
    return compilation;
}

} // namespace hlo2cpp::testing
