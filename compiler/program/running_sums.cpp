#include "program/running_sums.h"

#include <utility>

#include "program/affine.h"
#include "program/checked_index.h"
#include "program/linear_sums.h"

namespace hlo2cpp {
namespace {

using tree::Expression;
using tree::ExpressionKind;
using tree::Operator;

// The statements of a round, without blocks and comments.
void flatten(const tree::Statements& statements, std::vector<const tree::Statement*>& flat) {
    for (const tree::Statement& statement : statements)
        if (const tree::Block* const block = std::get_if<tree::Block>(&statement.node))
            flatten(block->body, flat);
        else if (!std::holds_alternative<tree::Comment>(statement.node))
            flat.push_back(&statement);
}

class RunningSum {
public:
    RunningSum(const tree::For& loop, const VectorRounds& vectors) : loop_(loop), vectors_(vectors) {}

    // A round of vectors.
    std::optional<tree::Statements> build() {
        if (!match()) return {};
        tree::Declare elements = *element_;
        const Expression sums = tree::name(elements.name);
        const Intrinsic running{IntrinsicId::RunningSums, {type_.element, type_.lanes}};
        elements.type = tree::constant(type_);
        elements.value = tree::intrinsic(running, {tree::vector_at(type_, address(elements.value), tree::integer(0))});
        tree::Assign stored = *store_, sum = *add_;
        stored.target = tree::vector_to(type_, address(stored.target), tree::integer(0));
        stored.value = tree::add(add_->target, sums);
        sum.value = tree::add(add_->target, tree::subscript(sums, tree::integer(type_.lanes - 1)));
        return tree::Statements{std::move(elements), std::move(stored), std::move(sum)};
    }
    std::int64_t lanes() const { return type_.lanes; }

private:
    bool match() {
        std::vector<const tree::Statement*> round;
        flatten(loop_.body, round);
        if (round.size() != 3) return false;
        element_ = std::get_if<tree::Declare>(&round[0]->node);
        add_ = std::get_if<tree::Assign>(&round[1]->node);
        store_ = std::get_if<tree::Assign>(&round[2]->node);
        return element_ != nullptr && add_ != nullptr && store_ != nullptr && is_sum() && is_in_order();
    }

    bool is_sum() const {
        const Expression &sum = add_->target, &value = add_->value;
        const bool plain = add_->assignment == tree::Assignment::Set && store_->assignment == tree::Assignment::Set;
        if (!plain || !element_->sizes.empty() || !tree::is_name(sum) || sum->name == loop_.name) return false;
        if (value->kind != ExpressionKind::Binary || value->op != Operator::Add) return false;
        const Expression element = tree::name(element_->name);
        const auto adds = [&](const Expression& a, const Expression& b) { return a == sum && b == element; };
        const bool either =
            adds(value->operands[0], value->operands[1]) || adds(value->operands[1], value->operands[0]);
        return either && store_->value == sum;
    }

    // True if each round reads and writes its own element, behind the element of the round before.
    bool is_in_order() {
        const std::optional<ElementType> from = place(element_->value), to = place(store_->target);
        if (!from || from != to || !choose(*from)) return false;
        const Expression &read = element_->value, &written = store_->target;
        return read->operands[0] != written->operands[0] || read->operands[1] == written->operands[1];
    }

    std::optional<ElementType> place(const Expression& a) {
        if (!a.valid() || a->kind != ExpressionKind::Subscript || !tree::is_name(a->operands[0])) return {};
        const std::optional<Index> index = sums_.linear(a->operands[1]);
        if (!index || coefficient(*index, sums_.variable(loop_.name)) != 1) return {};
        return vectors_.element_type(a->operands[0]->name);
    }

    bool choose(ElementType element) {
        type_ = widest_vector(element, vectors_);
        return type_.lanes > 1;
    }

    static Expression address(const Expression& place) { return sum_of(place->operands[0], place->operands[1]); }

    const tree::For& loop_;
    const VectorRounds& vectors_;
    LinearSums sums_;
    tree::Type type_;
    const tree::Declare* element_ = nullptr;
    const tree::Assign* add_ = nullptr;
    const tree::Assign* store_ = nullptr;
};

} // namespace

std::optional<tree::Statements> running_sums_in_vectors(const tree::For& loop, const VectorRounds& vectors) {
    if (loop.step != 1 || vectors.vector_bytes == 0) return {};
    RunningSum sum(loop, vectors);
    std::optional<tree::Statements> round = sum.build();
    if (!round) return {};
    return vectors_and_rest(loop, sum.lanes(), std::move(*round));
}

} // namespace hlo2cpp
