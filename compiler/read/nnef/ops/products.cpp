// Products of matrices.
#include <algorithm>

#include "read/nnef/ops/tensors.h"

namespace hlo2cpp::nnef {
namespace {

Sizes outer(const Sizes& extents) {
    return {extents.begin(), extents.end() - 2};
}

Sizes with_matrix(Sizes outer, std::int64_t rows, std::int64_t columns) {
    outer.insert(outer.end(), {rows, columns});
    return outer;
}

// Extents of the outer dimensions of a product: an operand's extent of 1 expands.
Sizes outer_extents(const OperationCall& call, const Sizes& a, const Sizes& b) {
    Sizes result = outer(a);
    for (std::size_t d = 0; d < result.size(); ++d) {
        if (a[d] != b[d] && a[d] != 1 && b[d] != 1)
            call.fail("the shapes " + to_string(a) + " and " + to_string(b) + " differ in dimension " +
                      std::to_string(d));
        result[d] = std::max(a[d], b[d]);
    }
    return result;
}

// Exchanges the last two dimensions by a transposition, as other frameworks do; later stages choose loops for that.
Op transposed(Op tensor, bool is) {
    if (!is) return tensor;
    Sizes order = iota(rank_of(tensor));
    std::swap(order[order.size() - 2], order.back());
    return builder::Transpose(tensor, order);
}

// Products of the matrices at equal places of the outer dimensions.
Op batched(Op a, Op b) {
    const std::int64_t rank = rank_of(a);
    return builder::DotGeneral(a, b,
                               {.lhs_contracting = {rank - 1},
                                .rhs_contracting = {rank - 2},
                                .lhs_batch = iota(rank - 2),
                                .rhs_batch = iota(rank - 2)});
}

Op product_of(const OperationCall& call, Op left, Op right, bool transpose_left, bool transpose_right) {
    const auto rank = static_cast<std::size_t>(rank_of(left));
    if (rank < 2 || rank_of(left) != rank_of(right))
        call.fail("the ranks are " + std::to_string(rank) + " and " + std::to_string(rank_of(right)) +
                  "; expected equal ranks of at least 2");
    const Op a = transposed(left, transpose_left), b = transposed(right, transpose_right);
    const std::int64_t rows = extents_of(a)[rank - 2], columns = extents_of(b).back(), inner = extents_of(a).back();
    if (inner != extents_of(b)[rank - 2])
        call.fail("the inner extents " + std::to_string(inner) + " and " + std::to_string(extents_of(b)[rank - 2]) +
                  " of " + to_string(extents_of(left)) + " and " + to_string(extents_of(right)) + " differ");
    const Sizes outside = outer_extents(call, extents_of(a), extents_of(b));
    const Sizes result = with_matrix(outside, rows, columns), a_extents = with_matrix(outside, rows, inner),
                b_extents = with_matrix(outside, inner, columns);
    for (const Sizes& extents : {result, a_extents, b_extents}) Graph::check_extents(extents);
    // One matrix on the right multiplies all rows on the left as if they were one matrix.
    if (product(outer(extents_of(b))) == 1) {
        const Op matrix = builder::Reshape(a, {product(outside) * rows, inner});
        return builder::Reshape(batched(matrix, builder::Reshape(b, {inner, columns})), result);
    }
    return batched(broadcast_whole(a, a_extents), broadcast_whole(b, b_extents));
}

Value matmul(const OperationCall& call) {
    const bool provisional = call.has_parameter("trA");
    return Value(product_of(call, call.tensor("A"), call.tensor("B"), call.logical(provisional ? "trA" : "transposeA"),
                            call.logical(provisional ? "trB" : "transposeB")));
}

Value linear(const OperationCall& call) {
    const Op output = product_of(call, call.tensor("input"), call.tensor("filter"), false, true);
    if (call.is_scalar("bias", 0)) return Value(output);
    const Op bias = call.tensor("bias");
    const Sizes extents = broadcast_extents(call, {output, bias});
    return Value(builder::Add(broadcast(output, extents), broadcast(bias, extents)));
}

} // namespace

void add_products(OperationTable& table) {
    table["matmul"] = matmul;
    table["linear"] = linear;
}

} // namespace hlo2cpp::nnef
