#include "nest/points.h"

namespace hlo2cpp::nest {
namespace {

class Run {
public:
    Run(const Body& body, const std::function<bool(const std::vector<std::int64_t>&)>& visit)
        : body_(body), visit_(visit), counters_(body.counters.size(), 0), first_(body.box.size(), 0),
          inside_(body.box.size(), 0), point_(body.box.size(), 0) {}

    bool all(const Statements& statements) {
        for (const Statement& statement : statements)
            if (!std::visit([&](const auto& node) { return run(node); }, statement.node)) return false;
        return true;
    }

private:
    std::int64_t& counter(CounterId id) { return counters_[id.index()]; }
    std::int64_t value(const Position& position) const {
        std::int64_t sum = position.constant;
        for (const auto& [id, coefficient] : position.products) sum += coefficient * counters_[id.index()];
        return sum;
    }

    bool run(const For& loop) {
        if (loop.clipped) return false;
        const std::int64_t begin = value(loop.begin), end = value(loop.end);
        for (std::int64_t at = begin; loop.step < 0 ? at >= end : at < end; at += loop.step) {
            counter(loop.counter) = at;
            const std::vector<std::int64_t> outer = inside_;
            if (!all(loop.body)) return false;
            inside_ = outer;
        }
        return true;
    }
    bool run(const Scope& scope) {
        const std::vector<std::int64_t> first = first_, inside = inside_;
        const bool done = all(scope.body);
        first_ = first, inside_ = inside;
        return done;
    }
    bool run(const Within& within) { return all(within.body); }
    bool run(const Unswitched& unswitched) { return all(unswitched.body); }
    bool run(const Bind& bind) {
        const auto d = static_cast<std::size_t>(bind.dim);
        first_[d] = value(bind.at), inside_[d] = 0;
        return true;
    }
    bool run(const Inside& inside) {
        inside_[static_cast<std::size_t>(inside.dim)] = value(inside.at);
        return true;
    }
    bool run(const Count& count) {
        counter(count.counter) = value(count.value);
        return true;
    }
    bool run(const StoreVector& store) {
        if (store.kept.which != Kept::Which::All || store.again > 0) return false;
        const std::int64_t first = value(store.vector) * store.lanes;
        for (std::int64_t lane = 0; lane < store.points(); ++lane)
            if (!visit(first + lane)) return false;
        return true;
    }
    bool run(const StoreElement&) { return visit(0); }
    bool run(const Note&) { return true; }
    template <typename Other>
    bool run(const Other&) {
        return false; // its order is not known
    }

    bool visit(std::int64_t lane) {
        for (std::size_t d = 0; d < point_.size(); ++d) point_[d] = first_[d] + inside_[d];
        if (lane != 0) point_[static_cast<std::size_t>(body_.lane_dim)] += lane;
        return visit_(point_);
    }

    const Body& body_;
    const std::function<bool(const std::vector<std::int64_t>&)>& visit_;
    std::vector<std::int64_t> counters_, first_, inside_, point_;
};

} // namespace

bool visit_in_order(const Body& body, const std::function<bool(const std::vector<std::int64_t>&)>& visit) {
    return body.overlaps.empty() && Run(body, visit).all(body.statements);
}

} // namespace hlo2cpp::nest
