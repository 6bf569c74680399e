// The statement tree as C++ text.
#pragma once

#include <string>
#include <vector>

#include "tree/statement.h"

namespace hlo2cpp {

// Text on one line.
std::string to_text(const tree::Expression& expression);
// Lines of code; `prefix` is in front of the file's macros.
std::vector<std::string> to_lines(const tree::Statements& statements, const std::string& prefix);
// Its comment, signature and body, without a final newline. `attributes` stand in front.
std::string to_text(const tree::Function& function, const std::string& prefix, const std::string& attributes);
// "int run(const float* x, float* out) noexcept {", in lines.
std::string signature_text(const tree::Function& function, const std::string& attributes);

} // namespace hlo2cpp
