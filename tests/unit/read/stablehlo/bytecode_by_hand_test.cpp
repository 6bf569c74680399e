// Files that no serializer writes: unusual ones, and hostile ones.
#include <catch2/catch.hpp>

#include "bytecode_writer.h"
#include "canonical.h"
#include "read/stablehlo/bytecode.h"
#include "support/diagnostics.h"

namespace hlo2cpp::stablehlo {
namespace {

using Catch::Matchers::Contains;
using Catch::Matchers::EndsWith;
using Catch::Matchers::StartsWith;

// Numbers of strings, which are those of dialects and names of operations, too.
enum : std::uint64_t { kBuiltin, kVhlo, kStablehlo };
enum : std::uint64_t { kModuleName, kConstantName, kNegateName, kSliceName };
constexpr int kIrSection = 4;

Document parse(const BytecodeParts& parts) {
    const auto bytes = std::make_shared<const std::string>(parts.bytes());
    return parse_stablehlo_bytecode(*bytes, bytes);
}

std::string message(const BytecodeParts& parts) {
    try {
        parse(parts);
        return "read";
    } catch (const InputError& error) {
        return error.what();
    }
}

// Attribute 0 is the unknown location, type 0 is f32, type 1 is tensor<2xf32>.
BytecodeParts parts_with(const std::string& operations, std::uint64_t count, std::uint64_t values) {
    BytecodeParts parts{.strings = {"builtin", "vhlo", "stablehlo", "module", "constant_v1", "negate_v1", "slice"},
                        .dialects = {0, 1, 2},
                        .names = {{kBuiltin, 3}, {kVhlo, 4}, {kVhlo, 5}, {kStablehlo, 6}}};
    parts.attributes = {{kBuiltin, varint(15)}};
    parts.types = {{kBuiltin, varint(5)}, {kBuiltin, varints({13, 1}) + signed_varint(2) + varint(0)}};
    // The module: no fields but its region, which is isolated and has one block without arguments.
    const std::string region = varints({1, values, count << 1}) + operations;
    parts.ir =
        varint(1 << 1) + varint(kModuleName) + '\x10' + varint(0) + varint(1 << 1 | 1) + section(kIrSection, region);
    return parts;
}

// A constant of type 1 whose value is the attribute.
std::string constant_of(std::uint64_t properties) {
    return varint(kConstantName) + '\x42' + varints({0, properties, 1, 1});
}

const std::string kTwoFloats("\0\0\x80\x3f\0\0\0\x40", 8); // 1, 2

BytecodeParts one_constant() {
    BytecodeParts parts = parts_with(constant_of(0), 1, 1);
    parts.attributes.push_back({kVhlo, varints({15, 1, 8}) + kTwoFloats});
    parts.properties = {varint(1)};
    return parts;
}

TEST_CASE("sections of bytecode may come in any order", "[stablehlo]") {
    BytecodeParts parts = one_constant();
    const std::string structure = canonical(parse(parts));
    CHECK_THAT(structure, Contains("stablehlo.constant {value = dense<0000803f00000040> : tensor<2xf32>}"));
    parts.is_reversed = true;
    CHECK(canonical(parse(parts)) == structure);
}

TEST_CASE("a constant may be a resource", "[stablehlo]") {
    BytecodeParts parts = one_constant();
    parts.attributes[1] = {kBuiltin, varints({16, 1, 0})};
    CHECK_THAT(message(parts), Contains("the file has 0 resources"));
    parts.resources = varints({1, 8}) + kTwoFloats;
    CHECK(canonical(parse(parts)) == canonical(parse(one_constant())));
}

TEST_CASE("one element for more than there can be bytes is refused with byte and operation", "[stablehlo]") {
    BytecodeParts parts = one_constant();
    parts.types.back().bytes = varints({13, 1}) + signed_varint(std::int64_t{1} << 61) + varint(0);
    parts.attributes.back().bytes = varints({15, 1, 4}) + kTwoFloats.substr(0, 4);
    const std::string said = message(parts);
    CHECK_THAT(said, StartsWith("at byte "));
    CHECK_THAT(said,
               EndsWith("in stablehlo.constant: a constant of type tensor<2305843009213693952xf32> is larger than "
                        "2^63 bytes"));
}

TEST_CASE("an attribute as text is read as in a text", "[stablehlo]") {
    BytecodeParts parts = one_constant();
    parts.attributes[1] = {kBuiltin, std::string("dense<[1.0, 2.0]> : tensor<2xf32>") + '\0', true};
    CHECK(canonical(parse(parts)) == canonical(parse(one_constant())));
    parts.attributes[1].bytes = std::string("dense<[1.0") + '\0';
    CHECK_THAT(message(parts), Contains("at byte") && Contains("in stablehlo.constant"));
}

TEST_CASE("quantised types of artifacts have a scale for the tensor or for each slice of an axis", "[stablehlo]") {
    BytecodeParts parts = one_constant();
    const std::string half = signed_varint(0x3fe0000000000000), quarter = signed_varint(0x3fd0000000000000);
    parts.types.push_back({kVhlo, varint(11)}); // 2: i8
    parts.types.push_back(
        {kVhlo, varints({24, 1, 2, 0}) + half + signed_varint(-3) + signed_varint(-128) + signed_varint(127)});
    parts.types.push_back({kVhlo, varints({30, 1, 2, 0, 1}) + signed_varint(-128) + signed_varint(127) + varint(2) +
                                      half + quarter + varint(2) + signed_varint(1) + signed_varint(0)});
    parts.types.push_back({kVhlo, varints({20, 1}) + signed_varint(2) + varint(3)});
    parts.types.push_back({kVhlo, varints({20, 2}) + signed_varint(4) + signed_varint(2) + varint(4)});
    parts.types.push_back({kBuiltin, varints({15, 2, 5, 6})}); // 7: a tuple of both
    parts.ir.replace(parts.ir.size() - 1, 1, varint(7));       // the constant's type
    CHECK_THAT(canonical(parse(parts)), Contains("tuple<tensor<2x!quant.uniform<i8<-128:127>:f32, 0.5:-3>>, "
                                                 "tensor<4x2x!quant.uniform<i8<-128:127>:f32:1, {0.5:1,0.25:0}>>>"));
}

TEST_CASE("attributes and types that refer to themselves are refused", "[stablehlo]") {
    BytecodeParts parts = one_constant();
    parts.attributes[1] = {kBuiltin, varints({0, 1, 1})};
    CHECK_THAT(message(parts), Contains("refers to itself"));
    parts = one_constant();
    parts.types[1] = {kBuiltin, varints({15, 1, 1})};
    CHECK_THAT(message(parts), Contains("refers to itself"));
}

TEST_CASE("lists of lists and tuples of tuples are bounded in depth and in size", "[stablehlo]") {
    BytecodeParts parts = one_constant();
    for (std::uint64_t i = 2; i < 20; ++i) { // each has eight copies of the one before
        parts.attributes.push_back({kBuiltin, varints({0, 8, i - 1, i - 1, i - 1, i - 1, i - 1, i - 1, i - 1, i - 1})});
        parts.types.push_back({kBuiltin, varints({15, 8, i - 1, i - 1, i - 1, i - 1, i - 1, i - 1, i - 1, i - 1})});
    }
    parts.properties = {varint(19)};
    CHECK_THAT(message(parts), Contains("more memory than a file of this size may ask for"));
    parts.properties = {varint(1)};
    parts.ir.replace(parts.ir.size() - 1, 1, varint(19));
    CHECK_THAT(message(parts), Contains("too many parts"));
    parts = one_constant();
    for (std::uint64_t i = 2; i < 200; ++i) parts.attributes.push_back({kBuiltin, varints({0, 1, i + 1})});
    parts.properties = {varint(2)};
    CHECK_THAT(message(parts), Contains("nested more than 100 deep"));
}

TEST_CASE("counts that the file has no bytes for are refused", "[stablehlo]") {
    BytecodeParts parts = one_constant();
    parts.attributes[1] = {kBuiltin, varints({0, std::uint64_t{1} << 60})};
    CHECK_THAT(message(parts), Contains("a list of 1152921504606846976 items is expected"));
    parts = parts_with("", 0, std::uint64_t{1} << 40);
    CHECK_THAT(message(parts), Contains("a list of 1099511627776 items is expected"));
    parts = parts_with("", std::uint64_t{1} << 40, 0);
    CHECK_THAT(message(parts), Contains("1 bytes are expected, but 0 are left"));
}

TEST_CASE("values are made before they are used, as many as announced, by one block", "[stablehlo]") {
    const std::string negate = varint(kNegateName) + '\x06' + varints({0, 1, 1, 1, 0});
    CHECK_THAT(message(parts_with(negate, 1, 1)),
               Contains("in stablehlo.negate: the value 0 is used before it is made"));
    BytecodeParts parts = one_constant();
    parts.ir = parts_with(constant_of(0), 1, 2).ir;
    CHECK_THAT(message(parts), Contains("a region has 1 values, but 2 were announced"));
    parts.ir = parts_with(constant_of(0), 1, 0).ir;
    CHECK_THAT(message(parts), Contains("more values than were announced"));
    parts.ir = varint(1 << 1) + varint(kModuleName) + '\x10' + varint(0) + varint(1 << 1) + varints({2, 0, 0, 0});
    CHECK_THAT(message(parts), Contains("a region of 2 blocks is not supported"));
}

TEST_CASE("regions are bounded in depth", "[stablehlo]") {
    BytecodeParts parts = one_constant();
    parts.ir = varint(1 << 1);
    for (int i = 0; i < 200; ++i)
        parts.ir += varint(kModuleName) + '\x10' + varint(0) + varint(1 << 1) + varints({1, 0, 1 << 1});
    CHECK_THAT(message(parts), Contains("regions are nested more than 100 deep"));
}

TEST_CASE("operations of a newer StableHLO are refused all at once", "[stablehlo]") {
    BytecodeParts parts = one_constant();
    parts.strings[4] = "constant_v9";
    parts.strings[5] = "wiggle_v1";
    CHECK_THAT(message(parts), Contains("newer than this compiler reads, 1.20.0: constant_v9 wiggle_v1; write it for"));
    parts = one_constant();
    parts.version = 7;
    CHECK_THAT(message(parts), Contains("the bytecode is of version 7") && Contains("older StableHLO"));
}

TEST_CASE("bytecode whose properties are not known says what to write instead", "[stablehlo]") {
    BytecodeParts parts = one_constant();
    parts.ir = parts_with(varint(kSliceName) + '\x42' + varints({0, 0, 1, 1}), 1, 1).ir;
    parts.producer = "MLIR99.0.0git";
    CHECK_THAT(message(parts), Contains("in stablehlo.slice: the 1 properties of the operation are not known") &&
                                   Contains("bytecode of MLIR99.0.0git") && Contains("jax.export"));
}

} // namespace
} // namespace hlo2cpp::stablehlo
