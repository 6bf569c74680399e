// An index is read as a number in a mixed radix. Its digits are the dimensions, or parts of them where quotients and
// remainders split them. It visits all elements, each once, if every digit weighs as much as all smaller ones count to:
//
//     12*d0 + 4*d1 + d2   of 5, 3 and 4 points: d2 weighs 1 and counts to 4, d1 weighs 4 and counts to 3, d0 weighs 12
//
// The outputs that share an array differ in their constants, which are digits too:
//
//     8*d0 + d1, 8*d0 + d1 + 2, 8*d0 + d1 + 4, 8*d0 + d1 + 6   of d1 < 2: a digit that weighs 2 and counts to 4
//
// Conditions of an output may bound a part of its index, which is one digit then:
//
//     11*(4*d0 + 1) + 4*d1 + 2  where 0 <= 4*d1 + 2 < 11: of d0, and of 4*d1 + 2, which counts to 11
//
// If an index has no such form, its points are enumerated, if there are few.
#include "kernel/written_once.h"

#include <algorithm>
#include <set>

#include "ir/shape.h"
#include "kernel/print.h"
#include "support/floor_divide.h"

namespace hlo2cpp {
namespace {

constexpr std::int64_t kMostCounted = 65536; // points

struct Digit {
    std::int64_t size = 0, weight = 0;
};

// The part `(d / low) % (high / low)` of dimension d.
struct PartOfDimension {
    std::int64_t dim = 0, low = 1, high = 1;
};

struct Number {
    bool has_form = true;
    bool starts_anywhere = false; // a digit that is constant over the points, but unknown
    std::int64_t first = 0;       // the smallest value
    std::vector<Digit> digits;    // the least first
};

std::int64_t points_of(const Kernel& kernel) {
    std::int64_t points = 1;
    for (const std::int64_t size : kernel.dims) points *= size;
    return points;
}

// The only term of an index without a constant and with coefficient 1; else null.
const Term* only_term(const Kernel& kernel, const Index& index) {
    if (index.constant != 0 || index.products.size() != 1 || index.products[0].coefficient != 1) return nullptr;
    return &kernel.space[index.products[0].term];
}

std::optional<PartOfDimension> part_of(const Kernel& kernel, const Term& term) {
    if (term.kind == TermKind::Dimension) {
        const auto d = static_cast<std::size_t>(term.dimension);
        if (d >= kernel.dims.size()) return std::nullopt;
        return PartOfDimension{term.dimension, 1, kernel.dims[d]};
    }
    if (term.kind != TermKind::FloorDivide && term.kind != TermKind::Modulo) return std::nullopt;
    const Term* inner = only_term(kernel, term.argument);
    const std::optional<PartOfDimension> of = inner != nullptr ? part_of(kernel, *inner) : std::nullopt;
    if (!of || (of->high / of->low) % term.divisor != 0) return std::nullopt;
    const std::int64_t cut = of->low * term.divisor;
    return term.kind == TermKind::FloorDivide ? PartOfDimension{of->dim, cut, of->high}
                                              : PartOfDimension{of->dim, of->low, cut};
}

// True if the parts together make up all dimensions, each value once.
bool complete(const Kernel& kernel, std::vector<PartOfDimension> parts) {
    std::ranges::sort(parts, {}, [](const PartOfDimension& part) { return std::pair(part.dim, part.low); });
    auto part = parts.begin();
    for (std::size_t d = 0; d < kernel.dims.size(); ++d) {
        std::int64_t known = 1;
        for (; part != parts.end() && part->dim == static_cast<std::int64_t>(d); ++part) {
            if (part->low != known) return false;
            known = part->high;
        }
        if (known != kernel.dims[d]) return false;
    }
    return part == parts.end();
}

// True if a term, also one read at run time, is the same at all points. Explicit stacks: expressions may be deep.
bool is_fixed(const Kernel& kernel, TermId root) {
    std::vector<bool> seen(kernel.exprs.size(), false), seen_terms(kernel.space.term_count(), false);
    std::vector<ExprId> exprs;
    std::vector<TermId> terms = {root};
    const auto add = [&](const Index& index) {
        for (const Index::Product& product : index.products) terms.push_back(product.term);
    };
    while (!terms.empty() || !exprs.empty()) {
        if (!terms.empty()) {
            const TermId id = terms.back();
            terms.pop_back();
            if (seen_terms[id.index()]) continue;
            seen_terms[id.index()] = true;
            const Term& term = kernel.space[id];
            if (term.kind == TermKind::Dimension) return false;
            if (term.kind == TermKind::Dynamic) exprs.push_back(term.value);
            add(term.argument);
            continue;
        }
        const ExprId id = exprs.back();
        exprs.pop_back();
        if (seen[id.index()]) continue;
        seen[id.index()] = true;
        const Expr& expr = kernel.exprs[id];
        if (expr.kind == ExprKind::Accumulator) return false;
        exprs.insert(exprs.end(), expr.operands.begin(), expr.operands.end());
        for (const Index& index : expr.index) add(index);
        for (const Condition& condition : expr.conditions) add(condition.index);
    }
    return true;
}

// The distances of the outputs of an array from the one with the smallest constant, as digits. None if they have no
// such form, or if the outputs differ in more than a constant.
std::optional<std::vector<Digit>> digits_of(const std::vector<Index>& addresses) {
    std::vector<std::int64_t> distances;
    for (const Index& address : addresses) {
        if (address.products != addresses.front().products) return std::nullopt;
        distances.push_back(address.constant - addresses.front().constant);
    }
    std::vector<Digit> digits;
    while (distances.size() > 1) { // the lowest digit: neighbours that are equally far apart
        const std::int64_t weight = distances[1];
        std::size_t size = 1;
        while (size < distances.size() && distances[size] == static_cast<std::int64_t>(size) * weight) ++size;
        if (weight == 0 || distances.size() % size != 0) return std::nullopt;
        std::vector<std::int64_t> higher;
        for (std::size_t i = 0; i < distances.size(); ++i)
            if (i % size == 0)
                higher.push_back(distances[i]);
            else if (distances[i] - higher.back() != distances[i % size])
                return std::nullopt;
        digits.push_back({static_cast<std::int64_t>(size), weight});
        distances = std::move(higher);
    }
    return digits;
}

// `addresses`: of the outputs of the argument, by their constants.
Number number_of(const Kernel& kernel, ArgumentId argument, const std::vector<Index>& addresses) {
    const Index& address = addresses.front();
    std::optional<std::vector<Digit>> outputs = digits_of(addresses);
    if (!outputs) return {.has_form = false};
    Number number{.first = address.constant, .digits = std::move(*outputs)};
    std::vector<PartOfDimension> parts;
    for (const auto& [id, coefficient] : address.products) {
        const Term& term = kernel.space[id];
        if (term.kind != TermKind::Dimension && is_fixed(kernel, id)) {
            number.starts_anywhere = true;
            continue;
        }
        const std::optional<PartOfDimension> part = part_of(kernel, term);
        if (!part) return {.has_form = false};
        const std::int64_t size = part->high / part->low;
        if (coefficient < 0) number.first += (size - 1) * coefficient;
        parts.push_back(*part);
        number.digits.push_back({size, std::abs(coefficient)});
    }
    number.has_form = complete(kernel, std::move(parts));
    if (kernel.sort) {
        const std::vector<std::int64_t> strides = row_major_strides(kernel[argument].dims);
        number.digits.push_back({kernel.sort->size, kernel.sort->stride * strides[kernel.sort->dimension]});
    }
    std::erase_if(number.digits, [](const Digit& digit) { return digit.size == 1; });
    std::ranges::sort(number.digits, {}, &Digit::weight);
    return number;
}

bool counts_through(const Number& number, std::int64_t elements) {
    std::int64_t next = 1;
    for (const Digit& digit : number.digits) {
        if (digit.weight != next) return false;
        next *= digit.size;
    }
    return !number.starts_anywhere && number.first == 0 && next == elements;
}

bool never_repeats(const Number& number) {
    std::int64_t largest = 0;
    for (const Digit& digit : number.digits) {
        if (digit.weight <= largest) return false;
        largest += (digit.size - 1) * digit.weight;
    }
    return true;
}

// ---- outputs with conditions

// A part of an address that conditions bound, one for each output: factor * index.
struct Bounded {
    std::vector<Index> indices; // by output
    Digit digit;
};

// The factor by which the address holds the condition's index; none: by no single one.
std::optional<std::int64_t> factor_of(const Index& address, const Index& condition) {
    std::optional<std::int64_t> factor;
    for (const Index::Product& part : condition.products) {
        const auto whole = std::ranges::find(address.products, part.term, &Index::Product::term);
        if (whole == address.products.end() || whole->coefficient % part.coefficient != 0) return std::nullopt;
        const std::int64_t one = whole->coefficient / part.coefficient;
        if (one < 1 || (factor && *factor != one)) return std::nullopt;
        factor = one;
    }
    return factor;
}

// Takes the parts out of the addresses that condition number `number` of each output bounds. False if there are none.
bool take_bounded(const std::vector<const Output*>& outputs, std::size_t number, std::vector<Index>& addresses,
                  std::vector<Bounded>& taken) {
    const Condition& first = outputs.front()->conditions[number];
    const std::optional<std::int64_t> factor = factor_of(addresses.front(), first.index);
    if (!factor) return false;
    Bounded part{.indices = {}, .digit = {first.high - first.low, *factor}};
    for (std::size_t o = 0; o < outputs.size(); ++o) {
        const Condition& condition = outputs[o]->conditions[number];
        if (condition.index.products != first.index.products || condition.low != first.low ||
            condition.high != first.high)
            return false;
        addresses[o] = addresses[o] - condition.index * *factor;
        part.indices.push_back(condition.index);
    }
    taken.push_back(std::move(part));
    return true;
}

// The digits of the dimensions in an index, and of the constants that tell some outputs apart; each constant once.
std::optional<std::vector<Digit>> digits_of(const Kernel& kernel, const std::vector<Index>& indices,
                                            std::vector<PartOfDimension>& parts) {
    std::vector<Index> constants = indices;
    std::ranges::sort(constants, {}, &Index::constant);
    constants.erase(std::unique(constants.begin(), constants.end()), constants.end());
    std::optional<std::vector<Digit>> digits = digits_of(constants);
    for (const auto& [id, coefficient] : indices.front().products) {
        const Term& term = kernel.space[id];
        if (term.kind != TermKind::Dimension && is_fixed(kernel, id)) continue;
        const std::optional<PartOfDimension> part = part_of(kernel, term);
        if (!part || coefficient < 0) return std::nullopt;
        parts.push_back(*part);
        if (digits) digits->push_back({part->high / part->low, coefficient});
    }
    return digits;
}

bool never_repeats(std::vector<Digit> digits) {
    std::erase_if(digits, [](const Digit& digit) { return digit.size == 1; });
    std::ranges::sort(digits, {}, &Digit::weight);
    return never_repeats(Number{.digits = std::move(digits)});
}

// True if no two points, of all outputs together, write one element where the conditions of the outputs hold.
bool conditions_keep_apart(const Kernel& kernel, const std::vector<const Output*>& outputs,
                           std::vector<Index> addresses) {
    std::vector<Bounded> bounded;
    for (std::size_t number = 0; number < outputs.front()->conditions.size(); ++number) {
        const auto has = [&](const Output* output) { return output->conditions.size() > number; };
        if (!std::ranges::all_of(outputs, has) || !take_bounded(outputs, number, addresses, bounded)) return false;
    }
    // The address tells the values of its parts, and these tell the dimensions and the output.
    std::vector<PartOfDimension> parts;
    const std::optional<std::vector<Digit>> rest = digits_of(kernel, addresses, parts);
    if (!rest || !never_repeats(*rest)) return false;
    std::vector<Digit> all = *rest;
    std::set<std::vector<std::int64_t>> told;
    for (const Bounded& part : bounded) {
        const std::optional<std::vector<Digit>> digits = digits_of(kernel, part.indices, parts);
        if (!digits || !never_repeats(*digits)) return false;
        all.push_back(part.digit);
    }
    for (std::size_t o = 0; o < outputs.size(); ++o) {
        std::vector<std::int64_t> constants = {addresses[o].constant};
        for (const Bounded& part : bounded) constants.push_back(part.indices[o].constant);
        if (!told.insert(constants).second) return false;
    }
    return complete(kernel, std::move(parts)) && never_repeats(all);
}

// The values of an index at the points of its kernel; none if it depends on more than the point.
class IndexAtPoints {
public:
    IndexAtPoints(const Kernel& kernel, const Index& index)
        : kernel_(kernel), index_(index), values_(kernel.space.term_count()) {
        for_each_term(kernel.space, index, [&](TermId id) {
            const Term& term = kernel.space[id];
            const bool in_points =
                term.kind == TermKind::Dimension && static_cast<std::size_t>(term.dimension) < kernel.dims.size();
            known_ = known_ && (in_points || term.depth > 0);
            terms_.push_back(id);
            return known_;
        });
        std::ranges::reverse(terms_);
    }

