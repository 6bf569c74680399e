// ragged-dot: a dot in which one dimension of lhs falls into groups of consecutive indices, whose sizes are operand 2.
// The kind of that dimension decides:
//     a free dimension        a row of group g is multiplied with part g of rhs along its group dimension; rows of no
//                             group give zeros
//     a contracted dimension  result[g, ...] is the sum over the indices of group g
//     a batch dimension       the dot
#include <algorithm>

#include "ops/elementwise.h"
#include "ops/expansion.h"
#include "ops/index_vectors.h"
#include "ops/infer_checks.h"
#include "ops/product_sum.h"
#include "ops/strided.h"

namespace hlo2cpp {
namespace {

using Dimensions = std::vector<std::int64_t>;

enum class RaggedMode : std::uint8_t { Free, Contracted, Batch };

struct RaggedDot {
    DotDimensions dot;
    RaggedMode mode = RaggedMode::Batch;
    std::int64_t ragged = 0; // dimension of lhs
    std::int64_t group = 0;  // dimension of rhs; only of a free one
    Dimensions lhs_free, rhs_free;
    std::int64_t groups = 0;
};

RaggedDot ragged_dot(const Attributes& attributes, const Shape& lhs, const Shape& rhs, const Shape& sizes) {
    RaggedDot r{.dot = *attributes.dot, .ragged = attributes.ragged->lhs_ragged[0], .groups = sizes.dims[0]};
    r.mode = contains(r.dot.lhs_contracting, r.ragged) ? RaggedMode::Contracted
             : contains(r.dot.lhs_batch, r.ragged)     ? RaggedMode::Batch
                                                       : RaggedMode::Free;
    for (std::int64_t d = 0; d < static_cast<std::int64_t>(lhs.rank()); ++d)
        if (!contains(r.dot.lhs_batch, d) && !contains(r.dot.lhs_contracting, d)) r.lhs_free.push_back(d);
    const Dimensions& group = attributes.ragged->rhs_group;
    if (!group.empty()) r.group = group[0];
    for (std::int64_t d = 0; d < static_cast<std::int64_t>(rhs.rank()); ++d)
        if (!contains(r.dot.rhs_batch, d) && !contains(r.dot.rhs_contracting, d) && !contains(group, d))
            r.rhs_free.push_back(d);
    return r;
}

// Sizes of the result of the dot alone.
Dimensions dot_sizes(const RaggedDot& r, const Shape& lhs, const Shape& rhs) {
    Dimensions dims;
    for (const std::int64_t d : r.dot.lhs_batch) dims.push_back(lhs.dims[static_cast<std::size_t>(d)]);
    for (const std::int64_t d : r.lhs_free) dims.push_back(lhs.dims[static_cast<std::size_t>(d)]);
    for (const std::int64_t d : r.rhs_free) dims.push_back(rhs.dims[static_cast<std::size_t>(d)]);
    return dims;
}

void require_equal_sizes(const InferContext& context, const Dimensions& lhs, const Dimensions& rhs) {
    const Shape& a = context.operand(0);
    const Shape& b = context.operand(1);
    const auto differs = [&](std::size_t i) {
        return a.dims[static_cast<std::size_t>(lhs[i])] != b.dims[static_cast<std::size_t>(rhs[i])];
    };
    for (std::size_t i = 0; i < std::max(lhs.size(), rhs.size()); ++i)
        if (i >= lhs.size() || i >= rhs.size() || differs(i))
            context.fail("dimensions " + list_of(lhs) + " and " + list_of(rhs) + " of " + to_string(a) + " and " +
                         to_string(b) + " must be as many and as large");
}

Shape infer_ragged_dot(const InferContext& context) {
    context.require_operands(3);
    const Shape& lhs = context.array_operand(0);
    const Shape& rhs = context.array_operand(1);
    const Shape& sizes = context.array_operand(2);
    const Attributes& attributes = context.attributes();
    context.require(attributes.dot && attributes.ragged, "it has no ragged dot dimension numbers");
    if (sizes.rank() != 1 || !is_integer(sizes.type))
        context.fail("its group sizes must be integers, one a group, found " + to_string(sizes));
    context.require(attributes.ragged->lhs_ragged.size() == 1, "it must have one of lhs_ragged_dims");
    require_dimensions(context, "lhs_ragged_dims", attributes.ragged->lhs_ragged, lhs);
    const auto joined = [](Dimensions a, const Dimensions& b) {
        a.insert(a.end(), b.begin(), b.end());
        return a;
    };
    const DotDimensions& dot = *attributes.dot;
    require_dimensions(context, "lhs_batch_dims and lhs_contracting_dims", joined(dot.lhs_batch, dot.lhs_contracting),
                       lhs);
    require_dimensions(context, "rhs_batch_dims, rhs_contracting_dims and rhs_group_dims",
                       joined(joined(dot.rhs_batch, dot.rhs_contracting), attributes.ragged->rhs_group), rhs);
    require_equal_sizes(context, dot.lhs_batch, dot.rhs_batch);
    require_equal_sizes(context, dot.lhs_contracting, dot.rhs_contracting);
    require_product_types(context);
    const RaggedDot r = ragged_dot(attributes, lhs, rhs, sizes);
    if (attributes.ragged->rhs_group.size() != (r.mode == RaggedMode::Free ? 1 : 0))
        context.fail("rhs_group_dims must name one dimension where a free one of lhs is ragged, else none");
    context.require(r.mode != RaggedMode::Free || rhs.dims[static_cast<std::size_t>(r.group)] == r.groups,
                    "rhs must have one part a group");
    Dimensions dims = dot_sizes(r, lhs, rhs);
    if (r.mode == RaggedMode::Contracted) dims.insert(dims.begin(), r.groups);
    return inferred_array(context, context.instruction.shape.type, std::move(dims));
}

// --- The evaluator ---

// The group of an index of the ragged dimension; the number of groups if it is in none.
std::int64_t group_of(const Tensor& sizes, std::int64_t index) {
    std::int64_t group = 0;
    for (std::int64_t end = 0; group < sizes.elements(); ++group) {
        end += sizes.integers()(group);
        if (index < end) break;
    }
    return group;
}

// Multi-indices of the operands for a multi-index of the dot's result.
struct Places {
    Dimensions lhs, rhs;

