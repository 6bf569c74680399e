// The instructions of one call of a function, estimated from its statements.
#pragma once

#include <unordered_set>

#include "estimate/expression_instructions.h"

namespace hlo2cpp {

class FunctionCounter {
public:
    FunctionCounter(const Target& target, const std::unordered_set<std::string>& own, ExpressionCounter::Called called)
        : expressions_(target, own, std::move(called)) {}
    // The known integers are those among its parameters.
    InstructionCounts count(const tree::Function& function, KnownIntegers known);
    bool open() const { return open_; } // data ends one of its loops: one round is counted

    // Visitors of the statements, by kind.
    void operator()(const tree::Declare& declare);
    void operator()(const tree::Assign& assign);
    void operator()(const tree::Evaluate& evaluate);
    void operator()(const tree::For& loop);
    void operator()(const tree::While& loop);
    void operator()(const tree::If& choice);
    void operator()(const tree::Switch& choice);
    void operator()(const tree::Block& block) { visit(block.body); }
    void operator()(const tree::Comment&) {}
    void operator()(const tree::Break&) {}
    void operator()(const tree::Return& result) { expressions_.use(result.value); }
    void operator()(const tree::Record& record);

private:
    void visit(const tree::Statements& body);
    void sort(const tree::Expression& call);

    ExpressionCounter expressions_;
    InstructionCounts step_of_sort_; // of a record's functions: one comparison and one move
    bool open_ = false;
};

} // namespace hlo2cpp
