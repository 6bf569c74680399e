#include "evaluate/tensor.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "evaluate/round_float.h"

namespace hlo2cpp {
namespace {

#include "runtime_lib/f32_from_f64.h"

// A conversion beyond the range of float must give infinity, which C++ does not promise without IEC 559.
static_assert(std::numeric_limits<float>::is_iec559 && std::numeric_limits<double>::is_iec559);

// Integers of T in memory <-> int64 elements.
template <typename T>
void load_integers(const Literal& literal, Tensor::Integers& out) {
    for (std::int64_t i = 0; i < out.size(); ++i) out(i) = static_cast<std::int64_t>(literal.at<T>(i));
}

template <typename T>
void store_integers(const Tensor::Integers& in, Literal& literal) {
    for (std::int64_t i = 0; i < in.size(); ++i) literal.set<T>(i, static_cast<T>(in(i)));
}

void load_integers(const Shape& shape, const Literal& literal, Tensor::Integers& out) {
    const bool is_signed_type = is_signed(shape.type);
    switch (byte_size(shape.type)) {
    case 1:
        is_signed_type ? load_integers<std::int8_t>(literal, out) : load_integers<std::uint8_t>(literal, out);
        break;
    case 2:
        is_signed_type ? load_integers<std::int16_t>(literal, out) : load_integers<std::uint16_t>(literal, out);
        break;
    case 4:
        is_signed_type ? load_integers<std::int32_t>(literal, out) : load_integers<std::uint32_t>(literal, out);
        break;
    default: load_integers<std::int64_t>(literal, out); break;
    }
    if (info(shape.type).bits < 8 && !is_pred(shape.type)) // only the low bits count
        for (std::int64_t i = 0; i < out.size(); ++i) out(i) = wrap_to(shape.type, out(i));
}

void store_integers(const Shape& shape, const Tensor::Integers& in, Literal& literal) {
    switch (byte_size(shape.type)) {
    case 1: store_integers<std::uint8_t>(in, literal); break;
    case 2: store_integers<std::uint16_t>(in, literal); break;
    case 4: store_integers<std::uint32_t>(in, literal); break;
    default: store_integers<std::uint64_t>(in, literal); break;
    }
}

template <typename Bits>
void load_narrow(const Literal& literal, Tensor::Reals& out) {
    for (std::int64_t i = 0; i < out.size(); ++i) out(i) = number_from_bits(literal.shape.type, literal.at<Bits>(i));
}

template <typename Bits>
void store_narrow(const Tensor::Reals& in, Literal& literal) {
    const ElementType type = literal.shape.type;
    for (std::int64_t i = 0; i < in.size(); ++i) literal.set(i, static_cast<Bits>(bits_from_number(type, in(i))));
}

// Loads an f32 or f64 bit by bit; a conversion would make signaling NaNs quiet.
double load_number(ElementType type, const Literal& literal, std::int64_t i) {
    if (type == ElementType::F64) return literal.at<double>(i);
    const float value = literal.at<float>(i);
    return std::isnan(value) ? number_from_bits(type, literal.at<std::uint32_t>(i)) : static_cast<double>(value);
}

void store_number(ElementType type, Literal& literal, std::int64_t i, double value) {
    if (type == ElementType::F64)
        literal.set(i, value);
    else if (std::isnan(value))
        literal.set(i, bits_from_number(type, value));
    else
        literal.set(i, static_cast<float>(value));
}

void load_reals(const Literal& literal, Tensor::Reals& out) {
    const ElementType type = literal.shape.type;
    if (!is_narrow_float(type))
        for (std::int64_t i = 0; i < out.size(); ++i) out(i) = load_number(type, literal, i);
    else if (byte_size(type) == 2)
        load_narrow<std::uint16_t>(literal, out);
    else
        load_narrow<std::uint8_t>(literal, out);
}

void store_reals(const Tensor::Reals& in, Literal& literal) {
    const ElementType type = literal.shape.type;
    if (!is_narrow_float(type))
        for (std::int64_t i = 0; i < in.size(); ++i) store_number(type, literal, i, in(i));
    else if (byte_size(type) == 2)
        store_narrow<std::uint16_t>(in, literal);
    else
        store_narrow<std::uint8_t>(in, literal);
}

void load_complexes(const Literal& literal, Tensor::Complexes& out) {
    const ElementType part = part_type(literal.shape.type);
    for (std::int64_t i = 0; i < out.size(); ++i)
        out(i) = {load_number(part, literal, 2 * i), load_number(part, literal, 2 * i + 1)};
}

void store_complexes(const Tensor::Complexes& in, Literal& literal) {
    const ElementType part = part_type(literal.shape.type);
    for (std::int64_t i = 0; i < in.size(); ++i) {
        store_number(part, literal, 2 * i, in(i).real());
        store_number(part, literal, 2 * i + 1, in(i).imag());
    }
}

} // namespace

double round_to(ElementType type, double value) {
    if (type == ElementType::F64) return value;
    if (type == ElementType::F32) return std::isnan(value) ? value : static_cast<double>(f32_from_f64(value));
    return round_to_narrow(type, value);
}

double round_fold(ElementType type, double value) {
    return round_to(type, is_narrow_float(type) ? round_to(ElementType::F32, value) : value);
}

std::complex<double> round_to(ElementType type, std::complex<double> value) {
    const ElementType part = part_type(type);
    return {round_to(part, value.real()), round_to(part, value.imag())};
}

std::int64_t wrap_to(ElementType type, std::int64_t value) {
    const int unused = 64 - info(type).bits;
    const auto top = static_cast<std::uint64_t>(value) << unused;
    return is_signed(type) ? static_cast<std::int64_t>(top) >> unused : static_cast<std::int64_t>(top >> unused);
}

Tensor::Tensor(const Shape& array_shape) : shape(array_shape) {
    const std::int64_t size = shape.is_array() ? shape.elements() : 0;
    if (is_float(shape.type))
        data = Reals(size);
    else if (is_complex(shape.type))
        data = Complexes(size);
    else
        data = Integers(size);
    if (shape.type == ElementType::F8E8M0FNU) // has no zero; all bits are 0, as memory has them
        std::ranges::fill(reals(), number_from_bits(shape.type, 0));
    for (const Shape& element : shape.tuple) tuple.emplace_back(element);
}

void Tensor::copy_element(std::int64_t to, const Tensor& source, std::int64_t from) {
    if (auto* out = std::get_if<Reals>(&data))
        (*out)(to) = source.reals()(from);
    else if (auto* whole = std::get_if<Integers>(&data))
        (*whole)(to) = source.integers()(from);
    else
        complexes()(to) = source.complexes()(from);
}

Tensor to_tensor(const Literal& literal) {
    if (!literal.shape.is_array()) {
        Tensor tensor;
        tensor.shape = literal.shape;
        for (const Literal& element : literal.tuple) tensor.tuple.push_back(to_tensor(element));
        return tensor;
    }
    Tensor tensor(literal.shape);
    if (is_float(literal.shape.type))
        load_reals(literal, tensor.reals());
    else if (is_complex(literal.shape.type))
        load_complexes(literal, tensor.complexes());
    else
        load_integers(literal.shape, literal, tensor.integers());
    return tensor;
}

Literal to_literal(const Tensor& tensor) {
    if (!tensor.shape.is_array()) {
        Literal literal;
        literal.shape = tensor.shape;
        for (const Tensor& element : tensor.tuple) literal.tuple.push_back(to_literal(element));
        return literal;
    }
    Literal literal = Literal::zeros(tensor.shape);
    if (is_float(tensor.shape.type))
        store_reals(tensor.reals(), literal);
    else if (is_complex(tensor.shape.type))
        store_complexes(tensor.complexes(), literal);
    else
        store_integers(tensor.shape, tensor.integers(), literal);
    return literal;
}

LiteralPtr scalar_literal(ElementType type, double value) {
    Tensor tensor(Shape::scalar(type));
    if (is_float(type))
        tensor.reals()(0) = round_to(type, value);
    else if (is_complex(type))
        tensor.complexes()(0) = round_to(type, std::complex<double>(value));
    else
        tensor.integers()(0) = static_cast<std::int64_t>(value);
    return std::make_shared<const Literal>(to_literal(tensor));
}

} // namespace hlo2cpp
