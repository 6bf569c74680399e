// Text of the module inside comments: it can end no comment and continue no line.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ir/module.h"

namespace hlo2cpp {

// Printable ASCII without backslashes at risk, comment marks and trigraphs; at most `limit` characters, then "...".
std::string comment_text(std::string_view bytes, std::size_t limit = 160);
// Words of `text` in lines of at most `width` characters; the second and later lines start with `indent`. No final
// newline.
std::string wrap(std::string_view text, std::size_t width, std::string_view indent = "");
// "dot.5, add.8, ... (12 more)"
std::string comment_list(const std::vector<std::string>& names, std::size_t limit = 12);
// "jit(f)/dense/add, model.py:14", the folder of the file left out.
std::string comment_origin(const Metadata& metadata);

} // namespace hlo2cpp
