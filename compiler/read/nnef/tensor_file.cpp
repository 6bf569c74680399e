#include "read/nnef/tensor_file.h"

#include <bit>
#include <cmath>
#include <limits>

#include "read/nnef/value.h"
#include "support/checked.h"
#include "support/diagnostics.h"

namespace hlo2cpp::nnef {
namespace {

constexpr std::size_t kHeader = 128; // bytes
constexpr std::uint32_t kMostRank = 8;
enum ItemType : std::uint32_t { kFloat, kUnsigned, kQuantizedUnsigned, kQuantizedSigned, kSigned, kBool };

std::uint64_t bits_at(const std::string& bytes, std::size_t bit, std::size_t count) {
    std::uint64_t value = 0;
    if (count % 8 == 0) { // whole bytes are little-endian
        for (std::size_t i = count / 8; i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[bit / 8 + i]);
        return value;
    }
    for (std::size_t i = bit; i < bit + count; ++i)
        value = value << 1 | (unsigned{static_cast<unsigned char>(bytes[i / 8])} >> (7 - i % 8) & 1U);
    return value;
}

std::uint32_t word_at(const std::string& bytes, std::size_t at) {
    return static_cast<std::uint32_t>(bits_at(bytes, at * 8, 32));
}

struct Header {
    std::uint32_t data_bytes, rank, bits, item_type;
    std::vector<std::int64_t> extents;
    bool old_signed; // of type unsigned, before there was a type for signed integers
    std::int64_t elements = 1;
};

void check_version(const std::string& bytes) {
    if (bytes.size() < kHeader)
        throw InputError("the file has " + std::to_string(bytes.size()) + " bytes, but its header alone has 128");
    if (bytes[0] != '\x4E' || bytes[1] != '\xEF')
        throw InputError("the file does not begin with the magic number 4E EF");
    if (bytes[2] != 1 || bytes[3] != 0)
        throw InputError("the file is of version " + std::to_string(static_cast<unsigned char>(bytes[2])) + "." +
                         std::to_string(static_cast<unsigned char>(bytes[3])) + "; expected 1.0");
}

Header parse_header(const std::string& bytes) {
    check_version(bytes);
    Header header{.data_bytes = word_at(bytes, 4),
                  .rank = word_at(bytes, 8),
                  .bits = word_at(bytes, 44),
                  .item_type = word_at(bytes, 48),
                  .extents = {},
                  .old_signed = false};
    if (header.rank > kMostRank)
        throw InputError("the rank is " + std::to_string(header.rank) + "; expected at most 8");
    for (std::uint32_t i = 0; i < header.rank; ++i) {
        header.extents.push_back(word_at(bytes, 12 + 4 * i));
        if (header.extents.back() == 0) throw InputError("an extent in " + to_string(header.extents) + " is zero");
        const std::optional<std::int64_t> product = checked_multiply(header.elements, header.extents.back());
        if (!product) throw InputError("the product of the extents " + to_string(header.extents) + " is too large");
        header.elements = *product;
    }
    header.old_signed = header.item_type == kUnsigned && word_at(bytes, 52) != 0;
    return header;
}

void check_item(const Header& header) {
    const std::uint32_t bits = header.bits;
    const auto refuse = [&](const std::string& type, const std::string& expected) {
        throw InputError(type + " items of " + std::to_string(bits) + " bits; expected " + expected + " bits");
    };
    switch (header.item_type) {
    case kFloat:
        if (bits != 16 && bits != 32 && bits != 64) refuse("float", "16, 32 or 64");
        return;
    case kUnsigned:
    case kSigned:
        if (bits != 8 && bits != 16 && bits != 32 && bits != 64) refuse("integer", "8, 16, 32 or 64");
        return;
    case kQuantizedUnsigned:
    case kQuantizedSigned:
        if (bits < 1 || bits > 64 || (bits > 8 && bits % 8 != 0)) refuse("quantized", "1 to 8, 16, 32 or 64");
        return;
    case kBool:
        if (bits != 1 && bits != 8) refuse("bool", "1 or 8");
        return;
    default: throw InputError("the item type is " + std::to_string(header.item_type) + "; expected 0 to 5");
    }
}

void check_length(const Header& header, std::size_t file_bytes) {
    const std::optional<std::int64_t> bits = checked_multiply(header.elements, header.bits);
    const std::int64_t expected = bits ? *bits / 8 + (*bits % 8 != 0 ? 1 : 0) : -1;
    if (expected < 0 || expected != std::int64_t{header.data_bytes})
        throw InputError("the data length in the header is " + std::to_string(header.data_bytes) + " bytes, but " +
                         to_string(header.extents) + " items of " + std::to_string(header.bits) + " bits " +
                         (expected < 0 ? "are more than a file can hold" : "have " + std::to_string(expected)));
    if (file_bytes - kHeader != header.data_bytes)
        throw InputError("there are " + std::to_string(file_bytes - kHeader) + " bytes of data in the file; expected " +
                         std::to_string(header.data_bytes));
}

double half_to_double(std::uint64_t bits) {
    const int exponent = static_cast<int>(bits >> 10 & 31U);
    const auto mantissa = static_cast<double>(bits & 1023U);
    const double sign = (bits >> 15 & 1U) != 0 ? -1 : 1;
    if (exponent == 31) return mantissa == 0 ? sign * std::numeric_limits<double>::infinity() : std::nan("");
    return sign * (exponent == 0 ? std::ldexp(mantissa, -24) : std::ldexp(mantissa + 1024, exponent - 25));
}

double scalar_of(std::uint64_t bits, std::uint32_t width) {
    if (width == 16) return half_to_double(bits);
    if (width == 64) return std::bit_cast<double>(bits);
    return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
}

std::int64_t integer_of(std::uint64_t bits, std::uint32_t width, bool is_signed) {
    if (!is_signed && bits > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
        throw InputError("the integer " + std::to_string(bits) + " does not fit 32 bits");
    if (is_signed && width < 64 && (bits >> (width - 1) & 1U) != 0) bits |= ~std::uint64_t{0} << width;
    return static_cast<std::int64_t>(bits);
}

} // namespace

TensorFile parse_tensor_file(const std::string& bytes) {
    const Header header = parse_header(bytes);
    check_item(header);
    check_length(header, bytes.size());
    TensorFile file{
        .extents = header.extents, .base = Base::Integer, .quantized = false, .scalars = {}, .integers = {}};
    file.quantized = header.item_type == kQuantizedUnsigned || header.item_type == kQuantizedSigned;
    if (header.item_type == kFloat) file.base = Base::Scalar;
    if (header.item_type == kBool) file.base = Base::Logical;
    const bool is_signed = header.item_type == kSigned || header.item_type == kQuantizedSigned || header.old_signed;
    for (std::int64_t i = 0; i < header.elements; ++i) {
        const std::size_t at = kHeader * 8 + static_cast<std::size_t>(i) * header.bits;
        const std::uint64_t bits = bits_at(bytes, at, header.bits);
        if (file.base == Base::Scalar)
            file.scalars.push_back(scalar_of(bits, header.bits));
        else
            file.integers.push_back(file.base == Base::Logical ? std::int64_t{bits != 0}
                                                               : integer_of(bits, header.bits, is_signed));
    }
    return file;
}

Literal literal_of(const TensorFile& file) {
    const ElementType type = file.base == Base::Scalar    ? ElementType::F32
                             : file.base == Base::Logical ? ElementType::Pred
                                                          : ElementType::S32;
    Literal literal = Literal::zeros(Shape::array(type, file.extents));
    for (std::int64_t i = 0; i < literal.shape.elements(); ++i) {
        const auto at = static_cast<std::size_t>(i);
        if (type == ElementType::F32) {
            literal.set(i, static_cast<float>(file.scalars[at]));
        } else if (type == ElementType::Pred) {
            literal.set(i, static_cast<std::uint8_t>(file.integers[at]));
        } else {
            const std::int64_t value = file.integers[at];
            if (value != static_cast<std::int32_t>(value))
                throw InputError("the integer " + std::to_string(value) + " does not fit 32 bits");
            literal.set(i, static_cast<std::int32_t>(value));
        }
    }
    return literal;
}

} // namespace hlo2cpp::nnef
