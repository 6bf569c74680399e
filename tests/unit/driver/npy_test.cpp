#include <catch2/catch.hpp>

#include <cstring>

#include "driver/npy.h"
#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

using Catch::Matchers::Contains;

// A file of format 1.0.
std::string npy(const std::string& descr, const std::string& order, const std::string& shape, const std::string& data) {
    const std::string header = "{'descr': '" + descr + "', 'fortran_order': " + order + ", 'shape': " + shape + ", }\n";
    return std::string("\x93NUMPY\x01\x00", 8) + static_cast<char>(header.size()) + '\0' + header + data;
}

template <typename T>
std::string raw(const std::vector<T>& values) {
    std::string bytes(values.size() * sizeof(T), '\0');
    std::memcpy(bytes.data(), values.data(), bytes.size());
    return bytes;
}

Literal argument(const std::string& file, const Shape& shape) {
    return to_literal(parse_npy(file, "argument 0"), shape, "argument 0");
}

TEST_CASE("a .npy file that is written is read again") {
    for (const std::vector<std::int64_t>& dims :
         {std::vector<std::int64_t>{}, {0}, {3}, {2, 3}, {2, 0, 3}, {1, 2, 3, 4}}) {
        const Shape shape = Shape::array(ElementType::F32, dims);
        Literal literal = Literal::zeros(shape);
        for (std::int64_t i = 0; i < shape.elements(); ++i) literal.set(i, static_cast<float>(i) + 0.5F);
        const std::string file = to_npy(literal);
        const std::size_t header_end = file.find('\n') + 1;
        CHECK(header_end % 64 == 0); // as NumPy aligns it
        const Literal again = argument(file, shape);
        CHECK(again.bytes == literal.bytes);
    }
}

TEST_CASE("element types travel as the dtypes that NumPy has") {
    CHECK(numpy_type(ElementType::Pred) == "bool");
    CHECK(numpy_type(ElementType::F16) == "float16");
    CHECK(numpy_type(ElementType::BF16) == "uint16 (the bits of bf16)");
    CHECK(numpy_type(ElementType::S4) == "int8 (the bits of s4)");
    CHECK(numpy_type(ElementType::U2) == "uint8 (the bits of u2)");
    CHECK(numpy_type(ElementType::F8E5M2) == "uint8 (the bits of f8e5m2)");
    CHECK(numpy_type(ElementType::C128) == "complex128");
    CHECK_THAT(to_npy(Literal::zeros(Shape::array(ElementType::Pred, {2}))), Contains("'descr': '|b1'"));
    CHECK_THAT(to_npy(Literal::zeros(Shape::array(ElementType::C64, {2}))), Contains("'descr': '<c8'"));
    CHECK_THAT(to_npy(Literal::zeros(Shape::array(ElementType::U64, {2, 5}))),
               Contains("'descr': '<u8', 'fortran_order': False, 'shape': (2, 5, )"));
}

TEST_CASE("columns first and big-endian files are read") {
    const Shape shape = Shape::array(ElementType::S16, {2, 3});
    const std::vector<std::int16_t> columns = {1, 4, 2, 5, 3, 6};
    const Literal literal = argument(npy("<i2", "True", "(2, 3)", raw(columns)), shape);
    for (int i = 0; i < 6; ++i) CHECK(literal.at<std::int16_t>(i) == i + 1);
    const Literal big = argument(npy(">i2", "False", "(2, 3)", std::string("\0\1\0\2\0\3\0\4\0\5\0\6", 12)), shape);
    CHECK(big.bytes == literal.bytes);
}

TEST_CASE("format 2.0 has a longer header length") {
    std::string file = npy("<i2", "False", "(1,)", raw<std::int16_t>({7}));
    file[6] = 2;
    file.insert(10, 2, '\0');
    CHECK(argument(file, Shape::array(ElementType::S16, {1})).at<std::int16_t>(0) == 7);
}

TEST_CASE("of sub-byte arguments only the low bits count") {
    const std::string bits = raw<std::uint8_t>({0x07, 0x08, 0xF3, 0x1F});
    const Literal s4 = argument(npy("|i1", "False", "(4,)", bits), Shape::array(ElementType::S4, {4}));
    CHECK(s4.at<std::int8_t>(0) == 7);
    CHECK(s4.at<std::int8_t>(1) == -8);
    CHECK(s4.at<std::int8_t>(2) == 3);
    CHECK(s4.at<std::int8_t>(3) == -1);
    const Literal u2 = argument(npy("|u1", "False", "(4,)", bits), Shape::array(ElementType::U2, {4}));
    CHECK(u2.at<std::uint8_t>(0) == 3);
    CHECK(u2.at<std::uint8_t>(1) == 0);
    const Literal pred =
        argument(npy("|u1", "False", "(4,)", raw<std::uint8_t>({0, 1, 2, 255})), Shape::array(ElementType::Pred, {4}));
    CHECK(pred.bytes == std::vector<std::byte>{std::byte{0}, std::byte{1}, std::byte{1}, std::byte{1}});
}

TEST_CASE("an argument that does not fit is refused") {
    const Shape shape = Shape::array(ElementType::F32, {2});
    const auto complaint = [&](const std::string& file) -> std::string {
        try {
            argument(file, shape);
        } catch (const InputError& error) {
            return error.what();
        }
        return "accepted";
    };
    CHECK(complaint(npy("<f8", "False", "(2,)", raw<double>({1, 2}))) ==
          "argument 0: has dtype float64 where f32[2] needs float32");
    CHECK(complaint(npy("<i4", "False", "(2,)", raw<int>({1, 2}))) ==
          "argument 0: has dtype int32 where f32[2] needs float32");
    CHECK(complaint(npy("<f4", "False", "(2, 1)", raw<float>({1, 2}))) ==
          "argument 0: has the sizes [2,1] where f32[2] is needed");
    CHECK(complaint(npy("<f4", "False", "(2,)", raw<float>({1}))) ==
          "argument 0: holds 4 bytes of data where its header needs 8");
}

TEST_CASE("malformed .npy files are refused") {
    const std::string good = npy("<f4", "False", "(2,)", raw<float>({1, 2}));
    for (std::size_t length = 0; length < good.size(); ++length)
        CHECK_THROWS_AS(parse_npy(good.substr(0, length), "x"), InputError);
    CHECK_THROWS_AS(parse_npy(good + "x", "x"), InputError);
    CHECK_THROWS_AS(parse_npy("\x93NUMPY\x09" + good.substr(7), "x"), InputError);
    for (const char* descr : {"", "f4", "<O8", "<f0", "<f99", "<f4x", "|S3", "<U2", "[('a', '<f4')]"})
        CHECK_THROWS_AS(parse_npy(npy(descr, "False", "(2,)", raw<float>({1, 2})), "x"), InputError);
    for (const char* shape :
         {"(-2,)", "(2", "2", "(a,)", "(2,,)", "(99999999999999999999,)", "(4294967296, 4294967296, 4294967296)"})
        CHECK_THROWS_AS(parse_npy(npy("<f4", "False", shape, raw<float>({1, 2})), "x"), InputError);
    CHECK_THROWS_AS(parse_npy(npy("<f4", "Maybe", "(2,)", raw<float>({1, 2})), "x"), InputError);
}

} // namespace
} // namespace hlo2cpp
