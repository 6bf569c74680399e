// Arguments and results whose dimensions are padded in memory, as old files say it.
#include <catch2/catch.hpp>

#include <limits>

#include "evaluate/evaluator.h"
#include "lower/lower.h"
#include "lower/lower_verify.h"
#include "read/reader.h"
#include "unit/hlo/proto_bytes.h"

using namespace hlo2cpp;

namespace {

// f32[2,3]{0,1} whose dimensions are padded to [3,5].
std::string padded_shape(int value) {
    const std::string layout =
        bytes_field(1, std::string("\0\x01", 2)) + bytes_field(2, "\x03\x05") + number_field(3, value);
    return number_field(2, kF32) + bytes_field(3, "\x02\x03") + bytes_field(5, layout);
}

// negate(argument), both of the given shapes.
Module negation(const std::string& argument, const std::string& result) {
    return read_module_bytes(
        module_bytes(bytes_field(2, instruction_bytes("x", "parameter", argument, 1)) +
                         bytes_field(2, instruction_bytes("y", "negate", result, 2) + number_field(36, 1)),
                     2));
}

std::vector<double> lowered_result(const Module& module, const Tensor& argument) {
    const Module lowered = lower(module);
    verify_lowering(lowered);
    const Tensor result = evaluate(lowered, std::vector{argument})[0];
    return {result.reals().begin(), result.reals().end()};
}

Tensor numbered(std::vector<std::int64_t> dims) {
    Tensor tensor(Shape::array(ElementType::F32, std::move(dims)));
    for (std::int64_t i = 0; i < tensor.elements(); ++i) tensor.reals()(i) = static_cast<double>(i + 1);
    return tensor;
}

} // namespace

TEST_CASE("a padded result holds its elements minor to major and the padding value everywhere else") {
    const std::string plain = shape_bytes(kF32, "\x02\x03");
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    const double fills[] = {0, 1, -kInfinity, kInfinity, 0}; // zero, one, lowest, highest, unknown
    for (int value = 1; value <= 5; ++value) {
        const double p = fills[value - 1];
        CHECK(lowered_result(negation(plain, padded_shape(value)), numbered({2, 3})) ==
              std::vector<double>{-1, -4, p, -2, -5, p, -3, -6, p, p, p, p, p, p, p});
    }
}

TEST_CASE("the padding of an argument is not read") {
    const std::string plain = shape_bytes(kF32, "\x02\x03");
    CHECK(lowered_result(negation(padded_shape(1), plain), numbered({5, 3})) ==
          std::vector<double>{-1, -4, -7, -2, -5, -8});
}
