// Products of matrices.
#include <algorithm>

#include "read/nnef/ops/tensors.h"

namespace hlo2cpp::nnef {
namespace {

Op product_of(const OperationCall& call, Op a, Op b, bool transpose_a, bool transpose_b) {
    const std::int64_t rank = rank_of(a);
    if (rank < 2 || rank != rank_of(b))
        call.fail("the ranks are " + std::to_string(rank) + " and " + std::to_string(rank_of(b)) +
                  "; expected equal ranks of at least 2");
    Sizes a_extents = extents_of(a), b_extents = extents_of(b);
    const std::int64_t a_inner = transpose_a ? rank - 2 : rank - 1, b_inner = transpose_b ? rank - 1 : rank - 2;
    if (a_extents[index(a_inner)] != b_extents[index(b_inner)])
        call.fail("the inner extents " + std::to_string(a_extents[index(a_inner)]) + " and " +
                  std::to_string(b_extents[index(b_inner)]) + " of " + to_string(a_extents) + " and " +
                  to_string(b_extents) + " differ");
    for (std::size_t d = 0; d < index(rank - 2); ++d) {
        const std::int64_t extent = std::max(a_extents[d], b_extents[d]);
        if ((a_extents[d] != extent && a_extents[d] != 1) || (b_extents[d] != extent && b_extents[d] != 1))
            call.fail("the shapes " + to_string(a_extents) + " and " + to_string(b_extents) +
                      " differ in dimension " + std::to_string(d));
        a_extents[d] = b_extents[d] = extent;
    }
    DotDimensions dimensions{.lhs_contracting = {a_inner},
                             .rhs_contracting = {b_inner},
                             .lhs_batch = iota(rank - 2),
                             .rhs_batch = iota(rank - 2)};
    Sizes result(a_extents.begin(), a_extents.end() - 2);
    result.push_back(a_extents[index(transpose_a ? rank - 1 : rank - 2)]);
    result.push_back(b_extents[index(transpose_b ? rank - 2 : rank - 1)]);
    Graph::check_extents(result);
    Graph::check_extents(a_extents);
    Graph::check_extents(b_extents);
    return builder::DotGeneral(broadcast_whole(a, a_extents), broadcast_whole(b, b_extents), dimensions);
}

Value matmul(const OperationCall& call) {
    const bool provisional = call.has_parameter("trA");
    return Value(product_of(call, call.tensor("A"), call.tensor("B"),
                            call.logical(provisional ? "trA" : "transposeA"),
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
