#include "kernel/index.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

#include "ir/shape.h"
#include "kernel/bounds.h"
#include "support/diagnostics.h"
#include "support/floor_divide.h"

namespace hlo2cpp {
namespace {

Index combine(const Index& a, const Index& b, std::int64_t factor) {
    Index sum = a.constant + b.constant * factor;
    sum.products.reserve(a.products.size() + b.products.size());
    auto x = a.products.begin();
    auto y = b.products.begin();
    while (x != a.products.end() || y != b.products.end()) {
        if (y == b.products.end() || (x != a.products.end() && x->term < y->term)) {
            sum.products.push_back(*x++);
        } else if (x == a.products.end() || y->term < x->term) {
            sum.products.push_back({y->term, y->coefficient * factor});
            ++y;
        } else {
            const std::int64_t coefficient = x->coefficient + y->coefficient * factor;
            if (coefficient != 0) sum.products.push_back({x->term, coefficient});
            ++x, ++y;
        }
    }
    return sum;
}

} // namespace

const Index& Subscripts::address() const {
    static const Index first;
    check_internal(indices_.size() <= 1, "an array of several dimensions has no addresses yet");
    return indices_.empty() ? first : indices_[0];
}

Index operator+(const Index& a, const Index& b) {
    return combine(a, b, 1);
}

Index operator-(const Index& a, const Index& b) {
    return combine(a, b, -1);
}

Index operator*(const Index& a, std::int64_t factor) {
    return factor == 0 ? Index(0) : combine(Index(0), a, factor);
}

void mix(std::size_t& hash, std::int64_t value) {
    hash ^= static_cast<std::size_t>(value) + 0x9e3779b97f4a7c15ULL + (hash << 6) + (hash >> 2);
}

void mix(std::size_t& hash, const Index& index) {
    mix(hash, index.constant);
    for (const Index::Product& product : index.products) {
        mix(hash, product.term.value);
        mix(hash, product.coefficient);
    }
}

TermId IndexSpace::intern(Term term) {
    auto hash = static_cast<std::size_t>(term.kind);
    mix(hash, term.argument);
    for (const std::int64_t part : {term.divisor, std::int64_t{term.value.value}, std::int64_t{term.variable.value}})
        mix(hash, part);
    const auto [begin, end] = lookup_.equal_range(hash);
    for (auto it = begin; it != end; ++it)
        if (terms_[it->second.index()] == term) return it->second;
    const TermId id(terms_.size());
    terms_.push_back(std::move(term));
    lookup_.emplace(hash, id);
    return id;
}

// A quotient or a remainder, as an index.
Index IndexSpace::divided(TermKind kind, Index argument, std::int64_t divisor, const Range& range) {
    std::int32_t depth = 0;
    for (const Index::Product& product : argument.products) depth = std::max(depth, terms_[product.term.index()].depth);
    Index index;
    index.products = {
        {intern(
             {.kind = kind, .argument = std::move(argument), .divisor = divisor, .range = range, .depth = depth + 1}),
         1}};
    return index;
}

std::int64_t IndexSpace::add_dimension(std::int64_t size) {
    const std::int64_t number = dimensions();
    dimension_terms_.push_back(TermId(terms_.size()));
    terms_.push_back({.kind = TermKind::Dimension, .dimension = number, .range = {0, std::max<std::int64_t>(size, 1)}});
    return number;
}

Index IndexSpace::dimension(std::int64_t number) const {
    const TermId term = dimension_terms_[static_cast<std::size_t>(number)];
    if (const auto single = terms_[term.index()].range.single()) return *single;
    Index index;
    index.products = {{term, 1}};
    return index;
}

Range IndexSpace::range(const Index& index) const {
    return range_of_sum(index, [&](TermId term) { return terms_[term.index()].range; });
}

namespace {

// index = result * divisor + left, coefficient by coefficient; coefficients of `left` are in [0, divisor).
Index split(const Index& index, std::int64_t divisor, Index& left) {
    Index result;
    left = index.constant;
    for (const Index::Product& product : index.products) {
        const std::int64_t quotient = floor_divide(product.coefficient, divisor);
        const std::int64_t rest = product.coefficient - quotient * divisor;
        if (quotient != 0) result.products.push_back({product.term, quotient});
        if (rest != 0) left.products.push_back({product.term, rest});
    }
    return result;
}

// An equal index modulo the divisor: large coefficients would grow from remainder to remainder, beyond all integers.
Index reduced(const Index& index, std::int64_t divisor) {
    constexpr std::int64_t kProductsFit = std::int64_t{1} << 31; // products of two fit
    Index result = index;
    for (Index::Product& product : result.products)
        if (product.coefficient <= -kProductsFit || product.coefficient >= kProductsFit) product.coefficient %= divisor;
    std::erase_if(result.products, [](const Index::Product& product) { return product.coefficient == 0; });
    return result;
}

// The greatest common divisors of the divisor with each coefficient, and of all of them: the greatest first, without 1.
std::vector<std::int64_t> factors(const Index& index, std::int64_t divisor) {
    std::vector<std::int64_t> result = {divisor};
    for (const Index::Product& product : index.products) {
        result.push_back(std::gcd(product.coefficient, divisor));
        result[0] = std::gcd(result[0], product.coefficient);
    }
    std::ranges::sort(result, std::greater());
    result.erase(std::unique(result.begin(), result.end()), result.end());
    if (result.back() == 1) result.pop_back();
    return result;
}

// index = factor * result + small.
Index multiples(const Index& index, std::int64_t factor, Index& small) {
    Index result;
    small = index.constant;
    for (const Index::Product& product : index.products) {
        if (product.coefficient % factor == 0)
            result.products.push_back({product.term, product.coefficient / factor});
        else
            small.products.push_back(product);
    }
    return result;
}

} // namespace

// floor((n*q + r) / n) = q + floor(r / n): multiples of the divisor move out, and a rest inside [0, n) vanishes.
Index IndexSpace::floor_divide(const Index& index, std::int64_t divisor) {
    if (divisor == 1) return index;
    Index rest;
    Index quotient = multiples(index, divisor, rest);
    quotient.constant = hlo2cpp::floor_divide(index.constant, divisor);
    rest.constant -= quotient.constant * divisor;
    const Range quotients = floor_divided(range(rest), divisor);
    if (const auto single = quotients.single()) return quotient + Index(*single);
    // Likewise with each coefficient's remainder, (n + r)*x = n*x + r*x, if the sum of the r*x stays inside [0, n).
    Index left;
    const Index whole = split(rest, divisor, left);
    if (const auto single = floor_divided(range(left), divisor).single()) return quotient + whole + Index(*single);
    // floor(floor(x / a) / b) = floor(x / (a * b))
    if (rest.products.size() == 1 && rest.products[0].coefficient == 1 && rest.constant == 0) {
        const Term& term = terms_[rest.products[0].term.index()];
        if (term.kind == TermKind::FloorDivide)
            return quotient + floor_divide(Index(term.argument), term.divisor * divisor);
    }
    // floor((g*x + y) / (g*m)) = floor(x / m) where y stays inside [0, g).
    for (const std::int64_t factor : factors(rest, divisor)) {
        Index small;
        const Index multiple = multiples(rest, factor, small);
        if (const auto single = floor_divided(range(small), factor).single())
            return quotient + floor_divide(multiple + Index(*single), divisor / factor);
    }
    return quotient + divided(TermKind::FloorDivide, std::move(rest), divisor, quotients);
}

Index IndexSpace::modulo(const Index& index, std::int64_t divisor) {
    if (divisor == 1) return 0;
    Index rest = index.constant - hlo2cpp::floor_divide(index.constant, divisor) * divisor;
    for (const Index::Product& product : index.products) {
        if (product.coefficient % divisor != 0) rest.products.push_back(product);
    }
    const Range argument = range(rest);
    if (const auto quotient = floor_divided(argument, divisor).single()) return rest - Index(*quotient * divisor);
    Index left;
    split(rest, divisor, left);
    if (const auto quotient = floor_divided(range(left), divisor).single()) return left - Index(*quotient * divisor);
    // (a * (x mod b) + y) mod n = (a*x + y) mod n where n divides a*b.
    for (const Index::Product& product : rest.products) {
        const Term& term = terms_[product.term.index()];
        if (term.kind == TermKind::Modulo && product.coefficient * term.divisor % divisor == 0) {
            Index remainder;
            remainder.products = {product};
            const Index whole = reduced(term.argument, divisor) * product.coefficient;
            return modulo(reduced(rest - remainder + whole, divisor), divisor);
        }
    }
    // (g*x + y) mod (g*m) = g * (x mod m) + y where y stays inside [0, g).
    for (const std::int64_t factor : factors(rest, divisor)) {
        Index small;
        const Index multiple = multiples(rest, factor, small);
        if (const auto single = floor_divided(range(small), factor).single())
            return modulo(multiple + Index(*single), divisor / factor) * factor + small - Index(*single * factor);
    }
    return divided(TermKind::Modulo, std::move(rest), divisor, range_of_remainder(argument, divisor));
}

Index IndexSpace::variable(ArgumentId variable, Range range) {
    if (const auto single = range.single()) return *single;
    Index index;
    index.products = {{intern({.kind = TermKind::Variable, .variable = variable, .range = range}), 1}};
    return index;
}

Index IndexSpace::dynamic(ExprId value, Range range) {
    if (range.size() <= 1) return range.begin;
    Index index;
    index.products = {{intern({.kind = TermKind::Dynamic, .value = value, .range = range}), 1}};
    return index;
}

std::int64_t IndexSpace::coefficient(const Index& index, std::int64_t dimension) const {
    const TermId term = dimension_terms_[static_cast<std::size_t>(dimension)];
    for (const Index::Product& product : index.products)
        if (product.term == term) return product.coefficient;
    return 0;
}

bool IndexSpace::depends_on(const Index& index, std::int64_t dimension) const {
    const TermId wanted = dimension_term(dimension);
    bool found = false;
    for_each_term(*this, index, [&](TermId id) {
        found = found || id == wanted;
        return !found;
    });
    return found;
}

namespace {

// Text doubles with every level where a quotient and a remainder of one index stand together.
constexpr std::int32_t kPrintedLevels = 4;

bool is_named(const Term& term) {
    return term.depth >= kPrintedLevels;
}

} // namespace

std::string IndexSpace::print(const Term& term) const {
    switch (term.kind) {
    case TermKind::Dimension: return "d" + std::to_string(term.dimension);
    case TermKind::FloorDivide: return "((" + print(term.argument) + ") / " + std::to_string(term.divisor) + ")";
    case TermKind::Modulo: return "((" + print(term.argument) + ") % " + std::to_string(term.divisor) + ")";
    case TermKind::Variable: return "a" + std::to_string(term.variable.value);
    case TermKind::Dynamic:
        return "clamp(e" + std::to_string(term.value.value) + ", " + std::to_string(term.range.begin) + ", " +
               std::to_string(term.range.last()) + ")";
    }
    return "";
}

std::string IndexSpace::print(const Index& index) const {
    std::string text;
    const auto add = [&](std::int64_t factor, const std::string& part) {
        if (text.empty())
            text = factor < 0 ? "-" : "";
        else
            text += factor < 0 ? " - " : " + ";
        const std::string size = std::to_string(factor).substr(factor < 0 ? 1 : 0);
        text += part.empty() ? size : size == "1" ? part : size + "*" + part;
    };
    for (const Index::Product& product : index.products) {
        const Term& term = terms_[product.term.index()];
        add(product.coefficient, is_named(term) ? "t" + std::to_string(product.term.value) : print(term));
    }
    if (text.empty() || index.constant != 0) add(index.constant, "");
    return text;
}

std::string IndexSpace::print(const Subscripts& index) const {
    std::string text;
    for (const Index& subscript : index) text += (text.empty() ? "" : ", ") + print(subscript);
    return text;
}

std::vector<std::string> IndexSpace::print_named_terms() const {
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < terms_.size(); ++i)
        if (is_named(terms_[i])) lines.push_back("t" + std::to_string(i) + " = " + print(terms_[i]));
    return lines;
}

Index row_major_address(const Subscripts& index, const std::vector<std::int64_t>& dims) {
    const std::vector<std::int64_t> strides = row_major_strides(dims);
    Index address;
    for (std::size_t i = 0; i < dims.size(); ++i) address = address + index[i] * strides[i];
    return address;
}

Index linearize(IndexSpace& space, const Subscripts& index, const std::vector<std::int64_t>& dims) {
    return space.recombine(row_major_address(index, dims));
}

std::vector<Index> delinearize(IndexSpace& space, const Index& linear, const std::vector<std::int64_t>& dims) {
    std::vector<Index> index(dims.size());
    std::int64_t stride = 1;
    for (std::size_t i = dims.size(); i-- > 0;) {
        const Index quotient = space.floor_divide(linear, stride);
        const std::int64_t size =
            std::max<std::int64_t>(dims[i], 1); // of an array without elements nothing is computed
        index[i] = i == 0 ? quotient : space.modulo(quotient, size);
        stride *= size;
    }
    return index;
}

} // namespace hlo2cpp
