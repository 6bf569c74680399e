#include "hlo/proto/literal.h"

#include "hlo/proto/shape.h"
#include "hlo/proto/xla_data.pb.h"
#include "support/diagnostics.h"

// Types whose elements are bytes in the proto, each with its field.
#define FOR_EACH_BYTES_FIELD(X)                                                                                        \
    X(S1, s1s)                                                                                                         \
    X(S2, s2s)                                                                                                         \
    X(S4, s4s)                                                                                                         \
    X(S8, s8s)                                                                                                         \
    X(S16, s16s)                                                                                                       \
    X(U1, u1s)                                                                                                         \
    X(U2, u2s)                                                                                                         \
    X(U4, u4s)                                                                                                         \
    X(U8, u8s)                                                                                                         \
    X(U16, u16s)                                                                                                       \
    X(F4E2M1FN, f4e2m1fns)                                                                                             \
    X(F6E2M3FN, f6e2m3fns)                                                                                             \
    X(F6E3M2FN, f6e3m2fns)                                                                                             \
    X(F8E3M4, f8e3m4s)                                                                                                 \
    X(F8E4M3, f8e4m3s)                                                                                                 \
    X(F8E4M3FN, f8e4m3fns)                                                                                             \
    X(F8E4M3B11FNUZ, f8e4m3b11fnuzs)                                                                                   \
    X(F8E4M3FNUZ, f8e4m3fnuzs)                                                                                         \
    X(F8E5M2, f8e5m2s)                                                                                                 \
    X(F8E5M2FNUZ, f8e5m2fnuzs)                                                                                         \
    X(F8E8M0FNU, f8e8m0fnus)                                                                                           \
    X(BF16, bf16s)                                                                                                     \
    X(F16, f16s)

// Types whose elements are a repeated field, with the C type of an item; a complex element is two items.
#define FOR_EACH_REPEATED_FIELD(X)                                                                                     \
    X(Pred, preds, bool)                                                                                               \
    X(S32, s32s, std::int32_t)                                                                                         \
    X(S64, s64s, std::int64_t)                                                                                         \
    X(U32, u32s, std::uint32_t)                                                                                        \
    X(U64, u64s, std::uint64_t)                                                                                        \
    X(F32, f32s, float)                                                                                                \
    X(F64, f64s, double)                                                                                               \
    X(C64, c64s, float)                                                                                                \
    X(C128, c128s, double)

