// Custom calls of LAPACK functions, or of XLA's own linear algebra: JAX's lowering of jnp.linalg for CPU or TPU. Each
// becomes loops over scalars.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "evaluate/tensor.h"
#include "linalg/loop_code.h"
#include "ops/op.h"

namespace hlo2cpp {

struct LinalgOptions {
    bool lower = true;         // which triangle is read
    bool vectors = true;       // eigenvectors, singular vectors
    bool left_vectors = false; // left eigenvectors, too
    bool full = false;         // square matrices of singular vectors
    bool left = true;          // the matrix stands left of the other one
    bool transpose = false;    // and is transposed
    bool conjugate = false;    // and conjugated
    bool unit_diagonal = false;
    std::int64_t low = 1, high = 0; // rows that are not triangular yet, from 1, both included
};

struct Equation;
struct Decomposed; // see equations.h

// Shapes and values belong to one matrix each; a batch is around them.
struct LinalgFunction {
    std::vector<std::size_t> ranks; // of the arrays it takes
    // Shapes of the results; complains about arrays that do not fit.
    std::vector<Shape> (*results)(const InferContext&, const LinalgOptions&, const std::vector<Shape>& arrays);
    std::vector<Variable> (*build)(LoopCode&, const LinalgOptions&, const std::vector<Variable>& arrays);
    // The evaluator's algorithm, a different one than the loops. It is null if the answer is not unique, like signs of
    // vectors: then the evaluator runs the loops, too, and `equations` define a right answer.
    std::vector<Tensor> (*evaluate)(const LinalgOptions&, const std::vector<Tensor>& arrays) = nullptr;
    std::vector<Equation> (*equations)(const Decomposed&) = nullptr;
};

extern const LinalgFunction linalg_cholesky;                    // a -> l (or u) beside the other triangle of a, info
extern const LinalgFunction linalg_triangular_solve;            // a, b -> x
extern const LinalgFunction linalg_tridiagonal_solve;           // dl, d, du, b -> dl, d, du, x, info
extern const LinalgFunction linalg_tridiagonal_solve_perturbed; // dl, d, du, b -> x, also of singular ones
extern const LinalgFunction linalg_lu;                          // a -> lu, pivots from 1, info
extern const LinalgFunction linalg_lu_permutation;              // a -> lu, pivots from 0, permutation
extern const LinalgFunction linalg_qr;                          // a -> r and reflectors, tau
extern const LinalgFunction linalg_qr_pivoting;                 // a, columns -> r and reflectors, columns from 1, tau
extern const LinalgFunction linalg_householder_product;         // reflectors, tau -> q
extern const LinalgFunction linalg_householder_apply;           // reflectors, tau, c -> q c, and the like
extern const LinalgFunction linalg_tridiagonal;                 // a -> a with reflectors, d, e, tau, info
extern const LinalgFunction linalg_eigh;                        // a -> v, w, info
extern const LinalgFunction linalg_svd;                         // a -> a, s, u, vt, info
extern const LinalgFunction linalg_hessenberg;                  // a -> h and reflectors, tau, info
extern const LinalgFunction linalg_schur;                       // a -> t, q, w (of real ones re, im), selected, info
extern const LinalgFunction linalg_eig;                         // a -> w (of real ones re, im), left v, right v, info

struct LinalgCall {
    const LinalgFunction* function = nullptr;
    LinalgOptions options;
    std::vector<std::size_t> arrays; // operands, without the scalars before them of old forms
    // For each leaf of its result the number of the function's result; leaves beyond those are workspace, which nobody
    // reads.
    std::vector<std::size_t> results;
};

// Nothing if the target is no such function.
std::optional<LinalgCall> linalg_call(const Computation& computation, const Instruction& custom_call);

Shape infer_linalg(const InferContext& context, const LinalgCall& call);
Tensor evaluate_linalg(const EvaluateContext& context, const LinalgCall& call);
// Computes all results of the function by its loops; the arrays may have batch dimensions in front.
std::vector<Tensor> run_loops(const Instruction& custom_call, const LinalgFunction& function,
                              const LinalgOptions& options, const std::vector<const Tensor*>& arrays);
// Matrix number `number` of a batch.
Tensor matrix_at(const Tensor& array, std::size_t rank, std::int64_t number);
InstructionId expand_linalg(Expansion& e, const LinalgCall& call);

// Results of the function; the arrays may have batch dimensions in front.
Expansion::Values expand_function(Expansion& e, const LinalgFunction& function, const LinalgOptions& options,
                                  const Expansion::Values& arrays);

} // namespace hlo2cpp
