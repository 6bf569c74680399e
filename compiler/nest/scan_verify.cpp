#include "nest/scan_verify.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "nest/walk.h"

namespace hlo2cpp::nest {
namespace {

class ScanWalk {
public:
    ScanWalk(const Kernel& kernel, const Body& body)
        : body_(body), scan_(*kernel.scan), side_(body.box[static_cast<std::size_t>(scan_.dim)]),
          next_(scan_.reverse ? side_.last() : side_.begin) {}

    std::optional<std::string> run() {
        walk(body_.statements);
        const std::int64_t end = scan_.reverse ? side_.begin - 1 : side_.end;
        if (fault_.empty() && next_ != end) fail("its scan does not run through all points");
        return fault_.empty() ? std::nullopt : std::optional(fault_);
    }

private:
    void fail(const std::string& fault) {
        if (fault_.empty()) fault_ = fault;
    }

    void walk(const Statements& statements) {
        for (const Statement& statement : statements)
            std::visit([&](const auto& node) { visit(node); }, statement.node);
    }

    template <typename Node>
    void visit(const Node& node) {
        if constexpr (requires { node.body; }) walk(node.body);
    }

    void visit(const For& loop) {
        const std::int64_t dim = counted_dim(loop);
        if (dim == scan_.dim) return visit_scan(loop);
        const bool points = dim >= 0; // else over the points of a tile
        if (points && inside_) fail("a loop over other points is inside its scan");
        if (points) open_.insert(dim);
        walk(loop.body);
        if (points) open_.erase(dim);
    }

    void visit(const If&) { fail("a test leaves out points of its scan"); }

    // Loops along the scan follow each other, in its direction.
    void visit_scan(const For& loop) {
        const std::optional<Range> numbers = loop.numbers();
        const std::int64_t lanes = holds<ScanLanes>(loop.body) ? body_.lanes : 1, step = scan_.reverse ? -lanes : lanes;
        const bool plain = numbers && !loop.is_clipped() && loop.begin.products.empty() && loop.end.products.empty();
        if (!plain || inside_ || loop.step != step || numbers->begin != next_)
            return fail("its scan does not follow its points");
        const std::int64_t last = scan_.reverse ? numbers->end - 1 : numbers->end;
        if ((last - next_) % step != 0) return fail("its scan leaves a rest");
        next_ = last;
        inside_ = true;
        combined_ = false;
        walk(loop.body);
        inside_ = false;
        if (combined_) fail("its scan does not store each point");
    }

    void visit(const Registers& registers) {
        if (inside_) return;
        declared_[registers.registers] = open_;
    }
    void visit(const Next& next) {
        if (next.states.size() != scan_.initial.size()) fail("its scan has other states than its kernel");
        for (const Ref& state : next.states) combines(state.registers);
        combined();
    }
    void visit(const Combine& combine) {
        combines(combine.target.registers);
        combined();
    }
    void visit(const ScanLanes& scan) {
        combines(scan.state.registers);
        combined();
    }
    void visit(const StoreElement&) { stored(); }
    void visit(const StoreVector&) { stored(); }

    // The state is the one of the line of points that are open: it began behind the loops over the other points.
    void combines(RegistersId state) {
        const auto known = declared_.find(state);
        if (!inside_ || known == declared_.end() || known->second != open_)
            fail("its scan does not go on with its state");
    }
    void combined() {
        if (combined_) fail("its scan combines two points before it stores the first");
        combined_ = true;
    }
    void stored() {
        if (!inside_ || !combined_) fail("its scan stores a point before it combines its term");
        combined_ = false;
    }

    const Body& body_;
    const Scan& scan_;
    const Range side_;
    std::int64_t next_; // the point with which the scan goes on
    bool inside_ = false, combined_ = false;
    std::set<std::int64_t> open_;                            // dimensions of the loops around
    std::map<RegistersId, std::set<std::int64_t>> declared_; // the loops around a state
    std::string fault_;
};

} // namespace

std::optional<std::string> wrong_scan(const Kernel& kernel, const Body& body) {
    return ScanWalk(kernel, body).run();
}

} // namespace hlo2cpp::nest
