#include "tile/vector_form.h"

#include <algorithm>

#include "kernel/analysis.h"
#include "kernel/bit_field.h"
#include "ops/half_arithmetic.h"
#include "ops/op.h"

namespace hlo2cpp {
namespace {

constexpr std::size_t kMostVectorOps = 200;

// True if lanes are as wide as the words in which bits of bytes are found.
bool has_words(const Kernel& kernel) {
    return byte_size(lane_type(kernel)) == byte_size(ElementType::S32);
}

class LaneWalk {
public:
    LaneWalk(const Kernel& kernel, const Dependences& dependences, std::int64_t lane_dim, bool apart = false)
        : kernel_(kernel), dependences_(dependences), lane_dim_(lane_dim), apart_(apart),
          seen_(kernel.exprs.size(), false) {}

    // True if the expression differs from lane to lane.
    bool has_lanes(ExprId id) const {
        const Dependence& of = dependences_.of(dependences_.resolve(id));
        return of.accumulator || (of.dims & dimension_bit(lane_dim_)) != 0;
    }

    // Adds the expressions in `root` that differ from lane to lane, each once, users first.
    void add(ExprId root) {
        std::size_t next = found_.size();
        push(root);
        for (; next < found_.size(); ++next) {
            if (integers_of(found_[next]).valid()) continue;
            for (const ExprId operand : kernel_.exprs[found_[next]].operands) push(operand);
        }
    }

    bool computed_as_vector(ExprId id) const {
        const Expr& expr = kernel_.exprs[id];
        if (is_pred(expr.type)) return computed_as_mask(expr);
        if (expr.kind == ExprKind::IndexValue) return computed_as_integers(expr);
        if (!makes_lanes(expr.type, lane_type(kernel_)) && !is_wide_nearest(expr)) return false;
        if (expr.kind == ExprKind::Accumulator) return true;
        if (expr.kind == ExprKind::Load)
            return fits_lanes(expr.index, expr.type) || reads_every_second(kernel_, id, lane_dim_);
        if (expr.kind == ExprKind::Guard) return chooses_in_memory(id);
        if (const ExprId load = integers_of(id); load.valid())
            return fits_lanes(kernel_.exprs[load].index, kernel_.exprs[load].type);
        if (expr.kind != ExprKind::Apply || vector_print_of(expr.opcode, number_type(expr.type)) == nullptr)
            return false;
        if (std::ranges::any_of(expr.operands, [&](ExprId operand) { return is_index(operand); })) return false;
        return expr.opcode != Opcode::Select || has_lanes(expr.operands[0]); // vectors have no choice of one bit
    }

    // True if the condition tells lanes apart.
    bool differs(const Condition& condition) const {
        return kernel_.space.depends_on(condition.index, lane_dim_) || reads_lanes(condition.index);
    }

    // True if the lanes are adjacent in memory, or equally far apart.
    bool fits_lanes(const Index& index, ElementType type) const {
        if (reads_lanes(index) || !affine_in(kernel_.space, index, lane_dim_)) return false;
        const std::int64_t distance = kernel_.space.coefficient(index, lane_dim_);
        return distance == 1 || (apart_ && distance != 0 && type == lane_type(kernel_));
    }

    const std::vector<ExprId>& found() const { return found_; }

private:
    // True for integers as wide as the floats that they were rounded from, and become again.
    bool is_wide_nearest(const Expr& expr) const {
        return expr.nearest && expr.type == ElementType::S32 && lane_type(kernel_) == ElementType::F32;
    }

    // The load of integers that a conversion reads from memory, or of the byte whose bits they are; none for any other
    // expression.
    ExprId integers_of(ExprId id) const {
        const Expr& expr = kernel_.exprs[id];
        const auto byte_of = [&](ExprId number) {
            const std::optional<BitField> field = bit_field(kernel_, number);
            return field && !has_lanes(field->up) && has_words(kernel_) ? field->load : ExprId();
        };
        if (expr.kind != ExprKind::Apply || expr.opcode != Opcode::Convert) return byte_of(id);
        const ExprId operand = dependences_.resolve(expr.operands[0]);
        const Expr& load = kernel_.exprs[operand];
        return load.kind == ExprKind::Load && is_integer(load.type) ? operand : byte_of(operand);
    }

