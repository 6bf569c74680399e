// Integer expressions over the dimensions of a kernel, for loads, stores and bounds.
//
// An index is a sum: constant + coefficient * term + ... . A term is a dimension of the kernel, the floor quotient or
// the remainder of another index by a positive constant (from reshapes, dilations), the variable of a loop around the
// kernel, or a value known only at run time (a dynamic index, clamped). Sums are kept canonical, so equal indices
// compare equal and strides can be read off.
//
// Running example: element [d0, d1] of the transpose of an f32[4,6] is element `6*d1 + d0` of the array in memory.
#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "support/ids.h"
#include "support/range.h"

namespace hlo2cpp {

using TermId = Id<struct TermTag>;
using ExprId = Id<struct ExprTag>;
using ArgumentId = Id<struct ArgumentTag>; // of a kernel
using ValueId = Id<struct ValueTag>;       // an array in memory, or the variable of a loop, see kernel.h

struct Index {
    struct Product {
        TermId term;
        std::int64_t coefficient = 0; // never 0
        friend auto operator<=>(const Product&, const Product&) = default;
    };
    std::int64_t constant = 0;
    std::vector<Product> products; // by term, each once

    Index() = default;
    Index(std::int64_t value) : constant(value) {} // NOLINT: numbers are indices
    bool is_constant() const { return products.empty(); }
    friend auto operator<=>(const Index&, const Index&) = default;
};

// Subscripts of an element, one for each dimension of its array. In an array of one dimension the subscript is the
// element's address, so one converts into the other.
class Subscripts {
public:
    Subscripts() = default;
    Subscripts(std::initializer_list<Index> indices) : indices_(indices) {}
    Subscripts(std::vector<Index> indices) : indices_(std::move(indices)) {} // NOLINT
    Subscripts(Index address) { indices_.push_back(std::move(address)); }    // NOLINT
    // In an array of one dimension; without dimensions there is one element, at 0.
    const Index& address() const;
    operator const Index&() const { return address(); } // NOLINT

    std::size_t size() const { return indices_.size(); }
    const Index& operator[](std::size_t dim) const { return indices_[dim]; }
    std::vector<Index>::const_iterator begin() const { return indices_.begin(); }
    std::vector<Index>::const_iterator end() const { return indices_.end(); }
    friend bool operator==(const Subscripts&, const Subscripts&) = default;

private:
    std::vector<Index> indices_;
};

Index operator+(const Index& a, const Index& b);
Index operator-(const Index& a, const Index& b);
Index operator*(const Index& a, std::int64_t factor);

enum class TermKind : std::uint8_t { Dimension, FloorDivide, Modulo, Variable, Dynamic };

struct Term {
    TermKind kind = TermKind::Dimension;
    std::int64_t dimension = 0; // Dimension: which
    Index argument;             // FloorDivide, Modulo
    std::int64_t divisor = 1;   // FloorDivide, Modulo: > 0
    ArgumentId variable;        // Variable: its loop
    ExprId value;               // Dynamic: an integer expression, read in its own type
    Range range;                // all values of the term; for a Dynamic term, the range it is clamped to
    std::int32_t depth = 0;     // FloorDivide, Modulo: nesting depth, from 1
    friend bool operator==(const Term&, const Term&) = default;
};

// The terms of one kernel, each once.
class IndexSpace {
public:
    // Adds a dimension 0 <= d < size (size >= 1 is assumed where it is 0: no element is ever computed).
    std::int64_t add_dimension(std::int64_t size);
    Index dimension(std::int64_t number) const;
    std::int64_t dimensions() const { return static_cast<std::int64_t>(dimension_terms_.size()); }

    Index floor_divide(const Index& index, std::int64_t divisor);
    Index modulo(const Index& index, std::int64_t divisor);
    // n * (x / n) + x % n = x, wherever the sum holds both parts.
    Index recombine(Index index);
    // The variable of a loop around the kernel.
    Index variable(ArgumentId variable, Range range);
    // A run-time value, clamped to the range.
    Index dynamic(ExprId value, Range range);

    // All values that the index takes at the points of the dimensions (see bounds.h for those of a box).
    Range range(const Index& index) const;
    const Term& operator[](TermId id) const { return terms_[id.index()]; }
    std::size_t term_count() const { return terms_.size(); }
    TermId dimension_term(std::int64_t number) const { return dimension_terms_[static_cast<std::size_t>(number)]; }
    const std::vector<Term>& terms() const { return terms_; }

    // Coefficient of a dimension in the sum itself (not inside quotients and remainders).
    std::int64_t coefficient(const Index& index, std::int64_t dimension) const;
    // True if the dimension appears anywhere in the index, also inside other terms (but not in the value of a Dynamic
    // term).
    bool depends_on(const Index& index, std::int64_t dimension) const;
    // For dumps: "4*d1 + d0 + 3". A term that holds many others inside each other stands there as "t7".
    std::string print(const Index& index) const;
    std::string print(const Subscripts& index) const; // "d0, d1 + 1"
    // Definitions of these terms: "t7 = ((6*d1 + d0) / 4)".
    std::vector<std::string> print_named_terms() const;

private:
    TermId intern(Term term);
    Index divided(TermKind kind, Index argument, std::int64_t divisor, const Range& range);
    std::string print(const Term& term) const;
    std::vector<Term> terms_; // each after those in its argument
    std::vector<TermId> dimension_terms_;
    std::unordered_multimap<std::size_t, TermId> lookup_; // by hash
};

// Calls visit(TermId) for the terms of an index and, where that returns true, for those in a term's argument: each
// once, though several others may hold it, and after all of these, since a term has a higher number than those in its
// argument.
template <typename Visit>
void for_each_term(const IndexSpace& space, const Index& index, Visit&& visit) {
    std::vector<TermId> open; // a heap
    const auto add = [&](const Index& sum) {
        for (const Index::Product& product : sum.products) {
            open.push_back(product.term);
            std::ranges::push_heap(open);
        }
    };
    add(index);
    for (TermId last; !open.empty();) {
        std::ranges::pop_heap(open);
        const TermId id = open.back();
        open.pop_back();
        if (id == last) continue;
        last = id;
        if (visit(id)) add(space[id].argument);
    }
}

// Calls visit(ExprId) for the run-time values in an index.
template <typename Visit>
void for_each_dynamic(const IndexSpace& space, const Index& index, Visit&& visit) {
    for_each_term(space, index, [&](TermId id) {
        if (space[id].kind == TermKind::Dynamic) visit(space[id].value);
        return true;
    });
}

// Hashes.
void mix(std::size_t& hash, std::int64_t value);
void mix(std::size_t& hash, const Index& index);

// Address of an element in a row-major array of these dimensions.
Index row_major_address(const Subscripts& index, const std::vector<std::int64_t>& dims);
// Linearisation: the address in its shortest form; delinearisation undoes it.
Index linearize(IndexSpace& space, const Subscripts& index, const std::vector<std::int64_t>& dims);
std::vector<Index> delinearize(IndexSpace& space, const Index& linear, const std::vector<std::int64_t>& dims);

} // namespace hlo2cpp
