// A kernel at one point, with fingerprints for its numbers.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "kernel/evaluation_order.h"
#include "layout/fingerprint.h"

namespace hlo2cpp {

class PointEvaluation {
public:
    // An element of an argument, by its row-major number in memory.
    using Read = std::function<Fingerprint(ArgumentId, std::int64_t)>;

    PointEvaluation(const Kernel& kernel, const Call& call, Read read)
        : point(static_cast<std::size_t>(kernel.space.dimensions())), kernel_(kernel), call_(call),
          read_(std::move(read)), terms_(kernel.space.term_count()), prints_(kernel.exprs.size()) {}

    std::vector<std::int64_t> point; // along all dimensions
    std::vector<Fingerprint> accumulators;

    // Evaluates them. The other guarded operand is evaluated, too: it may have no fingerprint.
    void run(const EvaluationOrder& order);

    // After `run`:
    const Fingerprint& operator[](ExprId id) const { return prints_[id.index()]; }
    std::int64_t number(TermId id) const { return terms_[id.index()].number; }
    struct Number {
        std::int64_t number = 0;
        NoFingerprint fault = NoFingerprint::None; // of a run-time value in it
    };
    Number number(const Index& index) const;
    // False with a fault where nobody knows.
    struct Truth {
        bool holds = true;
        NoFingerprint fault = NoFingerprint::None;
    };
    Truth hold(const std::vector<Condition>& conditions) const;
    // The row-major number of the element of the argument; or none.
    std::optional<std::int64_t> element(ArgumentId argument, const Subscripts& index, NoFingerprint& why) const;

private:
    Number evaluate(const Term& term) const;
    Fingerprint evaluate(const Expr& expr) const;
    Fingerprint apply(const Expr& expr) const;
    // Number of an s32 that is a constant or an index; none for any other expression.
    std::optional<std::int64_t> known_number(ExprId id) const;

    const Kernel& kernel_;
    const Call& call_;
    const Read read_;
    std::vector<Number> terms_;
    std::vector<Fingerprint> prints_;
};

} // namespace hlo2cpp