    // True if run-time values in the index differ from lane to lane.
    bool reads_lanes(const Index& index) const {
        bool reads = false;
        for_each_dynamic(kernel_.space, index, [&](ExprId value) { reads = reads || has_lanes(value); });
        return reads;
    }

    void push(ExprId id) {
        id = dependences_.resolve(id);
        if (!has_lanes(id) || seen_[id.index()]) return;
        seen_[id.index()] = true;
        found_.push_back(id);
    }

    // True for an index that grows equally from lane to lane, in integers of the lanes' size: only comparisons read it.
    bool computed_as_integers(const Expr& index_value) const {
        if (index_value.type != ElementType::S32 || byte_size(lane_type(kernel_)) != byte_size(ElementType::S32))
            return false;
        bool known = true;
        for_each_dynamic(kernel_.space, index_value.index, [&](ExprId) { known = false; });
        return known && affine_in(kernel_.space, index_value.index, lane_dim_);
    }

    // True if a condition that is the same in all lanes chooses between vectors in memory, and constants.
    bool chooses_in_memory(ExprId id) const {
        const Expr& guard = kernel_.exprs[id];
        if (dependences_.choice(id) != Choice::Select || guard.type != lane_type(kernel_)) return false;
        if (std::ranges::any_of(guard.conditions, [&](const Condition& c) { return differs(c); })) return false;
        return std::ranges::none_of(guard.operands, [&](ExprId operand) {
            const ExprId resolved = dependences_.resolve(operand);
            return kernel_.exprs[resolved].kind == ExprKind::Load && has_lanes(resolved) &&
                   reads_every_second(kernel_, resolved, lane_dim_);
        });
    }

    bool is_index(ExprId id) const {
        return has_lanes(id) && kernel_.exprs[dependences_.resolve(id)].kind == ExprKind::IndexValue;
    }

    // True if the expression is a mask: a test of numbers makes one, and bitwise ops combine masks alone.
    bool computed_as_mask(const Expr& expr) const {
        if (expr.kind == ExprKind::Load) return fits_lanes(expr.index, expr.type);
        if (expr.kind != ExprKind::Apply) return false;
        if (expr.opcode == Opcode::IsFinite) return true;
        if (expr.opcode == Opcode::Compare) return !expr.total_order && !is_pred(kernel_.exprs[expr.operands[0]].type);
        const bool bitwise = expr.opcode == Opcode::And || expr.opcode == Opcode::Or || expr.opcode == Opcode::Not;
        return bitwise && std::ranges::all_of(expr.operands, [&](ExprId operand) { return has_lanes(operand); });
    }

