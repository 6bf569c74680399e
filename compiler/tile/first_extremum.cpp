#include "tile/first_extremum.h"

#include <algorithm>
#include <cmath>

#include "kernel/analysis.h"
#include "tile/points.h"

namespace hlo2cpp {
namespace {

// The state is (a, i), an element and its place (b, j):
//
//     p = a >= b or a != a                     (a <= b of the smallest)
//     a, i = select(p, a, b), select(p, i, j)
class FormFinder {
public:
    explicit FormFinder(const Kernel& kernel) : kernel_(kernel), reduction_(*kernel.reduction) {}

    std::optional<FirstExtremum> find() {
        if (!has_states()) return {};
        const Expr *const value = select(reduction_.combined[0]), *const place = select(reduction_.combined[1]);
        if (value == nullptr || place == nullptr) return {};
        load_ = value->operands[2];
        number_ = place->operands[2];
        const bool states = is_state(value->operands[1], 0) && is_state(place->operands[1], 1);
        if (!states || !is_element(load_) || !is_number(number_)) return {};
        for (const bool largest : {true, false})
            if (value->operands[0] == place->operands[0] && keeps(value->operands[0], largest) && starts(largest) &&
                is_needed_here_alone())
                return FirstExtremum{load_, largest};
        return {};
    }

private:
    const Expr& at(ExprId id) const { return kernel_.exprs[id]; }
    bool is_state(ExprId id, std::int64_t slot) const {
        return at(id).kind == ExprKind::Accumulator && at(id).slot == slot;
    }
    bool is_op(ExprId id, Opcode opcode) const { return at(id).kind == ExprKind::Apply && at(id).opcode == opcode; }
    const Expr* select(ExprId id) const { return is_op(id, Opcode::Select) ? &at(id) : nullptr; }
    template <typename First, typename Second>
    bool is_either(ExprId id, Opcode opcode, First&& first, Second&& second) const {
        if (!is_op(id, opcode)) return false;
        const ExprId a = at(id).operands[0], b = at(id).operands[1];
        return (first(a) && second(b)) || (first(b) && second(a));
    }
    template <typename Left, typename Right>
    bool is_compared(ExprId id, ComparisonDirection direction, Left&& left, Right&& right) const {
        return is_op(id, Opcode::Compare) && at(id).direction == direction && !at(id).total_order &&
               left(at(id).operands[0]) && right(at(id).operands[1]);
    }

    bool has_states() const {
        return reduction_.combined.size() == 2 && reduction_.dims.size() == 1 && reduction_.conditions.empty() &&
               kernel_.conditions.empty() && points_are_apart(kernel_);
    }
    std::int64_t dim() const { return static_cast<std::int64_t>(kernel_.dims.size()); }
    bool is_element(ExprId id) const {
        const Expr& expr = at(id);
        return expr.kind == ExprKind::Load && (expr.type == ElementType::F32 || expr.type == ElementType::F64) &&
               !kernel_[expr.argument].written && reads_along(kernel_, id, dim()) &&
               kernel_.space.coefficient(expr.index, dim()) == 1;
    }
    bool is_number(ExprId id) const {
        return at(id).kind == ExprKind::IndexValue && at(id).type == ElementType::S32 &&
               at(id).index.address() == kernel_.space.dimension(dim());
    }

    bool keeps(ExprId p, bool largest) const {
        const auto a = [&](ExprId id) { return is_state(id, 0); };
        const auto b = [&](ExprId id) { return id == load_; };
        const auto no_less = [&](ExprId id) {
            return is_compared(id, largest ? ComparisonDirection::Ge : ComparisonDirection::Le, a, b);
        };
        const auto nan = [&](ExprId id) { return is_compared(id, ComparisonDirection::Ne, a, a); };
        return is_either(p, Opcode::Or, no_less, nan);
    }

    // True if the search starts at -infinity (for the smallest element, at infinity) and at place 0.
    bool starts(bool largest) const {
        const Expr &value = at(reduction_.initial[0]), &place = at(reduction_.initial[1]);
        if (value.kind != ExprKind::Constant || place.kind != ExprKind::Constant) return false;
        const Literal literal{.shape = Shape::scalar(value.type), .bytes = value.bits};
        const double number =
            value.type == ElementType::F32 ? static_cast<double>(literal.at<float>(0)) : literal.at<double>(0);
        return std::isinf(number) && std::signbit(number) == largest &&
               std::ranges::all_of(place.bits, [](std::byte byte) { return byte == std::byte{0}; });
    }

    // True if nothing outside the form reads the extremum.
    bool is_needed_here_alone() const {
        std::vector<ExprId> form = {reduction_.combined[0]}, pending = {at(reduction_.combined[1]).operands[0]};
        while (!pending.empty()) {
            const ExprId id = pending.back();
            pending.pop_back();
            form.push_back(id);
            for (const ExprId operand : at(id).operands)
                if (at(operand).kind == ExprKind::Apply) pending.push_back(operand);
        }
        const auto state = [&](ExprId id) { return is_state(id, 0); };
        for (std::size_t i = 0; i < kernel_.exprs.size(); ++i)
            if (std::ranges::any_of(at(ExprId(i)).operands, state) && std::ranges::find(form, ExprId(i)) == form.end())
                return false;
        return std::ranges::none_of(kernel_.outputs, [&](const Output& output) { return state(output.expr); });
    }

    const Kernel& kernel_;
    const Reduction& reduction_;
    ExprId load_, number_;
};

// Vector width of the search, such that the line fills at least two vectors; 1 if there are none.
std::int64_t searching_lanes(const Kernel& kernel, const Target& target) {
    constexpr std::int64_t kLeastBytes = 16,
                           kMostElements = std::int64_t{1} << 30; // s32 counts them, and a vector more
    const std::optional<FirstExtremum> first = first_extremum(kernel);
    if (!first || target.vector_bytes == 0) return 1;
    const std::int64_t bytes = byte_size(kernel.exprs[first->load].type), size = kernel.reduction->dims[0];
    if (size > kMostElements) return 1;
    std::int64_t lanes = target.vector_bytes / bytes;
    while (lanes > 1 && 2 * lanes > size) lanes /= 2;
    return lanes * bytes < kLeastBytes ? 1 : lanes;
}

} // namespace

std::optional<FirstExtremum> first_extremum(const Kernel& kernel) {
    return kernel.reduction ? FormFinder(kernel).find() : std::nullopt;
}

std::vector<Candidate> search_candidates(const Kernel& kernel, const Target& target, const TileOptions& options,
                                         double /*slack*/) {
    const std::int64_t lanes = searching_lanes(kernel, target);
    if (lanes == 1) return {};
    std::vector<Piece> pieces = plain_pieces(kernel, options);
    for (Piece& piece : pieces)
        piece.tile = {.lane_dim = static_cast<std::int64_t>(kernel.dims.size()), .lanes = lanes, .lane_reduces = true};
    return only_candidate(kernel, tiling_of(std::move(pieces), target), target);
}

} // namespace hlo2cpp