    void set(const RaggedDot& r, const Dimensions& index) {
        std::size_t next = 0;
        for (std::size_t i = 0; i < r.dot.lhs_batch.size(); ++i, ++next) {
            at(lhs, r.dot.lhs_batch[i]) = index[next];
            at(rhs, r.dot.rhs_batch[i]) = index[next];
        }
        for (const std::int64_t d : r.lhs_free) at(lhs, d) = index[next++];
        for (const std::int64_t d : r.rhs_free) at(rhs, d) = index[next++];
    }
    void contract(const RaggedDot& r, const Dimensions& index) {
        for (std::size_t i = 0; i < index.size(); ++i) {
            at(lhs, r.dot.lhs_contracting[i]) = index[i];
            at(rhs, r.dot.rhs_contracting[i]) = index[i];
        }
    }
    static std::int64_t& at(Dimensions& index, std::int64_t d) { return index[static_cast<std::size_t>(d)]; }
};

Tensor evaluate_ragged_dot(const EvaluateContext& context) {
    const Tensor& sizes = context.operand(2);
    const Shape& lhs = context.operand(0).shape;
    const Shape& rhs = context.operand(1).shape;
    const RaggedDot r = ragged_dot(context.attributes(), lhs, rhs, sizes.shape);
    const Dimensions dims = dot_sizes(r, lhs, rhs);
    Dimensions contracted;
    for (const std::int64_t d : r.dot.lhs_contracting) contracted.push_back(lhs.dims[static_cast<std::size_t>(d)]);
    const std::int64_t parts = Shape::array(ElementType::Pred, dims).elements();
    return with_sum_type(accumulate_type(context.shape().type, lhs.type, rhs.type), [&](auto zero) {
        using T = decltype(zero);
        const ElementType type = accumulate_type(context.shape().type, lhs.type, rhs.type);
        const Elements<T> a = elements_as<T>(type, context.operand(0)), b = elements_as<T>(type, context.operand(1));
        Elements<T> sums(context.shape().elements());
        Places places{Dimensions(lhs.rank()), Dimensions(rhs.rank())};
        std::int64_t element = 0;
        for_each_index(dims, [&](const Dimensions& index) {
            places.set(r, index);
            for_each_index(contracted, [&](const Dimensions& k) {
                places.contract(r, k);
                const std::int64_t group = group_of(sizes, Places::at(places.lhs, r.ragged));
                if (r.mode != RaggedMode::Batch && group == r.groups) return;
                if (r.mode == RaggedMode::Free) Places::at(places.rhs, r.group) = group;
                const std::int64_t to = element + (r.mode == RaggedMode::Contracted ? group * parts : 0);
                sums(to) += a(offset_of(places.lhs, row_major_strides(lhs.dims))) *
                            b(offset_of(places.rhs, row_major_strides(rhs.dims)));
            });
            ++element;
        });
        return from_sums(context.shape(), sums);
    });
}

// --- The expansion: a dot for each group ---

// True for indices along `dimension` in [begin, end).
InstructionId lies_inside(Expansion& e, const Dimensions& dims, std::size_t dimension, InstructionId begin,
                          InstructionId end) {
    const InstructionId index =
        e.iota(Shape::array(e.shape_of(begin).type, dims), static_cast<std::int64_t>(dimension));
    return e.binary(Opcode::And, e.compare(ComparisonDirection::Ge, index, e.broadcast(begin, dims)),
                    e.compare(ComparisonDirection::Lt, index, e.broadcast(end, dims)));
}

// Sets elements outside of [begin, end) to zero.
InstructionId masked(Expansion& e, InstructionId array, std::int64_t dimension, InstructionId begin,
                     InstructionId end) {
    const Shape shape = Shape::array(e.shape_of(array).type, e.shape_of(array).dims);
    return e.select(lies_inside(e, shape.dims, static_cast<std::size_t>(dimension), begin, end), array,
                    e.number(shape, 0));
}

InstructionId with_free(Expansion& e, const RaggedDot& r, InstructionId group, InstructionId result,
                        const Expansion::Values& range, const Expansion::Values& operands) {
    const Shape shape = e.shape_of(result), rhs = e.shape_of(operands[1]);
    const auto removed = static_cast<std::size_t>(r.group);
    Expansion::Values start(rhs.rank(), e.integer(e.shape_of(group), 0));
    start[removed] = group;
    Dimensions sizes = rhs.dims;
    sizes[removed] = 1;
    const InstructionId piece = e.piece(operands[1], start, sizes);
    sizes.erase(sizes.begin() + r.group);
    DotDimensions dot = r.dot;
    for (Dimensions* dimensions : {&dot.rhs_batch, &dot.rhs_contracting})
        for (std::int64_t& d : *dimensions) d -= d > r.group ? 1 : 0;
    const InstructionId product = e.dot(operands[0], e.reshape(piece, sizes), dot, shape);
    const auto row =
        static_cast<std::size_t>(std::find(r.lhs_free.begin(), r.lhs_free.end(), r.ragged) - r.lhs_free.begin());
    const std::size_t dimension = r.dot.lhs_batch.size() + row;
    return e.select(lies_inside(e, shape.dims, dimension, range[0], range[1]), product, result);
}

InstructionId with_contracted(Expansion& e, const RaggedDot& r, InstructionId group, InstructionId result,
                              const Expansion::Values& range, const Expansion::Values& operands) {
    const auto position =
        std::find(r.dot.lhs_contracting.begin(), r.dot.lhs_contracting.end(), r.ragged) - r.dot.lhs_contracting.begin();
    const InstructionId lhs = masked(e, operands[0], r.ragged, range[0], range[1]);
    const InstructionId rhs =
        masked(e, operands[1], r.dot.rhs_contracting[static_cast<std::size_t>(position)], range[0], range[1]);
    const Shape shape = e.shape_of(result);
    Dimensions dims(shape.dims.begin() + 1, shape.dims.end());
    const InstructionId product = e.dot(lhs, rhs, r.dot, Shape::array(shape.type, dims));
    Expansion::Values start(shape.rank(), e.integer(e.shape_of(group), 0));
    start[0] = group;
    dims.insert(dims.begin(), 1);
    return e.with_piece(result, start, e.reshape(product, dims));
}

InstructionId expand_ragged_dot(Expansion& e) {
    const Expansion::Values& operands = e.instruction().operands;
    const RaggedDot r =
        ragged_dot(e.attributes(), e.shape_of(operands[0]), e.shape_of(operands[1]), e.shape_of(operands[2]));
    const Shape result = Shape::array(e.shape().type, e.shape().dims);
    if (r.mode == RaggedMode::Batch) return e.dot(operands[0], operands[1], r.dot, result);
    const InstructionId zeros = e.number(result, 0);
    if (r.groups == 0 || result.elements() == 0) return zeros;
    const InstructionId sizes = e.convert(ElementType::S64, operands[2]);
    const InstructionId begin = e.integer(Shape::scalar(ElementType::S64), 0);
    return e.loop(r.groups, {zeros, begin}, {operands[0], operands[1], sizes},
                  [&](Expansion& inside, InstructionId group, const Expansion::Values& state,
                      const Expansion::Values& read) -> Expansion::Values {
                      const InstructionId size = inside.element(read[2], {group});
                      const InstructionId end = inside.binary(Opcode::Add, state[1], size);
                      const auto with = r.mode == RaggedMode::Free ? with_free : with_contracted;
                      return {with(inside, r, group, state[0], {state[1], end}, read), end};
                  })[0];
}

} // namespace

const OpDefinition op_ragged_dot = {.infer = infer_ragged_dot,
                                    .evaluate = evaluate_ragged_dot,
                                    .form = ExpandForm{.expand = expand_ragged_dot},
                                    .cost = Cost::Expensive,
                                    .declares_shape = true};

} // namespace hlo2cpp
