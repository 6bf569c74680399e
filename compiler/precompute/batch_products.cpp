#include "precompute/batch_products.h"

#include <optional>

#include "ops/expansion.h"
#include "ops/index_vectors.h"
#include "ops/trip_count.h"
#include "rewrite/loop_values.h"
#include "rewrite/pass.h"

namespace hlo2cpp {
namespace {

constexpr std::int64_t kFewRows = 3;   // a register tile of products has more
constexpr std::int64_t kMostTimes = 4; // the bytes of the matrix
constexpr std::int64_t kEnough = 8;    // columns, to be lanes
constexpr std::int64_t kLeastSteps = 8;

// A dot of an element of a sequence, and its form as a dot of the whole sequence.
class StepProduct {
public:
    // Matches a dot of the loop's body; nothing if it is not such a product.
    static std::optional<StepProduct> match(const Computation& body, const std::vector<bool>& invariant,
                                            InstructionId id) {
        const Instruction& dot = body[id];
        if (dot.opcode != Opcode::Dot || !is_float(dot.shape.type)) return std::nullopt;
        for (std::size_t element = 0; element < 2; ++element)
            if (invariant[dot.operands[1 - element].index()] && !invariant[dot.operands[element].index()])
                if (StepProduct product(body, dot, element); product.finds_slice(invariant)) return product;
        return std::nullopt;
    }

    // True if sums have the same order as in a round: the points are lanes either way (tile/fixed_lanes.h).
    bool keeps_order() const {
        return (*body_)[dot_->operands[1 - element_]].opcode == Opcode::Constant &&
               dot_->shape.elements() >= kFewRows * kEnough;
    }

    bool pays(std::int64_t rounds) const {
        const std::int64_t steps = sequence().dims[time_];
        std::int64_t rows = 1;
        for (const std::int64_t d : free_) rows *= sequence().dims[static_cast<std::size_t>(d)];
        rows /= steps;
        return rows <= kFewRows && (rows == 1 || element_ == 0) && steps >= kLeastSteps && 2 * rounds >= steps &&
               steps * dot_->shape.elements() <= kMostTimes * matrix().elements();
    }

    // Returns the replacement of the dot in the body that `e` builds; `all` becomes the sequence's dot, in front of it.
    InstructionId replace(Expansion& e, InstructionId& all) const {
        const Instruction& element = e.builder()[e.operand(element_)];
        const Instruction& slice = element.opcode == Opcode::Reshape ? e.builder()[element.operands[0]] : element;
        const InstructionId whole = slice.operands[0], at = slice.operands[1 + time_];
        const Shape result = all_shape();
        all = e.dot(whole, e.operand(1 - element_), all_dimensions(), result);
        Expansion::Values start(result.rank(), e.integer(Shape::array(e.shape_of(at).type, {}), 0));
        std::vector<std::int64_t> sizes = result.dims;
        start[time_in_result()] = at;
        sizes[time_in_result()] = 1;
        return e.reshape(e.piece(all, start, sizes), e.shape().dims);
    }

private:
    StepProduct(const Computation& body, const Instruction& dot, std::size_t element)
        : body_(&body), dot_(&dot), slice_(&body[dot.operands[element]]), element_(element) {}

    const Shape& sequence() const { return (*body_)[slice_->operands[0]].shape; }
    const Shape& matrix() const { return (*body_)[dot_->operands[1 - element_]].shape; }
    const std::vector<std::int64_t>& contracting(bool of_element) const {
        return of_element == (element_ == 0) ? dot_->attributes.dot->lhs_contracting
                                             : dot_->attributes.dot->rhs_contracting;
    }
    const std::vector<std::int64_t>& batch(bool of_element) const {
        return of_element == (element_ == 0) ? dot_->attributes.dot->lhs_batch : dot_->attributes.dot->rhs_batch;
    }

    // True if the element is a slice of one step, with or without this dimension.
    bool finds_slice(const std::vector<bool>& invariant) {
        const Shape& element = slice_->shape;
        const bool dropped = slice_->opcode == Opcode::Reshape;
        if (dropped) slice_ = &(*body_)[slice_->operands[0]];
        if (slice_->opcode != Opcode::DynamicSlice || !invariant[slice_->operands[0].index()]) return false;
        std::vector<std::int64_t> rest = slice_->shape.dims;
        std::size_t cut = 0;
        for (std::size_t d = 0; d < rest.size(); ++d)
            if (rest[d] != sequence().dims[d]) time_ = d, ++cut;
        if (cut != 1 || rest[time_] != 1) return false;
        if (dropped) rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(time_));
        if (rest != element.dims) return false;
        const auto of_sequence = [&](std::vector<std::int64_t> dims) {
            for (std::int64_t& d : dims)
                if (dropped && d >= static_cast<std::int64_t>(time_)) ++d;
            return dims;
        };
        contracted_ = of_sequence(contracting(true));
        batched_ = of_sequence(batch(true));
        for (std::int64_t d = 0; d < static_cast<std::int64_t>(sequence().rank()); ++d)
            if (!contains(contracted_, d) && !contains(batched_, d)) free_.push_back(d);
        return contains(free_, static_cast<std::int64_t>(time_));
    }