namespace hlo2cpp {
namespace {

using hlo2cpp_proto::LiteralProto;

struct ByteView {
    const char* data = nullptr;
    std::size_t size = 0; // bytes
};

// The elements as they are in the proto, in the order of its layout.
ByteView elements_of(const LiteralProto& proto, ElementType type) {
    switch (type) {
#define BYTES_FIELD(name, field)                                                                                       \
    case ElementType::name: return {proto.field().data(), proto.field().size()};
        FOR_EACH_BYTES_FIELD(BYTES_FIELD)
#undef BYTES_FIELD
#define REPEATED_FIELD(name, field, item)                                                                              \
    case ElementType::name:                                                                                            \
        return {static_cast<const char*>(static_cast<const void*>(proto.field().data())),                              \
                static_cast<std::size_t>(proto.field().size()) * sizeof(item)};
        FOR_EACH_REPEATED_FIELD(REPEATED_FIELD)
#undef REPEATED_FIELD
    default: return {};
    }
}

// Sign- or zero-extends an integer of less than 8 bits in its byte; a file may fill the low bits alone.
std::byte extend(std::byte value, ElementType type) {
    const int unused = 8 - info(type).bits;
    const auto shifted = static_cast<std::uint8_t>(std::to_integer<unsigned>(value) << unused);
    if (is_signed(type)) return static_cast<std::byte>(static_cast<std::int8_t>(shifted) >> unused);
    return static_cast<std::byte>(shifted >> unused);
}

// Calls copy(row-major place, place in the layout), both in bytes, for each element.
template <typename Copy>
void for_each_element(const Shape& shape, Copy&& copy) {
    const auto size = static_cast<std::size_t>(byte_size(shape.type));
    const std::int64_t count = shape.elements();
    const std::vector<std::int64_t> strides = layout_strides(shape);
    std::vector<std::int64_t> index(shape.rank(), 0);
    std::int64_t from = 0;
    for (std::int64_t to = 0; to < count; ++to) {
        copy(static_cast<std::size_t>(to) * size, static_cast<std::size_t>(from) * size);
        for (std::size_t d = shape.rank(); d-- > 0;) {
            from += strides[d];
            if (++index[d] < shape.dims[d]) break;
            from -= strides[d] * shape.dims[d];
            index[d] = 0;
        }
    }
}

// Copies elements from the order of the layout to row-major order.
void copy_elements(const Shape& shape, const char* source, std::byte* target) {
    const auto size = static_cast<std::size_t>(byte_size(shape.type));
    if (shape.elements() == 0) return;
    if (shape.row_major()) {
        std::memcpy(target, source, static_cast<std::size_t>(shape.elements()) * size);
        return;
    }
    for_each_element(shape, [&](std::size_t to, std::size_t from) { std::memcpy(target + to, source + from, size); });
}

Literal read_array(const LiteralProto& proto, const Shape& shape) {
    if (!shape.is_array()) throw InputError("a literal cannot be " + to_string(shape));
    for (std::int64_t size : shape.dims)
        if (size < 0) throw InputError("a literal cannot have the unbounded shape " + to_string(shape));
    const ByteView elements = elements_of(proto, shape.type);
    // The sizes are compared before any allocation: the shape may claim gigabytes.
    if (elements.size != static_cast<std::size_t>(shape.bytes()))
        throw InputError("the literal of shape " + to_string(shape) + " needs " + std::to_string(shape.bytes()) +
                         " bytes, but has " + std::to_string(elements.size));
    Literal literal = Literal::zeros(shape);
    copy_elements(shape, elements.data, literal.bytes.data());
    if (info(shape.type).bits < 8 && shape.type != ElementType::Pred)
        for (std::byte& value : literal.bytes) value = extend(value, shape.type);
    return literal;
}

// Recursion is bounded: shape_from_proto has checked the depth of the whole shape.
Literal read_literal(const LiteralProto& proto, const Shape& shape) {
    if (!shape.is_tuple()) return read_array(proto, shape);
    if (shape.tuple.size() != static_cast<std::size_t>(proto.tuple_literals_size()))
        throw InputError("the literal of shape " + to_string(shape) + " has " +
                         std::to_string(proto.tuple_literals_size()) + " elements");
    Literal literal;
    literal.shape = shape;
    for (int i = 0; i < proto.tuple_literals_size(); ++i) {
        const Shape element = shape_from_proto(proto.tuple_literals(i).shape());
        if (!same_shape(element, shape.tuple[static_cast<std::size_t>(i)]))
            throw InputError("element " + std::to_string(i) + " of the literal of shape " + to_string(shape) + " is " +
                             to_string(element));
        literal.tuple.push_back(read_literal(proto.tuple_literals(i), element));
    }
    return literal;
}

} // namespace

Literal literal_from_proto(const LiteralProto& proto) {
    if (!proto.has_shape()) throw InputError("a literal has no shape");
    return read_literal(proto, shape_from_proto(proto.shape()));
}

void set_literal_elements(LiteralProto& proto, const Shape& shape, std::string bytes) {
    if (!shape.row_major()) {
        const auto size = static_cast<std::size_t>(byte_size(shape.type));
        const std::string row_major = bytes;
        for_each_element(shape,
                         [&](std::size_t from, std::size_t to) { std::memcpy(&bytes[to], &row_major[from], size); });
    }
    switch (shape.type) {
#define BYTES_FIELD(name, field)                                                                                       \
    case ElementType::name: proto.set_##field(std::move(bytes)); return;
        FOR_EACH_BYTES_FIELD(BYTES_FIELD)
#undef BYTES_FIELD
#define REPEATED_FIELD(name, field, item)                                                                              \
    case ElementType::name:                                                                                            \
        proto.mutable_##field()->Resize(static_cast<int>(bytes.size() / sizeof(item)), item{});                        \
        if (!bytes.empty()) std::memcpy(proto.mutable_##field()->mutable_data(), bytes.data(), bytes.size());          \
        return;
        FOR_EACH_REPEATED_FIELD(REPEATED_FIELD)
#undef REPEATED_FIELD
    default: check_internal(false, "a literal of a type without elements");
    }
}

LiteralProto literal_to_proto(const Literal& literal) {
    LiteralProto proto;
    *proto.mutable_shape() = shape_to_proto(literal.shape);
    for (const Literal& element : literal.tuple) *proto.add_tuple_literals() = literal_to_proto(element);
    if (literal.shape.is_tuple()) return proto;
    std::string bytes(literal.bytes.size(), '\0');
    if (!bytes.empty()) std::memcpy(bytes.data(), literal.bytes.data(), bytes.size());
    set_literal_elements(proto, literal.shape, std::move(bytes));
    return proto;
}

} // namespace hlo2cpp
