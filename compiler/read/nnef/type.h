// The types of NNEF: primitive values, tensors of them, arrays and tuples.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace hlo2cpp::nnef {

enum class Base : std::uint8_t { Integer, Scalar, Logical, String, Generic, Any };

struct Type {
    enum class Kind : std::uint8_t { Primitive, Tensor, Array, Tuple, Unknown };
    Kind kind = Kind::Unknown; // of the items of an empty array
    Base base = Base::Any;     // of a primitive, or of a tensor's items; Any: tensor<>
    std::vector<Type> items;   // of a tuple; one of an array
    friend bool operator==(const Type&, const Type&) = default;

    static Type primitive(Base base) { return {.kind = Kind::Primitive, .base = base, .items = {}}; }
    static Type tensor(Base base) { return {.kind = Kind::Tensor, .base = base, .items = {}}; }
    static Type array(Type item) { return {.kind = Kind::Array, .base = Base::Any, .items = {std::move(item)}}; }
    static Type tuple(std::vector<Type> items) {
        return {.kind = Kind::Tuple, .base = Base::Any, .items = std::move(items)};
    }

    bool is(Base primitive_base) const { return kind == Kind::Primitive && base == primitive_base; }
    bool is_tensor_of(Base item) const { return kind == Kind::Tensor && base == item; }
    bool is_array() const { return kind == Kind::Array; }
    bool has_tensors() const;
    bool is_generic() const;
};

std::string to_string(Base base);
std::string to_string(const Type& type);

// True if a value of the type serves as one of the other: as itself, a primitive as a tensor, arrays and tuples item by
// item.
bool serves(const Type& from, const Type& as);
// The one of the two types that the other one serves as.
std::optional<Type> common_type(const Type& a, const Type& b);
// The type with `base` in place of ?.
Type bound(const Type& type, Base base);
// Type that ? in `parameter` stands for, given an argument's type; nothing if that type does not determine it.
std::optional<Base> deduced(const Type& parameter, const Type& argument);

} // namespace hlo2cpp::nnef
