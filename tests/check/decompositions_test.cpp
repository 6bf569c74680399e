// Decompositions have many right answers, and are judged by the equations that define them.
#include <algorithm>

#include <catch2/catch.hpp>

#include "check/decompositions.h"
#include "evaluate/evaluator.h"
#include "read/reader.h"

using namespace hlo2cpp;

namespace {

struct Decomposition {
    const char* what;
    const char* operand; // its shape
    const char* result;
    const char* target;
    const char* config;
    std::vector<std::size_t> leaves; // that the equations tell of
};

const Decomposition kDecompositions[] = {
    {"lu", "f32[4,3]", "(f32[4,3], s32[3], s32[])", "lapack_sgetrf_ffi", "{}", {0}},
    {"lu with a permutation", "c64[3,4]", "(c64[3,4], s32[3], s32[3])", "LuDecomposition", "{}", {0}},
    {"qr", "f32[4,3]", "(f32[4,3], f32[3])", "lapack_sgeqrf_ffi", "{}", {0, 1}},
    {"complex qr", "c128[3,4]", "(c128[3,4], c128[3])", "Qr", "{}", {0, 1}},
    {"tridiagonal",
     "c64[4,4]",
     "(c64[4,4], f32[4], f32[3], c64[3], s32[])",
     "lapack_chetrd_ffi",
     "{uplo = 76 : ui8}",
     {0, 1, 2, 3}},
    {"tridiagonal of an upper triangle",
     "f64[4,4]",
     "(f64[4,4], f64[4], f64[3], f64[3], s32[])",
     "lapack_dsytrd_ffi",
     "{uplo = 85 : ui8}",
     {0, 1, 2, 3}},
    {"Hessenberg",
     "f32[4,4]",
     "(f32[4,4], f32[3], s32[])",
     "lapack_sgehrd_ffi",
     "{low = 1 : i32, high = 4 : i32}",
     {0, 1}},
    {"eigh",
     "f32[4,4]",
     "(f32[4,4], f32[4], s32[])",
     "lapack_ssyevd_ffi",
     "{mode = 86 : ui8, uplo = 76 : ui8}",
     {0, 1}},
    {"eigh of a batch",
     "c128[2,3,3]",
     "(c128[2,3,3], f64[2,3], s32[2])",
     "lapack_zheevd_ffi",
     "{mode = 86 : ui8, uplo = 85 : ui8}",
     {0, 1}},
    {"svd",
     "f32[4,3]",
     "(f32[4,3], f32[3], f32[4,3], f32[3,3], s32[])",
     "lapack_sgesdd_ffi",
     "{mode = 83 : ui8}",
     {1, 2, 3}},
    {"full svd",
     "c64[2,4]",
     "(c64[2,4], f32[2], c64[2,2], c64[4,4], s32[])",
     "lapack_cgesdd_ffi",
     "{mode = 65 : ui8}",
     {1, 2, 3}},
    {"singular values",
     "f64[3,4]",
     "(f64[3,4], f64[3], f64[3,3], f64[3,4], s32[])",
     "lapack_dgesdd_ffi",
     "{mode = 78 : ui8}",
     {1}},
    {"schur",
     "f32[4,4]",
     "(f32[4,4], f32[4,4], f32[4], f32[4], s32[], s32[])",
     "lapack_sgees_ffi",
     "{mode = 86 : ui8, sort = 78 : ui8}",
     {0, 1, 2}},
    {"complex schur",
     "c64[3,3]",
     "(c64[3,3], c64[3,3], c64[3], s32[], s32[])",
     "lapack_cgees_ffi",
     "{mode = 86 : ui8, sort = 78 : ui8}",
     {0, 1, 2}},
    {"eig",
     "f32[4,4]",
     "(f32[4], f32[4], c64[4,4], c64[4,4], s32[])",
     "lapack_sgeev_ffi",
     "{compute_left = 86 : ui8, compute_right = 86 : ui8}",
     {0, 2, 3}},
    {"complex eig",
     "c128[3,3]",
     "(c128[3], c128[3,3], c128[3,3], s32[])",
     "lapack_zgeev_ffi",
     "{compute_left = 86 : ui8, compute_right = 86 : ui8}",
     {0, 1, 2}},
    {"eigenvalues",
     "f64[3,3]",
     "(f64[3], f64[3], c128[3,3], c128[3,3], s32[])",
     "lapack_dgeev_ffi",
     "{compute_left = 78 : ui8, compute_right = 78 : ui8}",
     {0}},
};

struct Evaluated {
    Module module;
    Tensor matrix, value;

