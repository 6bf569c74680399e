// Functions of runtime_lib, widened to vectors.
#include <catch2/catch.hpp>

#include "generate/mathematics_text.h"
#include "generate/tree_text.h"
#include "mathematics/vector_function.h"
#include "support/diagnostics.h"
#include "tree/uses.h"
#include "unit/mathematics/every_function.h"

using namespace hlo2cpp;
using Catch::Matchers::Contains;

namespace {

constexpr VectorType kF32x8 = {ElementType::F32, 8}, kF64x4 = {ElementType::F64, 4};

VectorUse use_of(const Intrinsic& mathematics) {
    VectorUse use;
    use.intrinsics = {mathematics};
    return with_called_mathematics(use);
}

std::set<IntrinsicId> called_with(IntrinsicId id, const VectorType& vector) {
    std::set<IntrinsicId> ids;
    for (const Intrinsic& intrinsic : use_of({id, vector}).intrinsics) {
        CHECK(intrinsic.vector == vector);
        ids.insert(intrinsic.id);
    }
    return ids;
}

std::string text_of_function(IntrinsicId id, const VectorType& vector) {
    return to_text(vector_function({id, vector}), "", "");
}

} // namespace

TEST_CASE("types, calls and casts of bits become those of vectors", "[mathematics]") {
    CHECK(text_of_function(IntrinsicId::Cosh, kF32x8) ==
          "// cosh_f32 of each lane.\n"
          "static inline f32x8 cosh_f32x8(f32x8 x) noexcept {\n"
          "    f32x8 half = half_exp_f32x8(reinterpret_cast<f32x8>(reinterpret_cast<u32x8>(x) & 0x7fffffffu));\n"
          "    return half + 0.25f / half;\n"
          "}");
    CHECK_THAT(text_of_function(IntrinsicId::Sign, kF64x4), Contains("const f64x4 not_above = x < 0.0 ? -1.0 : x;"));
    CHECK_THAT(text_of_function(IntrinsicId::ExpNotPositive, kF32x8), Contains(" = x < -104.0f ? 0u : 0xffffffffu;"));
    CHECK_THAT(text_of_function(IntrinsicId::Log1p, kF32x8), Contains("f32x8 low = {};"));
    CHECK_THAT(text_of_function(IntrinsicId::ReduceSmallAngle, kF32x8),
               Contains("(f32x8 x, f32x8* low, u32x8* quadrant)") &&
                   Contains("*quadrant = reinterpret_cast<u32x8>(t);"));
    CHECK_THAT(text_of_function(IntrinsicId::Cos, kF32x8),
               Contains("u32x8 quadrant;") && Contains("reduce_angle_f32x8(x, &low, &quadrant)"));
}

TEST_CASE("every function of vectors computes with vectors alone", "[mathematics]") {
    for (const Intrinsic& mathematics : every_function()) {
        const tree::Function function = vector_function(mathematics);
        Used used;
        used.add(function);
        INFO(to_text(function, "", ""));
        CHECK(used.functions.empty());
        for (const VectorType& vector : used.vectors.types) CHECK(vector.lanes == mathematics.vector.lanes);
        CHECK(function.result == tree::vector_type(mathematics.vector.element, mathematics.vector.lanes));
    }
}

TEST_CASE("a call that has no form for vectors is refused", "[mathematics]") {
    CHECK_THROWS_AS(vector_function({IntrinsicId::ReduceAngle, kF32x8}), InternalError);
}

TEST_CASE("mathematics brings the functions that it calls", "[mathematics]") {
    using enum IntrinsicId;
    CHECK(called_with(Exp, kF32x8) == std::set{Exp});
    CHECK(called_with(Cosh, kF32x8) == std::set{Cosh, HalfExp, Exp});
    CHECK(called_with(Acosh, kF64x4) == std::set{Acosh, Sqrt, Log1pSum, Log});
    CHECK(called_with(Sin, kF32x8) == std::set{Sin, ReduceAngle, ReduceSmallAngle, SinInQuadrant});
    CHECK(called_with(Fma, kF32x8) == std::set{Fma});
}

TEST_CASE("mathematics of vectors stands behind what it calls", "[mathematics]") {
    const std::string text = mathematics_text(use_of({IntrinsicId::Sin, kF32x8}));
    const std::size_t angle = text.find("reduce_angle_f32x8(f32x8 x"), sine = text.find(" sin_f32x8(f32x8 x)");
    REQUIRE(angle != text.npos);
    REQUIRE(sine != text.npos);
    CHECK(angle < sine);
}
