#include "tile/lanes_verify.h"

#include <algorithm>

#include "kernel/bit_field.h"
#include "kernel/limits.h"
#include "ops/op.h"

namespace hlo2cpp {
namespace {

using Fault = std::optional<std::string>;

class LanesVerifier {
public:
    LanesVerifier(const Kernel& kernel, std::int64_t lane_dim, const std::vector<Range>& box)
        : kernel_(kernel), dim_(lane_dim), bounds_(kernel), exprs_(kernel.exprs.size()) {
        for (std::size_t d = 0; d < box.size(); ++d)
            bounds_.add(box_, {kernel.space.dimension(static_cast<std::int64_t>(d)), box[d].begin, box[d].end});
        for (std::size_t i = 0; i < exprs_.size(); ++i) exprs_[i] = of(ExprId(i)); // operands come before their users
    }

    Fault run() const {
        if (!kernel_.conditions.empty()) return "its lanes are not all written";
        if (kernel_.scan && kernel_.scan->term)
            if (Fault fault = exprs_[kernel_.scan->term->index()].fault) return fault;
        for (const Output& output : kernel_.outputs) {
            if (!equally_apart(output.index)) return "its lanes are not equally far apart where they are written";
            for (const Condition& condition : output.conditions)
                if (differs(condition.index)) return "its lanes are not all written";
            if (Fault fault = exprs_[output.expr.index()].fault) return fault;
            if (reads_elsewhere(output)) return "its lanes read what other points write";
        }
        return std::nullopt;
    }

    bool read_together(const Index& index) const { return neighbours(index) || !differs(index); }

private:
    struct Known {
        bool lanes = false; // it differs from lane to lane
        Fault fault = {};   // and cannot be a vector
    };

    Known of(ExprId id) const {
        const Expr& expr = kernel_.exprs[id];
        const std::string name = "e" + std::to_string(id.value);
        if (expr.kind == ExprKind::Guard) return guard(expr);
        if (const std::optional<BitField> field = bit_field(kernel_, id)) return bits(*field, name);
        Known known;
        for (const ExprId operand : expr.operands) add(known, exprs_[operand.index()]);
        if (expr.kind == ExprKind::Load || expr.kind == ExprKind::IndexValue) {
            known.lanes = differs(expr.index);
            if (known.lanes && !equally_apart(expr.index))
                known.fault = "its lanes are not equally far apart in " + name;
        } else if (expr.kind == ExprKind::Accumulator) {
            known.lanes = true;
        } else if (known.lanes && !known.fault && expr.opcode != Opcode::Compare && reads_index(expr)) {
            known.fault = name + " computes with the numbers of its lanes";
        } else if (known.lanes && !known.fault && vector_print_of(expr.opcode, number_type(expr.type)) == nullptr) {
            known.fault = "the op of " + name + " has no vectors";
        }
        return known;
    }

    Known bits(const BitField& field, const std::string& name) const {
        Known known = exprs_[field.load.index()];
        if (exprs_[field.up.index()].lanes)
            known = {.lanes = true, .fault = "the lanes of " + name + " are other bits"};
        return known;
    }

    bool reads_index(const Expr& expr) const {
        return std::ranges::any_of(expr.operands, [&](ExprId operand) {
            return kernel_.exprs[operand].kind == ExprKind::IndexValue && exprs_[operand.index()].lanes;
        });
    }

    Known guard(const Expr& expr) const {
        bool always = true;
        for (const Condition& condition : expr.conditions) {
            const Range range = bounds_.of(condition.index, box_);
            if (range.end <= condition.low || range.begin >= condition.high) return exprs_[expr.operands[1].index()];
            always = always && range.begin >= condition.low && range.end <= condition.high;
        }
        if (always) return exprs_[expr.operands[0].index()];
        Known known;
        for (const ExprId operand : expr.operands) add(known, exprs_[operand.index()]);
        for (const Condition& condition : expr.conditions)
            if (known.lanes || differs(condition.index)) known = {.lanes = true, .fault = fault_of(expr, known)};
        return known;
    }

    // A condition that is the same in all lanes chooses between vectors in memory.
    Fault fault_of(const Expr& guard, const Known& operands) const {
        for (const Condition& condition : guard.conditions)
            if (differs(condition.index)) return "a condition tells its lanes apart";
        for (const ExprId operand : guard.operands)
            if (const ExprKind kind = kernel_.exprs[operand].kind;
                exprs_[operand.index()].lanes && kind != ExprKind::Load && kind != ExprKind::Guard)
                return "a condition chooses between vectors that are computed";
        return operands.fault;
    }

    static void add(Known& known, const Known& operand) {
        known.lanes = known.lanes || operand.lanes;
        if (!known.fault) known.fault = operand.fault;
    }

    bool dynamic_differs(const Index& index) const {
        bool differs = false;
        for_each_dynamic(kernel_.space, index, [&](ExprId value) { differs = differs || exprs_[value.index()].lanes; });
        return differs;
    }
    bool differs(const Index& index) const { return kernel_.space.depends_on(index, dim_) || dynamic_differs(index); }

    // a + lane, where a is the same in all lanes.
    bool neighbours(const Index& index) const {
        return kernel_.space.coefficient(index, dim_) == 1 && !differs(index - kernel_.space.dimension(dim_));
    }

    // a + distance * lane.
    bool equally_apart(const Index& index) const {
        const std::int64_t distance = kernel_.space.coefficient(index, dim_);
        return distance != 0 && !differs(index - kernel_.space.dimension(dim_) * distance);
    }

    bool reads_elsewhere(const Output& output) const {
        for (std::size_t i = 0; i < kernel_.exprs.size(); ++i) {
            const Expr& expr = kernel_.exprs[ExprId(i)];
            if (expr.kind == ExprKind::Load && expr.argument == output.argument && expr.index != output.index)
                return true;
        }
        return false;
    }

    const Kernel& kernel_;
    const std::int64_t dim_;
    const IndexBounds bounds_;
    Limits box_;
    std::vector<Known> exprs_;
};

} // namespace

Fault wrong_lanes(const Kernel& kernel, const nest::Body& body) {
    return body.lanes == 1 ? std::nullopt : LanesVerifier(kernel, body.lane_dim, body.box).run();
}

bool read_together(const Kernel& kernel, const Index& index, std::int64_t lane_dim) {
    return LanesVerifier(kernel, lane_dim, {}).read_together(index);
}

} // namespace hlo2cpp
