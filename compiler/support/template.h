// Fills the templates of templates/*.tmpl.
//
// A hole is `@name@`. If a hole ends a line, every line of its value gets the text in front of the hole, and an empty
// value prints no line. There are no loops and no conditions: decisions stay in C++.
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