    std::optional<std::int64_t> at(const std::vector<std::int64_t>& point) {
        if (!known_) return std::nullopt;
        for (const TermId id : terms_) values_[id.index()] = value(kernel_.space[id], point);
        return sum(index_);
    }

private:
    std::int64_t value(const Term& term, const std::vector<std::int64_t>& point) const {
        if (term.kind == TermKind::Dimension) return point[static_cast<std::size_t>(term.dimension)];
        const std::int64_t argument = sum(term.argument), quotient = floor_divide(argument, term.divisor);
        return term.kind == TermKind::FloorDivide ? quotient : argument - quotient * term.divisor;
    }
    std::int64_t sum(const Index& index) const {
        std::int64_t sum = index.constant;
        for (const auto& [id, coefficient] : index.products) sum += coefficient * values_[id.index()];
        return sum;
    }

    const Kernel& kernel_;
    const Index& index_;
    bool known_ = true;
    std::vector<TermId> terms_; // terms of the index, each after those in its argument
    std::vector<std::int64_t> values_;
};

// Marks the element that each point writes; false if it is unknown or already marked.
bool counted_one_by_one(const Kernel& kernel, const Index& index, std::vector<bool>& written) {
    const auto elements = static_cast<std::int64_t>(written.size());
    std::vector<std::int64_t> point(kernel.dims.size(), 0);
    for (IndexAtPoints values(kernel, index);;) {
        const std::optional<std::int64_t> at = values.at(point);
        if (!at || *at < 0 || *at >= elements || written[static_cast<std::size_t>(*at)]) return false;
        written[static_cast<std::size_t>(*at)] = true;
        std::size_t d = point.size();
        while (d > 0 && ++point[d - 1] == kernel.dims[d - 1]) point[--d] = 0;
        if (d == 0) return true;
    }
}

} // namespace

std::optional<std::string> not_written_once(const Kernel& kernel, ArgumentId argument) {
    const std::int64_t points = points_of(kernel), elements = kernel[argument].elements();
    std::string what;
    std::vector<Index> addresses;
    std::vector<const Output*> outputs_of;
    bool all = true, has_conditions = false;
    for (const Output& output : kernel.outputs) {
        if (output.argument != argument) continue;
        if (what.empty()) what = print_ref(argument) + "[" + kernel.space.print(output.index) + "] ";
        all = !output.updates.valid() || kernel.sort.has_value();
        has_conditions = has_conditions || !output.conditions.empty();
        outputs_of.push_back(&output);
        addresses.push_back(row_major_address(output.index, kernel[argument].dims));
    }
    const std::vector<Index> by_output = addresses;
    std::ranges::stable_sort(addresses, {}, &Index::constant);
    const auto outputs = static_cast<std::int64_t>(addresses.size());
    if (points == 0 || (kernel.sort && kernel.sort->size == 0))
        return all && elements != 0 ? std::optional(what + "is never written") : std::nullopt;
    if ((has_conditions || !kernel.conditions.empty()) && all) return what + "is written at some points only";
    if ((kernel.in_order || (points == 1 && outputs == 1 && !kernel.sort)) && !all) return std::nullopt;
    if (has_conditions && conditions_keep_apart(kernel, outputs_of, by_output)) return std::nullopt;
    const Number number = number_of(kernel, argument, addresses);
    const bool few = points * outputs <= kMostCounted && elements <= kMostCounted && !kernel.sort;
    std::vector<bool> written(few ? static_cast<std::size_t>(elements) : 0, false);
    const auto counted = [&](const Index& address) { return counted_one_by_one(kernel, address, written); };
    const bool once = number.has_form
                          ? (all ? counts_through(number, elements) : never_repeats(number))
                          : few && std::ranges::all_of(addresses, counted) && (!all || points * outputs == elements);
    if (once) return std::nullopt;
    if (!number.has_form && !few) return what + "has no form that tells its elements apart";
    return what + (all ? "does not count through all elements, each once" : "may write an element twice");
}

} // namespace hlo2cpp
