#include "read/stablehlo/bytecode/fields.h"

#include <bit>

namespace hlo2cpp::stablehlo::bytecode {
namespace {

constexpr int kMostBits = 64; // of an integer

// Integers of up to a byte are written as one, wider ones as signed numbers. The value is sign-extended from its bits.
std::int64_t read_bits(ByteReader& reader, int bits) {
    const std::int64_t value = bits <= 8 ? std::int64_t{reader.byte()} : reader.signed_varint();
    const int unused = kMostBits - bits;
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(value) << unused) >> unused;
}

std::uint64_t low_bits(std::int64_t value, int bits) {
    return static_cast<std::uint64_t>(value) & ~std::uint64_t{0} >> (kMostBits - bits);
}

ElementType scalar_of(const TypePtr& type, const ByteReader& reader) {
    if (type->kind != TypeKind::Scalar || type->quantization)
        reader.fail("a number of type " + to_string(*type) + " is not supported");
    return type->element;
}

} // namespace

std::vector<std::int64_t> read_numbers(ByteReader& reader) {
    std::vector<std::int64_t> numbers(reader.count());
    for (std::int64_t& number : numbers) number = reader.signed_varint();
    return numbers;
}

double read_double(ByteReader& reader) {
    return std::bit_cast<double>(reader.signed_varint());
}

Attribute integer(std::int64_t value, ElementType type) {
    return {Integer{value, type}};
}

Attribute integers(std::vector<std::int64_t> values) {
    const auto count = static_cast<std::int64_t>(values.size());
    return {Integers{std::move(values), {count}}};
}

Attribute read_integer(ByteReader& reader, Decoder& decoder) {
    const ElementType type = scalar_of(decoder.type(reader), reader);
    if (!is_pred(type) && !is_integer(type)) reader.fail("the type of an integer is expected");
    const std::int64_t value = read_bits(reader, info(type).bits);
    if (is_pred(type)) return {value != 0};
    return integer(is_unsigned(type) ? static_cast<std::int64_t>(low_bits(value, info(type).bits)) : value, type);
}

Attribute read_float(ByteReader& reader, Decoder& decoder) {
    const ElementType type = scalar_of(decoder.type(reader), reader);
    if (!is_float(type)) reader.fail("the type of a floating-point number is expected");
    const int bits = info(type).bits;
    return {Float{low_bits(read_bits(reader, bits), bits), type}};
}

Attribute read_enum(ByteReader& reader, std::initializer_list<const char*> names, const char* what) {
    const std::size_t index = reader.index(names.size(), what);
    return {std::string(names.begin()[index])};
}

Attribute read_bounds(ByteReader& reader) {
    std::vector<std::int64_t> bounds = read_numbers(reader);
    for (std::int64_t& bound : bounds)
        if (bound < 0) bound = kDynamic;
    return integers(std::move(bounds));
}

void read_lists(ByteReader& reader, Dictionary& dictionary, std::initializer_list<const char*> names) {
    for (const char* name : names) {
        std::vector<std::int64_t> numbers = read_numbers(reader);
        if (!numbers.empty()) dictionary.set(name, integers(std::move(numbers)));
    }
}

Attribute read_output_alias(ByteReader& reader) {
    Dictionary alias;
    read_lists(reader, alias, {"output_tuple_indices"});
    alias.set("operand_index", integer(reader.signed_varint()));
    read_lists(reader, alias, {"operand_tuple_indices"});
    return {std::move(alias)};
}

// As in text, zeros are left out.
Attribute read_accuracy(ByteReader& reader, Decoder& decoder) {
    Dictionary accuracy;
    for (const char* name : {"atol", "rtol"}) {
        const std::uint64_t bits = std::bit_cast<std::uint64_t>(read_double(reader));
        if (bits != 0) accuracy.set(name, {Float{bits, ElementType::F64}});
    }
    const std::int64_t ulps = reader.signed_varint();
    if (ulps != 0) accuracy.set("ulps", integer(ulps));
    accuracy.set("mode", decoder.attribute(reader));
    return {std::move(accuracy)};
}

Attribute read_comparison_direction(ByteReader& reader) {
    return read_enum(reader, {"EQ", "NE", "GE", "GT", "LE", "LT"}, "comparison directions");
}

Attribute read_comparison_type(ByteReader& reader) {
    return read_enum(reader, {"NOTYPE", "FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED"}, "comparison types");
}

Attribute read_fft_type(ByteReader& reader) {
    return read_enum(reader, {"FFT", "IFFT", "RFFT", "IRFFT"}, "types of Fourier transforms");
}

Attribute read_precision(ByteReader& reader) {
    return read_enum(reader, {"DEFAULT", "HIGH", "HIGHEST"}, "precisions");
}

Attribute read_rng_algorithm(ByteReader& reader) {
    return read_enum(reader, {"DEFAULT", "THREE_FRY", "PHILOX"}, "random number algorithms");
}

Attribute read_rng_distribution(ByteReader& reader) {
    return read_enum(reader, {"", "UNIFORM", "NORMAL"}, "random number distributions");
}

Attribute read_transpose(ByteReader& reader) {
    return read_enum(reader, {"TRANSPOSE_INVALID", "NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"}, "kinds of transposition");
}

Attribute read_accuracy_mode(ByteReader& reader) {
    return read_enum(reader, {"DEFAULT", "HIGHEST", "TOLERANCE"}, "modes of accuracy");
}

} // namespace hlo2cpp::stablehlo::bytecode