    explicit Evaluated(const Decomposition& what)
        : module(read_module_bytes("HloModule m\nENTRY e {\n  a = " + std::string(what.operand) +
                                   " parameter(0)\n  ROOT d = " + what.result +
                                   " custom-call(a), custom_call_target=\"" + what.target +
                                   "\", api_version=API_VERSION_TYPED_FFI, backend_config=" + what.config + "\n}\n")),
          matrix(module.entry_computation()[module.entry_computation().parameters[0]].shape) {
        const Computation& entry = module.entry_computation();
        value.shape = entry[entry.root].shape;
        for (std::int64_t i = 0; i < matrix.elements(); ++i) { // no symmetric one: of that only a triangle is read
            const double x = static_cast<double>((i * i * 7 + i * 5 + 3) % 13) - 5.25;
            if (is_complex(matrix.shape.type))
                matrix.complexes()(i) = {x, static_cast<double>((i * 3 + 1) % 5) - 2};
            else
                matrix.reals()(i) = x;
        }
        value.tuple = evaluate(module, std::vector{matrix});
    }

    std::string broken() const {
        const Tensor* const operand = &matrix;
        return broken_equation(module, module.entry, module.entry_computation().root, {&operand, 1}, value)
            .value_or("");
    }
    bool is_broken() const { return !broken().empty(); }
};

// The largest element gets another sign.
void negate_largest(Tensor& tensor) {
    const auto negate = [](auto& elements) {
        *std::ranges::max_element(elements, {}, [](const auto& x) { return std::abs(x); }) *= -1;
    };
    is_complex(tensor.shape.type) ? negate(tensor.complexes()) : negate(tensor.reals());
}

const Decomposition& named(const std::string& what) {
    for (const Decomposition& decomposition : kDecompositions)
        if (decomposition.what == what) return decomposition;
    throw std::logic_error(what);
}

} // namespace

TEST_CASE("one element with another sign breaks an equation of its decomposition", "[check]") {
    for (const Decomposition& decomposition : kDecompositions) {
        const Evaluated evaluated(decomposition);
        INFO(decomposition.what);
        CHECK(evaluated.broken() == "");
        for (const std::size_t leaf : decomposition.leaves) {
            Evaluated wrong = evaluated;
            negate_largest(wrong.value.tuple[leaf]);
            INFO("result " << leaf);
            CHECK(wrong.is_broken());
        }
    }
}

TEST_CASE("vectors may have other signs, but their values have one order", "[check]") {
    Evaluated eigh(named("eigh"));
    for (std::int64_t i = 0; i < 4; ++i) eigh.value.tuple[0].reals()(i * 4 + 2) *= -1; // the third vector
    CHECK_FALSE(eigh.is_broken());
    std::swap(eigh.value.tuple[1].reals()(0), eigh.value.tuple[1].reals()(1));
    for (std::int64_t i = 0; i < 4; ++i)
        std::swap(eigh.value.tuple[0].reals()(i * 4), eigh.value.tuple[0].reals()(i * 4 + 1));
    CHECK(eigh.is_broken());
}

TEST_CASE("vectors that fit the matrix and are not orthogonal are no eigenvectors of eigh", "[check]") {
    Evaluated eigh(named("eigh"));
    std::ranges::fill(eigh.matrix.reals(), 0); // every vector is one of the eigenvalue 0
    std::ranges::fill(eigh.value.tuple[1].reals(), 0);
    CHECK_FALSE(eigh.is_broken());
    for (std::int64_t i = 0; i < 4; ++i) eigh.value.tuple[0].reals()(i * 4) = eigh.value.tuple[0].reals()(i * 4 + 1);
    CHECK(eigh.is_broken());
}

TEST_CASE("one eigenvector twice, with its value, is no answer of eig", "[check]") {
    Evaluated eig(named("complex eig"));
    eig.value.tuple[0].complexes()(0) = eig.value.tuple[0].complexes()(1);
    for (const std::size_t vectors : {std::size_t{1}, std::size_t{2}})
        for (std::int64_t i = 0; i < 3; ++i)
            eig.value.tuple[vectors].complexes()(i * 3) = eig.value.tuple[vectors].complexes()(i * 3 + 1);
    CHECK(eig.is_broken());
}

TEST_CASE("a wrong decomposition is named with its instruction, the matrix of the batch and the equation", "[check]") {
    Evaluated eigh(named("eigh of a batch"));
    const InstructionId root = eigh.module.entry_computation().root;
    const Tensor* const matrix = &eigh.matrix;
    DecompositionJudge judge(eigh.module);
    judge.before(eigh.module.entry, root, {&matrix, 1});
    eigh.value.tuple[1].reals()(4) += 1;
    judge.computed(eigh.module.entry, root, eigh.value);
    REQUIRE(judge.first());
    CHECK_THAT(judge.first()->message, Catch::Contains("matrix 1") && Catch::Contains("A V = V diag(w)"));
    CHECK_THAT(judge.first()->instruction, Catch::Contains("custom-call"));
}
