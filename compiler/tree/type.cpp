#include "tree/type.h"

#include "tree/vector_helpers.h"

namespace hlo2cpp::tree {
namespace {

std::string base_text(const Type& type) {
    switch (type.kind) {
    case TypeKind::Void: return "void";
    case TypeKind::Byte: return "unsigned char";
    case TypeKind::Value: return std::string(info(type.element).value_type);
    case TypeKind::Memory: return std::string(info(type.element).memory_type);
    case TypeKind::Arena: return arena_typedef(type.element);
    case TypeKind::Vector: return vector_typedef(type.element, type.lanes);
    case TypeKind::Named: return type.name;
    }
    return {};
}

} // namespace

Type value_type(ElementType element) {
    return {.kind = TypeKind::Value, .element = element};
}

Type memory_type(ElementType element) {
    return {.kind = TypeKind::Memory, .element = element};
}

Type arena_type(ElementType element) {
    if (is_complex(element)) return memory_type(element); // may alias as it is
    return {.kind = TypeKind::Arena, .element = element};
}

Type vector_type(ElementType element, std::int64_t lanes) {
    return {.kind = TypeKind::Vector, .element = element, .lanes = lanes};
}

Type constant(Type type) {
    type.constant = true;
    return type;
}

Type pointer_to(Type type) {
    type.pointer = true;
    return type;
}

Type fixed(Type pointer) {
    pointer.fixed_pointer = true;
    return pointer;
}

std::string arena_typedef(ElementType element) {
    return std::string(info(element).name) + "_mem";
}

std::string vector_typedef(ElementType element, std::int64_t lanes) {
    return std::string(info(element).name) + "x" + std::to_string(lanes);
}

std::string vector_function(std::string_view function, ElementType element, std::int64_t lanes) {
    return std::string(function) + "_" + vector_typedef(element, lanes);
}

std::vector<std::string> typedef_names() {
    constexpr int kTypes = static_cast<int>(ElementType::C128) + 1, kMostLanes = 64;
    std::vector<std::string> names = {kOpaquePointer};
    for (int i = 0; i < kTypes; ++i) {
        const auto element = static_cast<ElementType>(i);
        names.push_back(arena_typedef(element));
        for (std::int64_t lanes = 2; lanes <= kMostLanes; lanes *= 2) {
            for (int from = 0; from < kTypes; ++from)
                if (is_integer(static_cast<ElementType>(from)) || is_integer(element))
                    names.push_back(conversion_function({static_cast<ElementType>(from), {element, lanes}}));
            for (const char* function : kLaneFunctions) names.push_back(vector_function(function, element, lanes));
            for (const char* of : {"@",
                                   "@_at",
                                   "@_to",
                                   "fma_@",
                                   "maximum_@",
                                   "minimum_@",
                                   "zero_@",
                                   "transpose_@",
                                   "transpose_@_columns",
                                   "side_by_side_@",
                                   "low_@",
                                   "mask_@",
                                   "high_@",
                                   "@_from_f16",
                                   "@_from_bf16",
                                   "round_f16_@",
                                   "round_bf16_@",
                                   "f16_bits_@",
                                   "bf16_bits_@",
                                   "spread_f16_@",
                                   "spread_bf16_@",
                                   "sqrt_@",
                                   "nearest_bf16_@",
                                   "running_sums_@",
                                   "quotient_@",
                                   "first_lanes_@",
                                   "set_first_lanes_@",
                                   "first_largest_@",
                                   "first_smallest_@"})
                names.push_back(
                    std::string(of).replace(std::string_view(of).find('@'), 1, vector_typedef(element, lanes)));
        }
    }
    return names;
}

std::string to_text(const Type& type) {
    std::string text = (type.constant ? "const " : "") + base_text(type);
    if (type.pointer) text += "*";
    if (type.alone) text += " __restrict";
    if (type.fixed_pointer) text += " const";
    return text;
}

} // namespace hlo2cpp::tree
