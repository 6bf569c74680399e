// Decompositions as generated code on matrices of many kinds: the results fit the matrix about as well as LAPACK's.
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdio>
#include <sstream>

#include "driver/files.h"
#include "driver/npy.h"
#include "driver/run.h"
#include "linear_algebra/residuals.h"
#include "read/reader.h"

using namespace hlo2cpp;
using residuals::Residual;

namespace {

constexpr const char* kDecompositions[] = {"cholesky", "lu", "solve", "qr", "eigh", "svd", "eig"};
constexpr int kSizes[] = {5, 24};

const std::string kCases = std::string(HLO2CPP_SOURCE_DIR) + "/tests/linear_algebra/cases/";

struct Decomposition {
    std::string name, kind;
    int size = 0;
    std::vector<std::string> matrices; // what each is
    std::vector<std::vector<Residual>> ours, lapack;
};

Literal read_array(const std::string& file, const std::vector<std::int64_t>& dims, ElementType type) {
    return to_literal(parse_npy(read_file(kCases + file), file), Shape::array(type, dims), file);
}

std::vector<std::string> matrices_of(const std::string& kind) {
    std::istringstream lines(read_file(kCases + "families.txt"));
    std::vector<std::string> names;
    for (std::string line; std::getline(lines, line);) {
        if (!line.starts_with(kind + ": ")) continue;
        std::istringstream list(line.substr(kind.size() + 2));
        for (std::string name; std::getline(list >> std::ws, name, ',');) names.push_back(name);
    }
    return names;
}

Decomposition measured(const std::string& name, int size) {
    const std::string numbered = name + "_" + std::to_string(size);
    Decomposition made{.name = name,
                       .kind = name == "cholesky" ? "positive"
                               : name == "eigh"   ? "symmetric"
                                                  : "general",
                       .size = size};
    made.matrices = matrices_of(made.kind);
    const Literal matrices =
        read_array(made.kind + "_" + std::to_string(size) + ".npy",
                   {static_cast<std::int64_t>(made.matrices.size()), size, size}, ElementType::F32);
    CompileOptions options{.target = *find_target("generic")};
    options.generate.name = "m";
    Diagnostics diagnostics;
    const Compilation c = compile(read_module_bytes(read_file(kCases + numbered + ".hlo")), options, diagnostics);
    REQUIRE_FALSE(diagnostics.has_errors());
    const GeneratedRun run = run_compiled(c, "m", options.target, {.leaves = {matrices}}, "-O2");
    made.ours = residuals::residuals_of(name, matrices, run.results);
    std::vector<Literal> results;
    for (std::size_t k = 0; k < run.results.size(); ++k) {
        const Shape& shape = run.results[k].shape;
        results.push_back(read_array(numbered + "." + std::to_string(k) + ".npy", shape.dims, shape.type));
    }
    made.lapack = residuals::residuals_of(name, matrices, results);
    return made;
}

// Four times what LAPACK leaves, or n / 2 units of f32's last place where that is next to nothing.
bool is_good(double ours, double lapack, int size) {
    if (std::isnan(lapack)) return std::isnan(ours);
    return ours <= 4 * std::max(lapack, size * 0x1p-27);
}

// An equation of less than full rank has an answer only where rounding leaves no pivot 0.
bool has_answer(const Decomposition& decomposition, const std::string& matrix) {
    const bool singular =
        matrix == "half the rank" || matrix == "rank 1" || matrix == "zero" || matrix == "a zero row and column";
    return decomposition.name != "solve" || !singular;
}

} // namespace

TEST_CASE("residuals of decompositions are within four times LAPACK's on matrices of all kinds", "[linear_algebra]") {
    for (const char* const name : kDecompositions) {
        for (const int size : kSizes) {
            const Decomposition made = measured(name, size);
            REQUIRE(made.ours.size() == made.matrices.size());
            for (std::size_t i = 0; i < made.matrices.size(); ++i) {
                if (!has_answer(made, made.matrices[i])) continue;
                for (std::size_t k = 0; k < made.ours[i].size(); ++k) {
                    const double ours = made.ours[i][k].value, lapack = made.lapack[i][k].value;
                    INFO(name << " of " << made.matrices[i] << ", n = " << size << ": " << made.ours[i][k].formula);
                    CHECKED_ELSE(is_good(ours, lapack, size)) {
                        FAIL_CHECK(ours << ", LAPACK " << lapack);
                    }
                }
            }
        }
    }
}

// The table of tests/linear_algebra/README.md: build/tests/release_tests "[.residuals]"
TEST_CASE("print the residuals as a table", "[.residuals]") {
    for (const char* const name : kDecompositions) {
        const Decomposition made = measured(name, kSizes[1]);
        for (std::size_t i = 0; i < made.matrices.size(); ++i) {
            std::printf("| %s | %s |", name, made.matrices[i].c_str());
            for (std::size_t k = 0; k < 3; ++k) {
                if (k < made.ours[i].size())
                    std::printf(" %.1e / %.1e |", made.ours[i][k].value, made.lapack[i][k].value);
                else
                    std::printf(" |");
            }
            std::printf("\n");
        }
    }
}
