#include "program/vector_loops.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

#include "program/affine.h"
#include "program/checked_index.h"
#include "program/linear_sums.h"

namespace hlo2cpp {
namespace {

using tree::Expression;
using tree::ExpressionKind;
using tree::Operator;

bool any_part(const Expression& a, auto&& holds) {
    bool found = false;
    tree::for_each_part(a, [&](const Expression& part) { found = found || holds(part); });
    return found;
}

// Widest vector type that the rounds fill twice on the average; it has one lane if there is none.
tree::Type widest_vector(ElementType element, const VectorRounds& vectors) {
    constexpr std::int64_t kLeastBytes = 16;
    if (element != ElementType::F32 && element != ElementType::F64) return {};
    const std::int64_t mean = (vectors.rounds.begin + vectors.rounds.last()) / 2, bytes = byte_size(element);
    std::int64_t lanes = vectors.vector_bytes / bytes;
    while (lanes > 1 && (lanes * 2 > mean)) lanes /= 2;
    return lanes * bytes < kLeastBytes ? tree::Type() : tree::vector_type(element, lanes);
}

// A loop's body, for several rounds at once.
class VectorBody {
public:
    VectorBody(const tree::For& loop, const VectorRounds& vectors) : loop_(loop), vectors_(vectors) {}

    std::optional<tree::Statements> build() {
        tree::Statements statements = body(loop_.body);
        if (!possible_ || !is_stored_ || conflicts()) return {};
        return statements;
    }
    std::int64_t lanes() const { return type_.lanes; }

private:
    static constexpr std::size_t kMostAccesses = 64; // all pairs are looked at
    struct Access {
        std::string array;
        Index index;
        bool written = false;
    };

    template <typename Result = Expression>
    Result impossible() {
        possible_ = false;
        return Result();
    }

    // True if the value differs from round to round.
    bool varies(const Expression& a) const {
        return any_part(a, [&](const Expression& part) {
            return part->kind == ExpressionKind::Name && (part->name == loop_.name || lanes_.contains(part->name));
        });
    }

    bool choose(ElementType element) {
        if (type_.lanes > 1) return type_.element == element;
        type_ = widest_vector(element, vectors_);
        return type_.lanes > 1;
    }

    // Notes an access to memory; returns false if its index is not linear, or if there are too many accesses.
    bool note(const Expression& subscript, bool written) {
        const Expression& array = subscript->operands[0];
        const std::optional<Index> index = sums_.linear(subscript->operands[1]);
        if (!tree::is_name(array) || !index || accesses_.size() == kMostAccesses) return false;
        accesses_.push_back({array->name, *index, written});
        return true;
    }

    // Notes the accesses of a value that every round reads alike.
    void note_reads(const Expression& a) {
        tree::for_each_part(a, [&](const Expression& part) {
            const bool memory = part->kind == ExpressionKind::Subscript;
            const bool other = part->kind == ExpressionKind::VectorAt || part->kind == ExpressionKind::Member;
            if (other || (memory && !note(part, false))) possible_ = false;
        });
    }

    Expression place(const Expression& a, bool written) {
        const Expression& array = a->operands[0];
        if (!tree::is_name(array)) return impossible();
        const std::optional<ElementType> element = vectors_.element_type(array->name);
        if (!element || !choose(*element) || !note(a, written)) return impossible();
        if (coefficient(accesses_.back().index, sums_.variable(loop_.name)) != 1) return impossible();
        const Expression address = address_of(array, a->operands[1]);
        const Expression first = tree::integer(0);
        return written ? tree::vector_to(type_, address, first) : tree::vector_at(type_, address, first);
    }

    // A vector, or one number for all rounds.
    Expression value(const Expression& a) {
        if (!varies(a)) {
            note_reads(a);
            return a;
        }
        const bool arithmetic =
            a->kind == ExpressionKind::Binary && (a->op == Operator::Add || a->op == Operator::Subtract ||
                                                  a->op == Operator::Multiply || a->op == Operator::Divide);
        const bool negation = a->kind == ExpressionKind::Unary && a->op == Operator::Minus;
        if (a->kind == ExpressionKind::Subscript) return place(a, false);
        if (a->kind == ExpressionKind::Name && a->name != loop_.name) return a;
        if (!arithmetic && !negation) return impossible();
        std::vector<Expression> operands;
        for (const Expression& operand : a->operands) operands.push_back(value(operand));
        return possible_ ? tree::with_operands(a, std::move(operands)) : Expression();
    }

    Expression vector(const Expression& a) {
        const Expression built = value(a);
        if (!possible_ || type_.lanes == 1) return impossible();
        if (varies(a)) return built;
        const Expression zeros = tree::vector_zero(type_);
        return built == tree::zero(type_.element) ? zeros : tree::subtract(built, zeros);
    }

