#include "generate/elements.h"

#include "generate/numbers.h"

namespace hlo2cpp {

std::string value_from_memory(ElementType type, const std::string& element) {
    if (is_pred(type)) return element + " != 0";
    return is_narrow_float(type) ? "f32_from_" + std::string(info(type).name) + "(" + element + ")" : element;
}

std::string memory_from_value(ElementType type, const std::string& value) {
    if (is_pred(type)) return "static_cast<uint8_t>(" + value + ")";
    return is_narrow_float(type) ? std::string(info(type).name) + "_bits(" + value + ")" : value;
}

std::string clamp_index_text(ElementType type, const std::string& index_type, const std::string& value,
                             std::int64_t low, std::int64_t high) {
    // Types whose values all fit the helper's parameter.
    const bool narrow = info(type).bits < 32 || type == ElementType::S32;
    const char* from = type == ElementType::U64 ? "u64" : narrow ? "s32" : "s64";
    std::string helper = "clamp_index_";
    if (index_type == "int64_t") {
        helper += "wide_";
        from = type == ElementType::U64 ? "u64" : "s64";
    }
    return helper + from + "(" + value + ", " + integer_literal(low) + ", " + integer_literal(high) + ")";
}

std::string memory_alias(ElementType type) {
    return std::string(info(type).name) + "_mem";
}

} // namespace hlo2cpp
