#include "read/stablehlo/to_module/shapes.h"

#include <algorithm>

#include "support/checked.h"
#include "support/diagnostics.h"

namespace hlo2cpp::stablehlo {
namespace {

std::int64_t bound_of(const Type& type, std::size_t dimension) {
    return dimension < type.bounds.size() ? type.bounds[dimension] : kDynamic;
}

bool is_open_dimension(const Type& type, std::size_t dimension) {
    return type.dims[dimension] == kDynamic && bound_of(type, dimension) == kDynamic;
}

void check_size(const Shape& shape, const Type& type) {
    std::int64_t bytes = byte_size(shape.type);
    for (const std::int64_t size : shape.dims) {
        const std::optional<std::int64_t> product = checked_multiply(bytes, std::max<std::int64_t>(size, 1));
        if (!product) throw InputError("the type " + to_string(type) + " has more bytes than 64 bits can count");
        bytes = *product;
    }
}

std::optional<Shape> array_shape(const Type& type) {
    Shape shape = Shape::array(type.element, type.dims);
    for (std::size_t i = 0; i < type.dims.size(); ++i) {
        if (is_open_dimension(type, i)) return std::nullopt;
        if (type.dims[i] != kDynamic) continue;
        shape.dims[i] = bound_of(type, i);
        shape.dynamic.resize(type.dims.size());
        shape.dynamic[i] = true;
    }
    check_size(shape, type);
    return shape;
}

} // namespace

std::string unsupported(const Type& type) {
    switch (type.kind) {
    case TypeKind::Tensor: return is_array_type(type.element) ? "" : "a tensor of " + to_string(type);
    case TypeKind::Tuple:
        for (const TypePtr& item : type.items)
            if (std::string reason = unsupported(*item); !reason.empty()) return reason;
        return "";
    case TypeKind::Token: return "";
    case TypeKind::Other: return type.text.find("future") != type.text.npos ? "" : type.text;
    default: return to_string(type);
    }
}

std::optional<Shape> shape_of(const Type& type) {
    if (std::string reason = unsupported(type); !reason.empty())
        throw InputError("values of the type " + reason + " are not supported");
    if (type.kind == TypeKind::Token) return Shape::token();
    if (type.kind == TypeKind::Tensor) return array_shape(type);
    Shape tuple = Shape::tuple_of({});
    for (const TypePtr& item : type.items) {
        std::optional<Shape> element = shape_of(*item);
        if (!element) return std::nullopt;
        tuple.tuple.push_back(std::move(*element));
    }
    return tuple;
}

bool fits(const Shape& shape, const Type& type) {
    if (type.kind == TypeKind::Other) return true;
    if (type.kind == TypeKind::Token) return shape.is_token();
    if (type.kind == TypeKind::Tuple)
        return shape.is_tuple() &&
               std::ranges::equal(shape.tuple, type.items,
                                  [](const Shape& element, const TypePtr& item) { return fits(element, *item); });
    if (!shape.is_array() || shape.type != type.element || shape.rank() != type.dims.size()) return false;
    for (std::size_t i = 0; i < shape.rank(); ++i) {
        const std::int64_t size = type.dims[i] == kDynamic ? bound_of(type, i) : type.dims[i];
        if (size != kDynamic && shape.dims[i] != size) return false;
    }
    return true;
}

Layout checked_layout(const Shape& shape, const std::vector<std::int64_t>& minor_to_major) {
    if (minor_to_major.empty()) return {};
    std::vector<bool> seen(shape.rank());
    bool good = minor_to_major.size() == shape.rank();
    for (std::size_t i = 0; good && i < minor_to_major.size(); ++i) {
        const std::int64_t d = minor_to_major[i];
        good = d >= 0 && d < static_cast<std::int64_t>(seen.size()) && !seen[static_cast<std::size_t>(d)];
        if (good) seen[static_cast<std::size_t>(d)] = true;
    }
    if (!good) throw InputError("a layout is no permutation of the dimensions of " + to_string(shape));
    Shape with = shape;
    with.layout.minor_to_major = minor_to_major;
    return with.row_major() ? Layout() : with.layout;
}

bool is_open(const Type& type) {
    for (std::size_t i = 0; i < type.dims.size(); ++i)
        if (is_open_dimension(type, i)) return true;
    return std::ranges::any_of(type.items, [](const TypePtr& item) { return is_open(*item); });
}

} // namespace hlo2cpp::stablehlo