    DotDimensions all_dimensions() const {
        return {.lhs_contracting = contracted_,
                .rhs_contracting = contracting(false),
                .lhs_batch = batched_,
                .rhs_batch = batch(false)};
    }
    // Shape of the sequence's dot: batch dimensions, dimensions of the sequence, dimensions of the matrix.
    Shape all_shape() const {
        std::vector<std::int64_t> dims;
        for (const std::vector<std::int64_t>* of : {&batched_, &free_})
            for (const std::int64_t d : *of) dims.push_back(sequence().dims[static_cast<std::size_t>(d)]);
        for (std::int64_t d = 0; d < static_cast<std::int64_t>(matrix().rank()); ++d)
            if (!contains(contracting(false), d) && !contains(batch(false), d))
                dims.push_back(matrix().dims[static_cast<std::size_t>(d)]);
        return Shape::array(dot_->shape.type, dims);
    }
    std::size_t time_in_result() const {
        const auto at = std::ranges::find(free_, static_cast<std::int64_t>(time_)) - free_.begin();
        return batched_.size() + static_cast<std::size_t>(at);
    }

    const Computation* body_;
    const Instruction *dot_, *slice_;
    std::size_t element_ = 0;                                    // which operand of the dot
    std::size_t time_ = 0;                                       // the dimension of the sequence
    std::vector<std::int64_t> contracted_, batched_, free_ = {}; // dimensions of the sequence
};

// Product that each instruction of the body is, if it is one and pays.
std::vector<std::optional<StepProduct>> step_products(const Computation& body, std::int64_t rounds, bool in_order) {
    const std::vector<bool> invariant = invariant_instructions(body);
    std::vector<std::optional<StepProduct>> products(invariant.size());
    for (std::size_t i = 0; i < products.size(); ++i) {
        products[i] = StepProduct::match(body, invariant, InstructionId(i));
        const bool fits = products[i] && products[i]->pays(rounds) && (!in_order || products[i]->keeps_order());
        if (!fits) products[i].reset();
    }
    return products;
}

// The dots of whole sequences, which stand in the body now.
std::vector<InstructionId> replace_products(Module& module, ComputationId id, std::int64_t rounds, bool in_order) {
    const Computation body = module[id]; // products refer to it
    const std::vector<std::optional<StepProduct>> products = step_products(body, rounds, in_order);
    std::vector<InstructionId> all;
    if (std::ranges::none_of(products, [](const auto& product) { return product.has_value(); })) return all;
    AddedComputations none{module};
    std::size_t next = 0;
    rebuild(module[id], [&](ComputationBuilder& builder, Instruction& instruction) {
        const std::optional<StepProduct>& product = products[next++];
        if (!product) return builder.add(std::move(instruction));
        Expansion e(builder, instruction, none);
        return product->replace(e, all.emplace_back());
    });
    return all;
}

// Batches products in front of the loops of one computation.
bool batch_in(Module& module, ComputationId id, bool in_order) {
    std::vector<std::int64_t> rounds; // of each while, in order
    for (const Instruction& instruction : module[id].instructions)
        if (instruction.opcode == Opcode::While) rounds.push_back(counted_loop(module, module[id], instruction).rounds);
    if (rounds.empty()) return false;
    bool changed = false;
    std::size_t next = 0;
    rebuild(module[id], [&](ComputationBuilder& builder, Instruction& instruction) {
        if (instruction.opcode == Opcode::While) {
            const std::vector<InstructionId> all =
                replace_products(module, instruction.called[1], rounds[next++], in_order);
            if (!all.empty()) compute_in_front(module, builder, instruction, all);
            changed |= !all.empty();
        }
        return builder.add(std::move(instruction));
    });
    return changed;
}

} // namespace

bool batch_products(Module& module, bool in_order) {
    bool changed = false;
    for (const ComputationId id : callees_first(module)) changed |= batch_in(module, id, in_order);
    return changed;
}

} // namespace hlo2cpp
