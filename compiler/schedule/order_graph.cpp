#include <algorithm>
#include <functional>
#include <queue>

#include "schedule/order_search.h"
#include "support/diagnostics.h"
#include "support/index.h"

namespace hlo2cpp {
namespace {

// Bytes that outputs save by taking the place of an operand; each operand and each output counts once.
template <typename Dies>
std::int64_t saved(const OrderProblem& problem, const OrderProblem::Node& node, Dies&& dies) {
    std::int64_t bytes = 0;
    for (std::size_t i = 0; i < node.reuses.size(); ++i) {
        const OrderProblem::Reuse& reuse = node.reuses[i];
        if (!dies(reuse.operand)) continue;
        const bool taken = std::any_of(node.reuses.begin(), node.reuses.begin() + static_cast<std::ptrdiff_t>(i),
                                       [&](const OrderProblem::Reuse& other) {
                                           return dies(other.operand) &&
                                                  (other.operand == reuse.operand || other.output == reuse.output);
                                       });
        if (!taken) bytes += std::min(problem.values[at(reuse.output)].size, problem.values[at(reuse.operand)].size);
    }
    return bytes;
}

// The smallest numbers first among the nodes that are ready.
std::vector<std::int32_t> stable_order(const OrderGraph& graph) {
    std::vector<std::size_t> missing;
    std::priority_queue<std::int32_t, std::vector<std::int32_t>, std::greater<>> ready;
    for (std::size_t n = 0; n < graph.before.size(); ++n) {
        missing.push_back(graph.before[n].size());
        if (missing[n] == 0) ready.push(static_cast<std::int32_t>(n));
    }
    std::vector<std::int32_t> order;
    while (!ready.empty()) {
        const std::int32_t node = ready.top();
        ready.pop();
        order.push_back(node);
        for (const std::int32_t next : graph.following[at(node)])
            if (--missing[at(next)] == 0) ready.push(next);
    }
    check_internal(order.size() == graph.before.size(), "the steps of a region depend on each other in a circle");
    return order;
}

} // namespace

OrderGraph::OrderGraph(const OrderProblem& p)
    : problem(p), readers(p.values.size()), writer(p.values.size(), -1), before(p.nodes.size()),
      following(p.nodes.size()) {
    for (std::size_t n = 0; n < p.nodes.size(); ++n) {
        for (const std::int32_t value : p.nodes[n].writes) writer[at(value)] = static_cast<std::int32_t>(n);
        for (const std::int32_t value : p.nodes[n].reads) readers[at(value)].push_back(static_cast<std::int32_t>(n));
    }
    for (std::size_t n = 0; n < p.nodes.size(); ++n) {
        std::vector<std::int32_t>& mine = before[n];
        mine = p.nodes[n].after;
        for (const std::int32_t value : p.nodes[n].reads)
            if (writer[at(value)] >= 0) mine.push_back(writer[at(value)]);
        std::sort(mine.begin(), mine.end());
        mine.erase(std::unique(mine.begin(), mine.end()), mine.end());
        for (const std::int32_t other : mine) following[at(other)].push_back(static_cast<std::int32_t>(n));
    }
    given = stable_order(*this);

    std::int64_t live_in = 0, live_out = 0;
    for (const OrderProblem::Value& value : p.values) {
        if (value.live_in) live_in += value.size;
        if (value.live_out) live_out += value.size;
    }
    bound = std::max(live_in, live_out);
    for (const OrderProblem::Node& node : p.nodes) {
        std::int64_t bytes = node.transient;
        for (const std::int32_t value : node.reads) bytes += p.values[at(value)].size;
        for (const std::int32_t value : node.writes) bytes += p.values[at(value)].size;
        bytes -= saved(p, node, [&](std::int32_t value) { return !p.values[at(value)].live_out; });
        bound = std::max(bound, bytes);
    }
}

LiveBytes::LiveBytes(const OrderGraph& graph) : graph_(graph) {
    for (std::size_t v = 0; v < graph.problem.values.size(); ++v) {
        left_.push_back(static_cast<std::int32_t>(graph.readers[v].size()));
        if (graph.problem.values[v].live_in) live_ += graph.problem.values[v].size;
    }
    peak_ = live_;
    for (std::size_t v = 0; v < left_.size(); ++v) { // nobody needs it
        const OrderProblem::Value& value = graph.problem.values[v];
        if (value.live_in && !value.live_out && left_[v] == 0) live_ -= value.size;
    }
}

bool LiveBytes::dies(std::int32_t value) const {
    return left_[at(value)] == 1 && !graph_.problem.values[at(value)].live_out;
}

std::int64_t LiveBytes::during(std::int32_t number) const {
    const OrderProblem& problem = graph_.problem;
    const OrderProblem::Node& node = problem.nodes[at(number)];
    std::int64_t bytes = live_ + node.transient;
    for (const std::int32_t value : node.writes) bytes += problem.values[at(value)].size;
    return bytes - saved(problem, node, [&](std::int32_t value) { return dies(value); });
}

std::int64_t LiveBytes::net(std::int32_t number) const {
    const OrderProblem& problem = graph_.problem;
    const OrderProblem::Node& node = problem.nodes[at(number)];
    std::int64_t bytes = 0;
    for (const std::int32_t value : node.writes)
        if (problem.values[at(value)].live_out || left_[at(value)] > 0) bytes += problem.values[at(value)].size;
    for (const std::int32_t value : node.reads)
        if (dies(value)) bytes -= problem.values[at(value)].size;
    return bytes;
}

void LiveBytes::run(std::int32_t number) {
    peak_ = std::max(peak_, during(number));
    live_ += net(number);
    for (const std::int32_t value : graph_.problem.nodes[at(number)].reads) --left_[at(value)];
}

std::int64_t peak_of(const OrderProblem& problem, const std::vector<std::int32_t>& order) {
    const OrderGraph graph(problem);
    LiveBytes live(graph);
    for (const std::int32_t node : order) live.run(node);
    return live.peak();
}

bool is_order(const OrderProblem& problem, const std::vector<std::int32_t>& order) {
    const OrderGraph graph(problem);
    std::vector<bool> done(problem.nodes.size(), false);
    for (const std::int32_t node : order) {
        if (node < 0 || at(node) >= done.size() || done[at(node)]) return false;
        for (const std::int32_t other : graph.before[at(node)])
            if (!done[at(other)]) return false;
        done[at(node)] = true;
    }
    return order.size() == problem.nodes.size();
}

} // namespace hlo2cpp
