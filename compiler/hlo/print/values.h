// Values in HLO text: names, strings, numbers, lists, shapes.
#pragma once

#include <string>
#include <string_view>

namespace hlo2cpp_proto {
class LayoutProto;
class LiteralProto;
class ProgramShapeProto;
class ShapeProto;
} // namespace hlo2cpp_proto

namespace hlo2cpp {

// "..." with escapes for all bytes that are not printable ASCII.
std::string quoted(std::string_view bytes);
// A valid name of HLO text, as similar to the bytes as possible.
std::string sanitized_name(std::string_view bytes);

// The word of HLO text for a value of an enumeration, "ALG_DOT_F32" behind "ALG_": dot_f32. Empty for a number that the
// enumeration does not know, whose name is empty.
std::string word_behind(std::string_view prefix, std::string_view name);

// The shortest decimals that read back as the same number.
std::string decimal(double value);
std::string decimal(float value);

// "{1,2}"
template <typename List>
std::string number_list(const List& values, std::string_view open = "{", std::string_view close = "}") {
    std::string text(open);
    for (const auto& value : values) text += (text.size() == open.size() ? "" : ",") + std::to_string(value);
    return text.append(close);
}

std::string shape_text(const hlo2cpp_proto::ShapeProto& shape, bool with_layout = true);
// The elements of a constant: "1.5", "{ { 1, 2 }, { 3, 4 } }", "(1, { 2, 3 })".
std::string literal_text(const hlo2cpp_proto::LiteralProto& literal);
// Elements after their shape: "s32[2]{0} {1, 2}".
std::string shaped_literal_text(const hlo2cpp_proto::LiteralProto& literal);

} // namespace hlo2cpp
