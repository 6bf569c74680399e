// Fills the templates of templates/*.tmpl.
//
// A hole is `@name@`. Where a hole ends a line, every line of its value gets what is in front of it, and no line is
// printed for an empty value. There are no loops and no conditions: decisions stay in C++.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace hlo2cpp {

using TemplateValues = std::map<std::string, std::string, std::less<>>;

// Throws InternalError on a hole without a value and on a value without a hole.
std::string fill_text(std::string_view text, const TemplateValues& values);
std::string fill_template(std::string_view file, const TemplateValues& values);

} // namespace hlo2cpp
