#include <algorithm>
#include <deque>
#include <queue>
#include <tuple>

#include "schedule/order_search.h"
#include "support/index.h"

namespace hlo2cpp {
namespace {

std::vector<std::size_t> predecessor_counts(const OrderGraph& graph) {
    std::vector<std::size_t> counts;
    for (const std::vector<std::int32_t>& before : graph.before) counts.push_back(before.size());
    return counts;
}

std::int64_t bytes(const OrderProblem& problem, const std::vector<std::int32_t>& values) {
    std::int64_t sum = 0;
    for (const std::int32_t value : values) sum += problem.values[at(value)].size;
    return sum;
}

// Sethi and Ullman's numbering, as if the graph were a tree: the memory that each node needs if its operands are
// computed in the order of need minus size. Returns each node's predecessors in this order.
std::vector<std::vector<std::int32_t>> operands_by_need(const OrderGraph& graph) {
    const OrderProblem& problem = graph.problem;
    std::vector<std::vector<std::int32_t>> sorted = graph.before;
    std::vector<std::int64_t> need(problem.nodes.size()), size(problem.nodes.size());
    for (const std::int32_t node : graph.given) {
        size[at(node)] = bytes(problem, problem.nodes[at(node)].writes);
        std::vector<std::int32_t>& operands = sorted[at(node)];
        std::stable_sort(operands.begin(), operands.end(), [&](std::int32_t a, std::int32_t b) {
            return need[at(a)] - size[at(a)] > need[at(b)] - size[at(b)];
        });
        std::int64_t held = 0, most = 0;
        for (const std::int32_t operand : operands) {
            most = std::max(most, held + need[at(operand)]);
            held += size[at(operand)];
        }
        need[at(node)] = std::max(most, held + size[at(node)] + problem.nodes[at(node)].transient);
    }
    return sorted;
}

} // namespace

std::vector<std::int32_t> breadth_first_order(const OrderGraph& graph) {
    std::vector<std::size_t> missing = predecessor_counts(graph);
    std::deque<std::int32_t> ready;
    for (const std::int32_t node : graph.given)
        if (missing[at(node)] == 0) ready.push_back(node);
    std::vector<std::int32_t> order;
    while (!ready.empty()) {
        const std::int32_t node = ready.front();
        ready.pop_front();
        order.push_back(node);
        for (const std::int32_t next : graph.following[at(node)])
            if (--missing[at(next)] == 0) ready.push_back(next);
    }
    return order;
}

std::vector<std::int32_t> depth_first_order(const OrderGraph& graph) {
    const std::vector<std::vector<std::int32_t>> operands = operands_by_need(graph);
    std::vector<std::size_t> next(graph.before.size(), 0); // operand to visit; one past the last: done
    std::vector<std::int32_t> order, stack;
    for (const std::int32_t root : graph.given) {
        if (!graph.following[at(root)].empty()) continue;
        stack.push_back(root);
        while (!stack.empty()) {
            const std::int32_t node = stack.back();
            std::size_t& position = next[at(node)];
            if (position < operands[at(node)].size()) {
                const std::int32_t operand = operands[at(node)][position++];
                if (next[at(operand)] <= operands[at(operand)].size()) stack.push_back(operand);
                continue;
            }
            if (position++ == operands[at(node)].size()) order.push_back(node);
            stack.pop_back();
        }
    }
    return order;
}

std::vector<std::int32_t> list_order(const OrderGraph& graph) {
    const OrderProblem& problem = graph.problem;
    using Candidate = std::tuple<std::int64_t, std::int64_t, std::int32_t>; // net, place in the given order, node
    std::priority_queue<Candidate, std::vector<Candidate>, std::greater<>> ready;
    std::vector<std::size_t> missing = predecessor_counts(graph);
    std::vector<bool> done(problem.nodes.size(), false);
    std::vector<std::int64_t> place(problem.nodes.size());
    std::vector<std::int64_t> readers_sum(problem.values.size(), 0); // of the readers' numbers: names the last one left
    for (std::size_t i = 0; i < graph.given.size(); ++i) place[at(graph.given[i])] = static_cast<std::int64_t>(i);
    for (std::size_t v = 0; v < problem.values.size(); ++v)
        for (const std::int32_t reader : graph.readers[v]) readers_sum[v] += reader;

    LiveBytes live(graph);
    const auto offer = [&](std::int32_t node) { ready.push({live.net(node), place[at(node)], node}); };
    for (const std::int32_t node : graph.given)
        if (missing[at(node)] == 0) offer(node);
    std::vector<std::int32_t> order;
    while (!ready.empty()) {
        const auto [net, position, node] = ready.top();
        ready.pop();
        if (done[at(node)] || net != live.net(node)) continue; // an old offer; a newer one is in the queue
        done[at(node)] = true;
        order.push_back(node);
        live.run(node);
        for (const std::int32_t next : graph.following[at(node)])
            if (--missing[at(next)] == 0) offer(next);
        for (const std::int32_t value : problem.nodes[at(node)].reads) {
            readers_sum[at(value)] -= node;
            if (live.readers_left(value) != 1) continue;
            const auto last = static_cast<std::int32_t>(readers_sum[at(value)]);
            if (missing[at(last)] == 0 && !done[at(last)]) offer(last); // it would free the value
        }
    }
    return order;
}

OrderResult search_order(const OrderProblem& problem, const OrderLimits& limits) {
    const OrderGraph graph(problem);
    OrderResult best;
    const auto offer = [&](std::vector<std::int32_t> order) {
        LiveBytes live(graph);
        for (const std::int32_t node : order) live.run(node);
        if (!best.order.empty() && live.peak() >= best.peak) return;
        best.order = std::move(order);
        best.peak = live.peak();
    };
    offer(graph.given);
    best.bound = std::min(graph.bound, best.peak);
    if (best.bound < best.peak) offer(list_order(graph));
    if (best.bound < best.peak) offer(depth_first_order(graph));
    if (best.bound < best.peak) offer(breadth_first_order(graph));
    if (best.bound < best.peak && static_cast<std::int32_t>(problem.nodes.size()) <= limits.exact_nodes)
        exact_order(graph, limits, best);
    return best;
}

} // namespace hlo2cpp
