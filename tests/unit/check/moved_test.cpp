// How far rounding moves results: operands off by a unit of their last place, and the processor rounding up or down.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>

#include "check/moved.h"
#include "check/self_test.h"
#include "read/reader.h"

using namespace hlo2cpp;

namespace {

Tensor vector_of(ElementType type, const std::vector<double>& values) {
    Tensor tensor(Shape::array(type, {static_cast<std::int64_t>(values.size())}));
    for (std::size_t i = 0; i < values.size(); ++i) tensor.reals()(static_cast<std::int64_t>(i)) = values[i];
    return tensor;
}

// Of result 0, an array of floats.
double largest_move(const std::string& body, const std::vector<Tensor>& arguments) {
    const Module module = read_module_bytes("HloModule m\n" + body);
    const MovedResults evaluated = evaluate_moved(module, arguments, [] { return nullptr; });
    double largest = 0;
    for (const std::vector<Tensor>& moved : evaluated.moved)
        for (std::int64_t i = 0; i < moved[0].elements(); ++i)
            largest = std::max(largest, std::abs(moved[0].reals()(i) - evaluated.results[0].reals()(i)));
    return largest;
}

const std::string kDifference = "ENTRY e {\n  a = f32[2] parameter(0)\n  b = f32[2] parameter(1)\n"
                                "  ROOT d = f32[2] subtract(a, b)\n}\n";

} // namespace

TEST_CASE("a number moves by a unit of its last place, equal ones alike and opposite ones to opposite sides",
          "[check]") {
    const double x = static_cast<float>(0.1);
    Tensor tensor = vector_of(ElementType::F32, {x, -x, x, static_cast<float>(1e8)});
    move_numbers(tensor, Direction::Up);
    const double up = std::nextafter(0.1F, 1.0F), down = std::nextafter(0.1F, 0.0F);
    CHECK((tensor.reals()(0) == up || tensor.reals()(0) == down));
    CHECK(tensor.reals()(1) == -tensor.reals()(0));
    CHECK(tensor.reals()(2) == tensor.reals()(0));
    CHECK(std::abs(tensor.reals()(3) - 1e8) == 8);
}

TEST_CASE("whole numbers, zeros, infinities and floats of 16 bits stay what they are", "[check]") {
    const std::vector<double> values = {0, -0.0, 3, -255, INFINITY};
    Tensor tensor = vector_of(ElementType::F64, values);
    move_numbers(tensor, Direction::Down);
    for (std::size_t i = 0; i < values.size(); ++i) CHECK(tensor.reals()(static_cast<std::int64_t>(i)) == values[i]);
    Tensor half = vector_of(ElementType::F16, {0.25, 0.5, 1.5});
    move_numbers(half, Direction::Down);
    CHECK(std::ranges::equal(half.reals(), vector_of(ElementType::F16, {0.25, 0.5, 1.5}).reals()));
}

TEST_CASE("what is left of large numbers moves as far as their last place", "[check]") {
    const double large = static_cast<float>(1000.1);
    const double moved = largest_move(
        kDifference, {vector_of(ElementType::F32, {large, 1}), vector_of(ElementType::F32, {large + 0x1p-13, 1})});
    CHECK(moved > 0);
    CHECK(moved <= 0x1p-12); // two units of the last place of 1000.1
}

TEST_CASE("exact arithmetic does not move, whichever way the processor rounds", "[check]") {
    CHECK(largest_move(kDifference, {vector_of(ElementType::F32, {7, 1}), vector_of(ElementType::F32, {3, 5})}) == 0);
    CHECK(largest_move("ENTRY e {\n  a = f32[3] parameter(0)\n  h = f32[] constant(0.5)\n"
                       "  hs = f32[3] broadcast(h), dimensions={}\n  x = f32[3] multiply(a, hs)\n"
                       "  ROOT r = f32[3] round-nearest-even(x)\n}\n",
                       {vector_of(ElementType::F32, {1, 3, -5})}) == 0);
}

TEST_CASE("a quotient times its divisor moves where it was rounded", "[check]") {
    const double moved = largest_move("ENTRY e {\n  a = f32[] parameter(0)\n  b = f32[] parameter(1)\n"
                                      "  q = f32[] divide(a, b)\n  p = f32[] multiply(q, b)\n"
                                      "  s = f32[] subtract(p, a)\n  ROOT r = f32[1] reshape(s)\n}\n",
                                      {[] {
                                           Tensor one(Shape::scalar(ElementType::F32));
                                           one.reals()(0) = 1;
                                           return one;
                                       }(),
                                       [] {
                                           Tensor ten(Shape::scalar(ElementType::F32));
                                           ten.reals()(0) = 10;
                                           return ten;
                                       }()});
    CHECK(moved > 0);
    CHECK(moved <= 0x1p-21);
}

TEST_CASE("rounding is what it was after an evaluation that was moved", "[check]") {
    largest_move(kDifference, {vector_of(ElementType::F32, {7, 1}), vector_of(ElementType::F32, {3, 5})});
    volatile double tenth = 0.1;
    CHECK(tenth * 3 == 0x1.3333333333334p-2);
}

TEST_CASE("a loop that ends only where numbers are rounded to nearest has no moved results", "[check]") {
    const Module module = read_module_bytes( // until x is exactly 3 / 10
        "HloModule m\nmore {\n  x = f32[] parameter(0)\n  three = f32[] constant(3)\n  ten = f32[] constant(10)\n"
        "  q = f32[] divide(three, ten)\n  goal = f32[] constant(0.3)\n"
        "  ROOT c = pred[] compare(q, goal), direction=NE\n}\nnext {\n  x = f32[] parameter(0)\n"
        "  ROOT y = f32[] copy(x)\n}\nENTRY e {\n  a = f32[] parameter(0)\n"
        "  ROOT w = f32[] while(a), condition=more, body=next\n}\n");
    const MovedResults evaluated =
        evaluate_moved(module, {Tensor(Shape::scalar(ElementType::F32))}, [] { return nullptr; });
    CHECK(evaluated.results.size() == 1);
    CHECK(evaluated.moved.size() == 1); // rounded down or up 3 / 10 is another number than 0.3
}

TEST_CASE("a self-test allows a result what rounding moves it, and names what is nothing else", "[check]") {
    const Module module = read_module_bytes("HloModule m\n" + kDifference);
    const auto result = [&](double a, double b) {
        return make_self_test(module, {to_literal(vector_of(ElementType::F32, {a, 1})),
                                       to_literal(vector_of(ElementType::F32, {b, 1}))})
            .results[0];
    };
    const double large = static_cast<float>(1000.1), plain = static_cast<float>(0.3);
    CHECK(result(large, large + 0x1p-13).absolute >= 16 * 0x1p-14);
    CHECK(result(large, large + 0x1p-13).by_rounding);
    CHECK(result(large, plain).absolute <= 2e-2); // two millionths of 1000, or 16 units of the last place
    CHECK_FALSE(result(large, plain).by_rounding);
    CHECK(result(plain, 0.25).absolute == Approx(2e-6));
}