    // ---- statements
    tree::Statements body(const tree::Statements& statements) {
        tree::Statements built;
        for (const tree::Statement& statement : statements) {
            if (!possible_) break;
            std::visit([&](const auto& node) { add(built, node); }, statement.node);
        }
        return built;
    }

    void add(tree::Statements& built, const tree::Block& block) {
        built.push_back(tree::Block{.comment = block.comment, .body = body(block.body)});
    }
    void add(tree::Statements& built, const tree::Comment& comment) { built.push_back(comment); }
    void add(tree::Statements& built, const tree::Declare& variable) {
        if (!variable.sizes.empty() || variable.type.pointer) return impossible<void>();
        const bool changes = !variable.type.constant;
        if (variable.value.valid() && !changes && !varies(variable.value)) {
            note_reads(variable.value);
            sums_.forget(variable.name); // blocks beside each other use the same names
            lanes_.erase(variable.name);
            return built.push_back(variable);
        }
        const bool number = variable.type.kind == tree::TypeKind::Value || variable.type.kind == tree::TypeKind::Memory;
        if (!number || !choose(variable.type.element)) return impossible<void>();
        tree::Declare lanes = variable;
        lanes.type = changes ? type_ : tree::constant(type_);
        if (variable.value.valid()) lanes.value = vector(variable.value);
        lanes_.insert(variable.name);
        built.push_back(std::move(lanes));
    }
    void add(tree::Statements& built, const tree::Assign& assign) {
        if (assign.assignment != tree::Assignment::Set) return impossible<void>();
        tree::Assign lanes = assign;
        const bool stored = assign.target->kind == ExpressionKind::Subscript;
        if (!stored && !(tree::is_name(assign.target) && lanes_.contains(assign.target->name)))
            return impossible<void>();
        if (stored) lanes.target = place(assign.target, true);
        is_stored_ = is_stored_ || stored;
        if (possible_) lanes.value = vector(assign.value);
        built.push_back(std::move(lanes));
    }
    template <typename Other>
    void add(tree::Statements&, const Other&) {
        impossible<void>();
    }

    // True if a round may touch an element that another round of the same vector writes. Two indices do not conflict if
    // their distance is a multiple of some number that is not below the lanes: then they belong to one round, or to
    // different vectors, which run in order.
    bool conflicts() const {
        return std::ranges::any_of(accesses_, [&](const Access& write) {
            return write.written && std::ranges::any_of(accesses_, [&](const Access& other) {
                       return other.array == write.array && !is_apart(other.index - write.index);
                   });
        });
    }
    bool is_apart(const Index& distance) const {
        std::int64_t unit = distance.constant;
        for (const Index::Product& product : distance.products) unit = std::gcd(unit, product.coefficient);
        return unit == 0 || std::abs(unit) >= type_.lanes;
    }

    const tree::For& loop_;
    const VectorRounds& vectors_;
    tree::Type type_;
    LinearSums sums_;
    std::set<std::string> lanes_; // variables that are vectors
    std::vector<Access> accesses_;
    bool possible_ = true;
    bool is_stored_ = false;
};

// A loop over vectors, whose rounds are `round`, and one over the rounds that are left, if any.
std::optional<tree::Statements> vectors_and_rest(const tree::For& loop, std::int64_t lanes, tree::Statements round) {
    LinearSums sums;
    const std::optional<Index> begin = sums.linear(loop.begin), end = sums.linear(loop.end);
    if (!begin || !end) return {};
    tree::For whole = loop, rest = loop;
    whole.end = sums.text(*end - Index(lanes - 1));
    whole.step = lanes;
    whole.body = std::move(round);
    const Index rounds = *end - *begin;
    if (rounds.is_constant()) {
        rest.begin = sums.text(*begin + Index(rounds.constant / lanes * lanes));
    } else {
        const Expression vectors_of = tree::binary(Operator::Divide, sums.text(rounds), tree::integer(lanes));
        rest.begin = sum_of(tree::multiply(vectors_of, tree::integer(lanes)), loop.begin);
    }
    tree::Statements both = {std::move(whole)};
    if (!rounds.is_constant() || rounds.constant % lanes != 0) both.push_back(std::move(rest));
    return both;
}

} // namespace

std::optional<tree::Statements> in_vectors(const tree::For& loop, const VectorRounds& vectors) {
    if (loop.step != 1 || vectors.vector_bytes == 0) return {};
    VectorBody body(loop, vectors);
    std::optional<tree::Statements> statements = body.build();
    return statements ? vectors_and_rest(loop, body.lanes(), std::move(*statements)) : std::nullopt;
}

} // namespace hlo2cpp