    const Kernel& kernel_;
    const Dependences& dependences_;
    const std::int64_t lane_dim_;
    const bool apart_;
    std::vector<bool> seen_;
    std::vector<ExprId> found_;
};

// True if vectors of these expressions would hold results of floats, whose subnormal numbers become zeros.
bool flushes(const Kernel& kernel, const std::vector<ExprId>& expressions, const Target& target) {
    return target.float_sums && std::ranges::any_of(expressions, [&](ExprId id) {
               const Expr& expr = kernel.exprs[id];
               return expr.kind == ExprKind::Apply && expr.type == ElementType::F32;
           });
}

bool is_sum_or_product(Opcode opcode) {
    return opcode == Opcode::Add || opcode == Opcode::Subtract || opcode == Opcode::Multiply ||
           opcode == Opcode::Negate;
}

// True for functions that change little where a subnormal argument or result becomes zero.
bool is_smooth_function(Opcode opcode) {
    return opcode == Opcode::Exponential || opcode == Opcode::ExponentialMinusOne || opcode == Opcode::Logistic ||
           opcode == Opcode::Tanh || opcode == Opcode::Erf;
}

// True if a loaded integer, or pred, or some bits of a byte, are converted to a float.
bool converts_from_memory(const Kernel& kernel, const Expr& expr, std::int64_t lane_dim) {
    if (expr.opcode != Opcode::Convert) return false;
    const Expr& load = kernel.exprs[expr.operands[0]];
    if (load.kind == ExprKind::Load) return is_integer(load.type) || is_pred(load.type);
    const std::optional<BitField> field = bit_field(kernel, expr.operands[0]);
    return field && !varies_along(kernel, field->up, lane_dim) && has_words(kernel);
}

// True if a float is converted to an integer of at most as many bits as a lane.
bool rounds_to_integers(const Kernel& kernel, const Expr& expr) {
    return expr.kind == ExprKind::Apply && expr.opcode == Opcode::Convert && is_integer(expr.type) &&
           !is_narrow_integer(expr.type) && info(expr.type).bits <= 32 &&
           has_vectors(kernel.exprs[expr.operands[0]].type);
}

// True if an s32 is converted to fewer bits.
bool keeps_low_bits(const Kernel& kernel, const Expr& expr) {
    return expr.kind == ExprKind::Apply && expr.opcode == Opcode::Convert && is_integer(expr.type) &&
           !is_narrow_integer(expr.type) && info(expr.type).bits < 32 &&
           kernel.exprs[expr.operands[0]].type == ElementType::S32;
}

} // namespace

bool makes_lanes(ElementType type, ElementType lane) {
    const ElementType floats = lane == ElementType::S32 ? ElementType::F32 : lane;
    return type == lane || type == floats || (is_half(type) && number_type(type) == floats);
}

bool fills_lanes(ElementType type, ElementType lane) {
    if (lane != ElementType::S32) return makes_lanes(type, lane);
    return type == lane || (is_integer(type) && info(type).bits <= 16);
}

ExprId first_number(const Kernel& kernel) {
    const Accumulation* const states = accumulation_of(kernel);
    return states != nullptr ? states->initial[0] : kernel.outputs[0].expr;
}

ElementType lane_type(const Kernel& kernel) {
    const Expr& expr = kernel.exprs[first_number(kernel)];
    return number_type(rounds_to_integers(kernel, expr) ? kernel.exprs[expr.operands[0]].type : expr.type);
}

bool combines_vectors(const Kernel& kernel) {
    const ElementType type = lane_type(kernel);
    return (type == ElementType::F32 || type == ElementType::F64 || type == ElementType::S32) &&
           !loads_of(kernel, *kernel.reduction->term).empty() &&
           vector_print_of(kernel.reduction->combiner, type) != nullptr;
}

bool term_has_vector_form(const Kernel& kernel, std::int64_t lane_dim) {
    if (!combines_vectors(kernel)) return false;
    const ElementType type = lane_type(kernel);
    std::vector<ExprId> pending = {*kernel.reduction->term};
    for (std::size_t i = 0; i < pending.size(); ++i) { // terms are small trees
        const Expr& expr = kernel.exprs[pending[i]];
        if (!varies_along(kernel, pending[i], lane_dim) && number_type(expr.type) == type) continue;
        if (!makes_lanes(expr.type, type) || pending.size() > 32) return false;
        if (expr.kind == ExprKind::Load || expr.kind == ExprKind::Constant) continue;
        if (expr.kind != ExprKind::Apply || vector_print_of(expr.opcode, number_type(expr.type)) == nullptr)
            return false;
        if (converts_from_memory(kernel, expr, lane_dim)) continue;
        pending.insert(pending.end(), expr.operands.begin(), expr.operands.end());
    }
    return true;
}

bool has_vector_form(const Kernel& kernel, const Dependences& dependences, const Output& output, std::int64_t lane_dim,
                     bool apart) {
    LaneWalk walk(kernel, dependences, lane_dim, apart);
    const ExprId stored = dependences.resolve(output.expr);
    const Expr& expr = kernel.exprs[stored];
    const bool narrows = (rounds_to_integers(kernel, expr) || keeps_low_bits(kernel, expr)) && walk.has_lanes(stored) &&
                         kernel.outputs.size() == 1;
    const ExprId computed = narrows ? expr.operands[0] : stored;
    if (!makes_lanes(kernel.exprs[computed].type, lane_type(kernel)) || !walk.fits_lanes(output.index, expr.type) ||
        std::ranges::any_of(output.conditions, [&](const Condition& condition) { return walk.differs(condition); }))
        return false;
    walk.add(computed);
    return walk.found().size() <= kMostVectorOps &&
           std::ranges::all_of(walk.found(), [&](ExprId id) { return walk.computed_as_vector(id); });
}

bool computes_in_halves(const Kernel& kernel, const Dependences& dependences, std::int64_t lane_dim) {
    const auto is_stored = [&](const Output& output) {
        return kernel[output.argument].type == ElementType::F16 &&
               kernel.space.coefficient(output.index, lane_dim) == 1;
    };
    return std::ranges::all_of(kernel.outputs, is_stored) &&
           std::ranges::all_of(lane_expressions(kernel, dependences, lane_dim), [&](ExprId id) {
               const Expr& expr = kernel.exprs[id];
               if (expr.kind == ExprKind::Load)
                   return expr.type == ElementType::F16 && reads_along(kernel, id, lane_dim);
               return expr.kind == ExprKind::Apply && has_half_form(kernel.exprs, expr);
           });
}

bool sums_are_vectors(const Kernel& kernel, const Target& target, bool in_order) {
    if (target.sum_vector_bytes == 0 || !kernel.reduction || !kernel.reduction->term) return false;
    const ElementType type = lane_type(kernel);
    if (is_integer(type)) return !in_order || !flushes(kernel, parts_of(kernel, *kernel.reduction->term), target);
    if (!target.float_sums || type != ElementType::F32 || in_order || kernel.reduction->combiner != Opcode::Add)
        return false;
    return std::ranges::all_of(parts_of(kernel, *kernel.reduction->term), [&](ExprId id) {
        const Expr& part = kernel.exprs[id];
        return part.type == type && (part.kind != ExprKind::Apply || is_sum_or_product(part.opcode));
    });
}

bool finishes_sums_as_vectors(const Kernel& kernel, const Dependences& dependences, std::int64_t lane_dim,
                              const Target& target, bool in_order) {
    const bool have_form = std::ranges::all_of(
        kernel.outputs, [&](const Output& output) { return has_vector_form(kernel, dependences, output, lane_dim); });
    if (!have_form || !target.float_sums) return have_form;
    if (!is_integer(lane_type(kernel))) return flushing_expressions_are_vectors(kernel, dependences, lane_dim);
    return !in_order || !flushes(kernel, lane_expressions(kernel, dependences, lane_dim), target);
}

bool flushing_expressions_are_vectors(const Kernel& kernel, const Dependences& dependences, std::int64_t lane_dim) {
    return std::ranges::all_of(lane_expressions(kernel, dependences, lane_dim), [&](ExprId id) {
        const Expr& expr = kernel.exprs[id];
        if (expr.type != ElementType::F32) return false;
        if (expr.kind != ExprKind::Apply) return expr.kind != ExprKind::Guard;
        return is_sum_or_product(expr.opcode) || is_smooth_function(expr.opcode) || expr.opcode == Opcode::Divide ||
               expr.opcode == Opcode::Abs || expr.opcode == Opcode::Maximum || expr.opcode == Opcode::Minimum;
    });
}

bool scan_has_vector_form(const Kernel& kernel, const Dependences& dependences, std::int64_t lane_dim) {
    const Scan& scan = *kernel.scan;
    const ElementType type = lane_type(kernel);
    if (!scan.term || !has_vectors(type)) return false;
    if (lane_dim != scan.dim && vector_print_of(scan.combiner, type) == nullptr) return false;
    LaneWalk walk(kernel, dependences, lane_dim);
    walk.add(*scan.term);
    return walk.found().size() <= kMostVectorOps &&
           std::ranges::all_of(walk.found(), [&](ExprId id) { return walk.computed_as_vector(id); }) &&
           std::ranges::all_of(kernel.outputs, [&](const Output& output) {
               return has_vector_form(kernel, dependences, output, lane_dim);
           });
}

std::vector<ExprId> lane_expressions(const Kernel& kernel, const Dependences& dependences, std::int64_t lane_dim) {
    LaneWalk walk(kernel, dependences, lane_dim);
    for (const Output& output : kernel.outputs) walk.add(output.expr);
    if (kernel.scan && kernel.scan->term) walk.add(*kernel.scan->term);
    return walk.found();
}

bool calls_function(const Expr& expr) {
    if (expr.kind != ExprKind::Apply) return false;
    const bool scales = expr.nearest && expr.operands.size() > 1; // see runtime_lib/nearest_product.h
    return scales || definition_of(expr.opcode)->cost == Cost::Expensive;
}

std::int64_t instructions_of(const Expr& expr) {
    constexpr std::int64_t kFunction = 24;
    return calls_function(expr) ? kFunction : 1;
}

} // namespace hlo2cpp
