// What is known of the expressions of a kernel where its dimensions are limited to some ranges: dependences, ranges of
// indices, conditions that are decided.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "kernel/kernel.h"
#include "support/range.h"

namespace hlo2cpp {

struct Dependence {
    std::uint64_t dims = 0;   // bit min(d, 63) for dimension d
    bool accumulator = false; // depends on the state of the reduction
    bool unsafe = false;      // holds a load that is out of range somewhere, unless a guard around it protects it

    Dependence& operator|=(const Dependence& other) {
        dims |= other.dims;
        accumulator = accumulator || other.accumulator;
        unsafe = unsafe || other.unsafe;
        return *this;
    }
};

inline std::uint64_t dimension_bit(std::int64_t dim) {
    return std::uint64_t{1} << (dim < 63 ? dim : 63);
}

// How a Guard is printed.
enum class Choice : std::uint8_t {
    Inside,
    Outside, // decided: one operand stands for it
    Select,  // c ? a : b, of constants, elements and such choices
    Branch,  // if and else
};

class Facts {
public:
    // `ranges`: one a dimension of the kernel's space.
    Facts(const Kernel& kernel, std::vector<Range> ranges);

    const Range& range(std::int64_t dim) const { return ranges_[static_cast<std::size_t>(dim)]; }
    Interval range(const Index& index) const;
    // nullopt: it holds at some points only.
    std::optional<bool> decided(const Condition& condition) const;
    Choice choice(ExprId guard) const { return choices_[guard.index()]; }
    // A Guard that is decided stands for one of its operands; any other expression for itself.
    ExprId resolve(ExprId expr) const;

    const Dependence& of(ExprId expr) const { return exprs_[expr.index()]; }
    const Dependence& of(TermId term) const { return terms_[term.index()]; }
    Dependence of(const Index& index) const;

private:
    using Loads = std::vector<ExprId>; // a few; more are kMany
    void add_terms_until(std::size_t count);
    void add_term(const Term& term);
    void add_expr(ExprId id);
    void add_guard(ExprId id);
    Choice choose(const Expr& expr) const;
    bool inside_array(const Expr& load, std::span<const Condition> known) const;
    bool prints_in_line(ExprId operand, int depth) const;

    const Kernel& kernel_;
    std::vector<Range> ranges_;
    std::vector<Interval> term_ranges_;
    std::vector<Dependence> terms_;
    std::vector<Dependence> exprs_;
    std::vector<Choice> choices_;
    std::vector<Loads> unsafe_; // those that make an expression unsafe
};

// How often the expressions are used that `roots` need, with decided guards resolved.
class Uses {
public:
    Uses(const Kernel& kernel, const Facts& facts, std::span<const ExprId> roots);
    int count(ExprId expr) const { return count_[expr.index()]; }
    ExprId user(ExprId expr) const { return user_[expr.index()]; } // one of them; none for a root

private:
    std::vector<int> count_;
    std::vector<ExprId> user_;
};

// Calls visit(ExprId) for the run-time values in an index.
template <typename Visit>
void for_each_dynamic(const IndexSpace& space, const Index& index, Visit&& visit) {
    for (const Index::Product& product : index.products) {
        const Term& term = space[product.term];
        if (term.kind == TermKind::Dynamic) visit(term.value);
        if (term.kind == TermKind::FloorDivide || term.kind == TermKind::Modulo)
            for_each_dynamic(space, term.argument, visit);
    }
}

// Whether some index of the kernel needs more than 32 bits.
bool needs_wide_index(const Kernel& kernel);

} // namespace hlo2cpp
