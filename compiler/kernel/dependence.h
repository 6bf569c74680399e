// Dependences of a kernel's expressions on its dimensions, and the choice of code for its guards, over a box of the
// dimensions.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kernel/bounds.h"

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

class Dependences {
public:
    Dependences(const Kernel& kernel, const Bounds& bounds);

    Choice choice(ExprId guard) const { return choices_[guard.index()]; }
    // The operand that a decided Guard stands for; any other expression itself.
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
    const Bounds& bounds_;
    std::vector<Dependence> terms_;
    std::vector<Dependence> exprs_;
    std::vector<Choice> choices_;
    std::vector<Loads> unsafe_; // loads that make an expression unsafe
};

// Counts the uses of each expression that `roots` need, with decided guards resolved.
class Uses {
public:
    Uses(const Kernel& kernel, const Dependences& dependences, std::span<const ExprId> roots);
    int count(ExprId expr) const { return count_[expr.index()]; }
    ExprId user(ExprId expr) const { return user_[expr.index()]; } // one of them; none for a root

private:
    std::vector<int> count_;
    std::vector<ExprId> user_;
};

} // namespace hlo2cpp
