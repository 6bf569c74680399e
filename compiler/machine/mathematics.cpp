#include "machine/mathematics.h"

#include "support/runtime_text.h"
#include "support/template.h"

namespace hlo2cpp {
namespace {

// Every intrinsic that mathematics may call, on the same vectors.
std::vector<Intrinsic> callable(const VectorType& vector) {
    std::vector<Intrinsic> all = {{IntrinsicId::Sqrt, vector}};
    for (int id = 0; id < kIntrinsics; ++id)
        if (is_mathematics(static_cast<IntrinsicId>(id))) all.push_back({static_cast<IntrinsicId>(id), vector});
    return all;
}

std::string call_of(const Intrinsic& intrinsic) {
    return " " + scalar_name(intrinsic) + "(";
}

void replace_all(std::string& text, std::string_view from, const std::string& to) {
    for (std::size_t at = 0; (at = text.find(from, at)) != text.npos; at += to.size())
        text.replace(at, from.size(), to);
}

// "__builtin_isless(x, y)" as "(x < y)".
void compare_lanes(std::string& text) {
    constexpr std::string_view kLess = "__builtin_isless(";
    for (std::size_t at = 0; (at = text.find(kLess, at)) != text.npos;) {
        text.erase(at, kLess.size() - 1);
        text.replace(text.find(", ", at), 2, " < ");
    }
}

// Large angles take branches and a table.
std::string angle_text(const Intrinsic& angle) {
    const std::int64_t lanes = angle.vector.lanes;
    return fill_template("vector_reduce_angle.tmpl",
                         {{"name", name_of(angle)},
                          {"small", name_of(Intrinsic{IntrinsicId::ReduceSmallAngle, angle.vector})},
                          {"vector", name_of(angle.vector)},
                          {"words", name_of(VectorType{ElementType::U32, lanes})},
                          {"pairs", std::to_string(lanes / 2)},
                          {"lanes", std::to_string(lanes)}});
}

} // namespace

std::vector<Intrinsic> called_by(const Intrinsic& mathematics) {
    const std::string text = helper_text(scalar_name(mathematics));
    std::vector<Intrinsic> called;
    for (const Intrinsic& other : callable(mathematics.vector))
        if (other != mathematics && text.find(call_of(other)) != text.npos) called.push_back(other);
    return called;
}

std::string mathematics_text(const Intrinsic& mathematics) {
    if (mathematics.id == IntrinsicId::ReduceAngle) return angle_text(mathematics);
    const bool wide = mathematics.vector.element == ElementType::F64;
    const std::string number = wide ? "f64" : "f32", number_type = wide ? "double" : "float";
    const std::string integer_type = wide ? "uint64_t" : "uint32_t";
    const std::string vector = name_of(mathematics.vector);
    const std::string words = name_of(VectorType{bits_of(mathematics.vector.element), mathematics.vector.lanes});
    std::string text = helper_text(scalar_name(mathematics));
    text.erase(0, text.find("static inline"));
    for (const Intrinsic& other : callable(mathematics.vector))
        replace_all(text, call_of(other), " " + name_of(other) + "(");
    for (const char* end : {" ", "* "}) { // numbers, and where results go
        replace_all(text, number_type + end, vector + end);
        replace_all(text, integer_type + end, words + end);
    }
    replace_all(text, "bits_from_" + number + "(", "reinterpret_cast<" + words + ">(");
    replace_all(text, number + "_from_bits(", "reinterpret_cast<" + vector + ">(");
    compare_lanes(text);
    return "// " + scalar_name(mathematics) + " of each lane.\n" + text + "\n";
}

} // namespace hlo2cpp
