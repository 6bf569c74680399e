// Names and options of linear algebra's functions in JAX's lowerings.
#include <array>
#include <charconv>
#include <limits>
#include <map>
#include <string_view>

#include "linalg/library_call.h"

namespace hlo2cpp {
namespace {

// "{uplo = 76 : ui8, left = true}": integers, and booleans as 0 and 1.
std::map<std::string, std::int64_t> config_of(const std::string& text) {
    std::map<std::string, std::int64_t> config;
    constexpr std::string_view kEquals = " = ";
    for (std::size_t at = text.find(kEquals); at != std::string::npos; at = text.find(kEquals, at + 1)) {
        const std::size_t before = text.find_last_of("{, ", at - (at > 0 ? 1 : 0));
        const std::size_t name = before == std::string::npos ? 0 : before + 1, value = at + kEquals.size();
        std::int64_t number = text.compare(value, 4, "true") == 0 ? 1 : 0;
        std::from_chars(text.data() + value, text.data() + text.size(), number);
        config[text.substr(name, at - name)] = number;
    }
    return config;
}

// Options of a call: from its config, or from the scalar operands that come first.
struct Arguments {
    std::map<std::string, std::int64_t> config;
    std::vector<std::int64_t> scalars;
    bool old = false;

    bool is(const char* name, char letter, bool otherwise) const {
        const auto found = config.find(name);
        return found == config.end() ? otherwise : found->second == letter;
    }
    bool flag(const char* name) const {
        const auto found = config.find(name);
        return found != config.end() && found->second != 0;
    }
    std::int64_t number(const char* name) const {
        const auto found = config.find(name);
        return found == config.end() ? 0 : found->second;
    }
    std::int64_t scalar(std::size_t i) const { return i < scalars.size() ? scalars[i] : 0; }
};

struct Target {
    std::string_view name; // behind "lapack_" and the letter of the type
    const LinalgFunction* function;
    std::size_t scalars; // operands that come first in the old form
    LinalgOptions (*options)(const Arguments&);
    // LinalgCall::results, if their order differs from the function's.
    std::vector<std::size_t> (*results)(const Instruction& call, bool old) = nullptr;
};

LinalgOptions none(const Arguments&) {
    return {};
}

LinalgOptions triangle(const Arguments& a) {
    return {.lower = a.old ? a.scalar(0) != 0 : a.is("uplo", 'L', true)};
}

LinalgOptions second_triangle(const Arguments& a) {
    return {.lower = a.old ? a.scalar(1) != 0 : a.is("uplo", 'L', true)};
}

LinalgOptions eigenvectors(const Arguments& a) {
    LinalgOptions options = triangle(a);
    options.vectors = a.old || a.is("mode", 'V', true);
    return options;
}

LinalgOptions solve(const Arguments& a) {
    if (a.old)
        return {.lower = a.scalar(1) != 0,
                .left = a.scalar(0) != 0,
                .transpose = a.scalar(2) != 0,
                .conjugate = a.scalar(2) == 2,
                .unit_diagonal = a.scalar(3) != 0};
    return {.lower = a.is("uplo", 'L', true),
            .left = a.is("side", 'L', true),
            .transpose = !a.is("trans_x", 'N', true),
            .conjugate = a.is("trans_x", 'C', false),
            .unit_diagonal = a.is("diag", 'U', false)};
}

LinalgOptions singular(const Arguments& a) {
    if (a.old) return {.vectors = a.scalar(1) != 0, .full = a.scalar(0) != 0};
    return {.vectors = !a.is("mode", 'N', false), .full = a.is("mode", 'A', false)};
}

LinalgOptions apply(const Arguments& a) {
    return {.left = a.flag("left"), .transpose = a.flag("transpose")};
}

LinalgOptions hessenberg(const Arguments& a) {
    if (a.old) return {.low = a.scalar(1), .high = a.scalar(2)};
    return {.low = a.number("low"), .high = a.number("high")};
}

LinalgOptions schur(const Arguments& a) {
    return {.vectors = a.old ? a.scalar(2) == 'V' : a.is("mode", 'V', true)};
}

LinalgOptions eigen(const Arguments& a) {
    if (a.old) return {.vectors = a.scalar(3) == 'V', .left_vectors = a.scalar(2) == 'V'};
    return {.vectors = a.is("compute_right", 'V', true), .left_vectors = a.is("compute_left", 'V', true)};
}

constexpr std::size_t kWorkspace = std::numeric_limits<std::size_t>::max();

bool of_complex(const Instruction& call) {
    const std::string& target = call.attributes.custom_call_target;
    return target.starts_with("lapack_c") || target.starts_with("lapack_z");
}

// Old forms give the eigenvalues before the vectors; complex ones also give workspace.
std::vector<std::size_t> schur_results(const Instruction& call, bool old) {
    const std::vector<Shape>& leaves = call.shape.tuple;
    if (old && of_complex(call)) return {0, kWorkspace, 2, 1, 3, 4};
    if (leaves.size() < 2 || leaves[0].rank() == leaves[1].rank()) return {};
    return of_complex(call) ? std::vector<std::size_t>{0, 2, 1, 3, 4} : std::vector<std::size_t>{0, 2, 3, 1, 4, 5};
}

std::vector<std::size_t> eigen_results(const Instruction& call, bool old) {
    if (!old) return {};
    if (of_complex(call)) return {kWorkspace, kWorkspace, 0, 1, 2, 3};
    return {kWorkspace, kWorkspace, kWorkspace, 0, 1, 2, 3, 4};
}

constexpr std::array kTargets = {
    Target{"potrf", &linalg_cholesky, 3, triangle},
    Target{"trsm", &linalg_triangular_solve, 8, solve},
    Target{"gtsv", &linalg_tridiagonal_solve, 0, none},
    Target{"getrf", &linalg_lu, 3, none},
    Target{"geqrf", &linalg_qr, 4, none},
    Target{"geqp3", &linalg_qr_pivoting, 0, none},
    Target{"orgqr", &linalg_householder_product, 5, none},
    Target{"ungqr", &linalg_householder_product, 5, none},
    Target{"ormqr", &linalg_householder_apply, 0, apply},
    Target{"unmqr", &linalg_householder_apply, 0, apply},
    Target{"sytrd", &linalg_tridiagonal, 5, second_triangle},
    Target{"hetrd", &linalg_tridiagonal, 5, second_triangle},
    Target{"syevd", &linalg_eigh, 3, eigenvectors},
    Target{"heevd", &linalg_eigh, 3, eigenvectors},
    Target{"gesdd", &linalg_svd, 6, singular},
    Target{"gesvd", &linalg_svd, 6, singular},
    Target{"gehrd", &linalg_hessenberg, 6, hessenberg},
    Target{"gees", &linalg_schur, 4, schur, schur_results},
    Target{"geev", &linalg_eig, 4, eigen, eigen_results},
};

// The name "getrf" in "lapack_sgetrf_ffi" or, with true for the old form, in "lapack_sgetrf"; likewise "blas_strsm".
std::optional<std::pair<std::string_view, bool>> lapack_name(std::string_view target) {
    for (const std::string_view library : {"lapack_", "blas_"}) {
        if (!target.starts_with(library)) continue;
        target.remove_prefix(library.size());
        if (target.empty() || std::string_view("sdcz").find(target[0]) == std::string_view::npos) return {};
        target.remove_prefix(1);
        const bool typed = target.ends_with("_ffi");
        if (typed) target.remove_suffix(std::string_view("_ffi").size());
        return std::pair(target, !typed);
    }
    return {};
}

std::optional<std::int64_t> constant_scalar(const Instruction& instruction) {
    if (instruction.opcode != Opcode::Constant || !instruction.shape.is_scalar()) return {};
    const Tensor value = to_tensor(*instruction.literal);
    return is_float(value.shape.type) || is_complex(value.shape.type) ? 0 : value.integers()(0);
}

LinalgCall call_of(const LinalgFunction& function, const LinalgOptions& options, const Instruction& custom_call,
                   std::size_t scalars = 0, std::vector<std::size_t> results = {}) {
    LinalgCall call{.function = &function, .options = options, .arrays = {}, .results = std::move(results)};
    for (std::size_t i = 0; i < function.ranks.size(); ++i) call.arrays.push_back(scalars + i);
    const std::size_t leaves = std::max<std::size_t>(custom_call.shape.tuple.size(), 1);
    const bool given = !call.results.empty();
    while (call.results.size() < leaves) call.results.push_back(given ? kWorkspace : call.results.size());
    return call;
}

// Functions of XLA and JAX themselves: options of Eigh are "lower,sort,iterations,tolerance".
std::optional<LinalgCall> xla_call(const Instruction& call) {
    const std::string& target = call.attributes.custom_call_target;
    if (target == "LuDecomposition") return call_of(linalg_lu_permutation, {}, call);
    if (target == "Qr" || target == "QrDecomposition") return call_of(linalg_qr, {}, call);
    if (target == "ProductOfElementaryHouseholderReflectors") return call_of(linalg_householder_product, {}, call);
    if (target == "tridiagonal_solve_perturbed_ffi") return call_of(linalg_tridiagonal_solve_perturbed, {}, call);
    const bool lower = !call.attributes.custom_call_opaque.starts_with("0");
    if (target == "Eigh") return call_of(linalg_eigh, {.lower = lower}, call);
    return {};
}

} // namespace

std::optional<LinalgCall> linalg_call(const Computation& computation, const Instruction& custom_call) {
    const auto name = lapack_name(custom_call.attributes.custom_call_target);
    if (!name) return xla_call(custom_call);
    for (const Target& target : kTargets) {
        if (target.name != name->first) continue;
        Arguments arguments{
            .config = config_of(custom_call.attributes.custom_call_opaque), .scalars = {}, .old = name->second};
        const std::size_t scalars = name->second ? target.scalars : 0;
        for (std::size_t i = 0; i < std::min(scalars, custom_call.operands.size()); ++i) {
            const auto value = constant_scalar(computation[custom_call.operands[i]]);
            if (!value) return {}; // a call of the user's
            arguments.scalars.push_back(*value);
        }
        return call_of(*target.function, target.options(arguments), custom_call, scalars,
                       target.results ? target.results(custom_call, name->second) : std::vector<std::size_t>());
    }
    return {};
}

} // namespace hlo2cpp
