#include "driver/npy.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <optional>

#include "driver/npy_header.h"
#include "support/checked.h"
#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

// The dtype that stands for an element type in a file.
struct Dtype {
    char kind;
    bool bits; // NumPy lacks the type
};

Dtype dtype_of(ElementType type) {
    switch (info(type).kind) {
    case TypeKind::Pred: return {'b', false};
    case TypeKind::Signed: return {'i', info(type).bits < 8};
    case TypeKind::Unsigned: return {'u', info(type).bits < 8};
    case TypeKind::Complex: return {'c', false};
    case TypeKind::Float: {
        const bool bits = is_narrow_float(type) && type != ElementType::F16;
        return {bits ? 'u' : 'f', bits};
    }
    case TypeKind::None: break;
    }
    throw InternalError("a value without elements has no dtype");
}

std::string dtype_name(char kind, std::int64_t bytes) {
    if (kind == 'b') return "bool";
    const std::string bits = std::to_string(bytes * 8);
    switch (kind) {
    case 'i': return "int" + bits;
    case 'u': return "uint" + bits;
    case 'f': return "float" + bits;
    case 'c': return "complex" + bits;
    default: return "void" + bits;
    }
}

bool fits(const NpyArray& array, ElementType type) {
    if (array.item_bytes != byte_size(type)) return false;
    const Dtype want = dtype_of(type);
    if (array.kind == want.kind) return true;
    if (want.bits) return array.kind == 'u' || array.kind == 'i' || array.kind == 'V';
    return want.kind == 'b' && array.kind == 'u'; // not 0 is true
}

// Brings each byte into the form that Literal states; only of types of at most one byte some have no meaning.
void normalize(std::vector<std::byte>& bytes, ElementType type) {
    const int width = info(type).bits;
    if (width >= 8) return;
    const unsigned mask = (1U << width) - 1, sign = is_signed(type) ? 1U << (width - 1) : 0U;
    for (std::byte& b : bytes) {
        const unsigned all = std::to_integer<unsigned>(b);
        const unsigned low = is_pred(type) ? (all != 0 ? 1U : 0U) : all & mask;
        b = static_cast<std::byte>(((low ^ sign) - sign) & 0xFFU);
    }
}

std::string dims_text(const std::vector<std::int64_t>& dims) {
    std::string text = "[";
    for (std::size_t i = 0; i < dims.size(); ++i) text += (i > 0 ? "," : "") + std::to_string(dims[i]);
    return text + "]";
}

// Converts elements from column-major order to row-major order.
std::vector<std::byte> from_fortran(const std::vector<std::byte>& bytes, const std::vector<std::int64_t>& dims,
                                    std::size_t item) {
    std::vector<std::byte> out(bytes.size());
    if (bytes.empty()) return out;
    std::vector<std::int64_t> strides(dims.size()), at(dims.size());
    std::int64_t stride = 1;
    for (std::size_t d = 0; d < dims.size(); ++d) {
        strides[d] = stride;
        stride *= dims[d];
    }
    std::int64_t from = 0;
    for (std::size_t to = 0; to < bytes.size(); to += item) {
        std::memcpy(&out[to], &bytes[static_cast<std::size_t>(from) * item], item);
        for (std::size_t d = dims.size(); d-- > 0;) {
            from += strides[d];
            if (++at[d] < dims[d]) break;
            from -= strides[d] * dims[d];
            at[d] = 0;
        }
    }
    return out;
}

void swap_bytes(std::vector<std::byte>& bytes, std::size_t word) {
    for (std::size_t at = 0; at + word <= bytes.size(); at += word)
        std::reverse(bytes.begin() + static_cast<std::ptrdiff_t>(at),
                     bytes.begin() + static_cast<std::ptrdiff_t>(at + word));
}

} // namespace

NpyArray parse_npy(std::string_view file, const std::string& what) {
    const NpyHeader header = parse_npy_header(file, what);
    std::optional<std::int64_t> size = header.item_bytes;
    for (std::int64_t dim : header.dims)
        if (size && dim > 0) size = checked_multiply(*size, dim); // zeros last: the rest must not overflow either
    if (!size) throw InputError(what + ": the sizes " + dims_text(header.dims) + " are too large");
    if (std::ranges::find(header.dims, 0) != header.dims.end()) size = 0;
    const std::string_view data = file.substr(header.data_offset);
    if (static_cast<std::uint64_t>(*size) != data.size())
        throw InputError(what + ": holds " + std::to_string(data.size()) + " bytes of data where its header needs " +
                         std::to_string(*size));
    NpyArray array{header.kind, header.item_bytes, header.dims, {}};
    array.bytes.resize(data.size());
    if (!data.empty()) std::memcpy(array.bytes.data(), data.data(), data.size());
    const auto item = static_cast<std::size_t>(header.item_bytes);
    if (header.big_endian) swap_bytes(array.bytes, header.kind == 'c' ? item / 2 : item);
    if (header.fortran_order && array.dims.size() > 1) array.bytes = from_fortran(array.bytes, array.dims, item);
    return array;
}

Literal to_literal(const NpyArray& array, const Shape& shape, const std::string& what) {
    if (!fits(array, shape.type))
        throw InputError(what + ": has dtype " + dtype_name(array.kind, array.item_bytes) + " where " +
                         to_string(shape) + " needs " + numpy_type(shape.type));
    if (array.dims != shape.dims)
        throw InputError(what + ": has the sizes " + dims_text(array.dims) + " where " + to_string(shape) +
                         " is needed");
    Literal literal{.shape = Shape::array(shape.type, shape.dims), .bytes = array.bytes, .tuple = {}};
    normalize(literal.bytes, shape.type);
    return literal;
}

std::string to_npy(const Literal& literal) {
    const std::int64_t item = byte_size(literal.shape.type);
    std::string header = "{'descr': '";
    header += item == 1 ? '|' : '<';
    header += dtype_of(literal.shape.type).kind + std::to_string(item) + "', 'fortran_order': False, 'shape': (";
    for (std::int64_t dim : literal.shape.dims) header += std::to_string(dim) + ", ";
    header += "), }";
    constexpr std::size_t kPreamble = 10, kAlignment = 64;
    header.append(kAlignment - 1 - (kPreamble + header.size()) % kAlignment, ' ');
    header += '\n';
    check_internal(header.size() <= 0xFFFF, "a .npy header of format 1.0 is too long");
    std::string file("\x93NUMPY\x01\x00", 8);
    file += static_cast<char>(header.size() & 0xFF);
    file += static_cast<char>(header.size() >> 8);
    file += header;
    if (!literal.bytes.empty()) {
        const std::size_t start = file.size();
        file.resize(start + literal.bytes.size());
        std::memcpy(file.data() + start, literal.bytes.data(), literal.bytes.size());
    }
    return file;
}

std::string numpy_type(ElementType type) {
    const Dtype dtype = dtype_of(type);
    const std::string name = dtype_name(dtype.kind, byte_size(type));
    return dtype.bits ? name + " (the bits of " + std::string(info(type).name) + ")" : name;
}

} // namespace hlo2cpp
