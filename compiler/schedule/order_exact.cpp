// Best-first search over the sets of nodes that have run, by the peak so far.
//
// Two orders of the same set leave the same values alive, so only the one with the lower peak goes on. A node that fits
// below the peak so far and leaves no more bytes alive than before can run at once: moving it forward in any order that
// follows makes nothing worse, so it is the only successor.
#include <algorithm>
#include <cstring>
#include <queue>
#include <tuple>
#include <unordered_map>

#include "schedule/order_search.h"
#include "support/index.h"

namespace hlo2cpp {
namespace {

using Word = std::uint64_t;

class Search {
public:
    Search(const OrderGraph& graph, const OrderLimits& limits, OrderResult& best)
        : graph_(graph), limits_(limits), best_(best), words_((graph.before.size() + 63) / 64) {}

    void run() {
        const std::vector<Word> none(words_, 0);
        LiveBytes start(graph_);
        add(none, start.live(), std::max(start.peak(), graph_.bound), 0, -1, -1);
        while (!queue_.empty()) {
            const auto [peak, to_do, number] = queue_.top();
            if (peak >= best_.peak) break; // nothing better is left
            if (static_cast<std::int64_t>(states_.size()) > limits_.exact_states) {
                best_.bound = std::max(best_.bound, peak);
                return;
            }
            queue_.pop();
            if (states_[number].peak < peak) continue; // reached in a better way since
            if (to_do == 0) {
                finish(number);
                return;
            }
            expand(number);
        }
        best_.bound = best_.peak;
    }

private:
    struct State {
        std::int64_t live = 0, peak = 0;
        std::int32_t depth = 0, node = -1; // the last node that ran
        std::int64_t parent = -1;
    };
    struct Move {
        std::int32_t node = -1;
        std::int64_t during = 0, net = 0;
    };

    bool has(const Word* set, std::int32_t node) const { return (set[at(node) / 64] >> (at(node) % 64) & 1) != 0; }
    const Word* set_of(std::size_t state) const { return sets_.data() + state * words_; }

    std::size_t hash(const Word* set) const {
        std::size_t value = 0x9e3779b97f4a7c15ULL;
        for (std::size_t w = 0; w < words_; ++w) {
            value = (value ^ set[w]) * 0xff51afd7ed558ccdULL;
            value ^= value >> 32;
        }
        return value;
    }

    void add(const std::vector<Word>& set, std::int64_t live, std::int64_t peak, std::int32_t depth, std::int32_t node,
             std::int64_t parent) {
        if (peak >= best_.peak) return;
        const std::size_t key = hash(set.data());
        const auto [begin, end] = lookup_.equal_range(key);
        for (auto it = begin; it != end; ++it) {
            if (std::memcmp(set_of(it->second), set.data(), words_ * sizeof(Word)) != 0) continue;
            State& known = states_[it->second];
            if (peak < known.peak) {
                known = {live, peak, depth, node, parent};
                enqueue(it->second);
            }
            return;
        }
        lookup_.emplace(key, states_.size());
        states_.push_back({live, peak, depth, node, parent});
        sets_.insert(sets_.end(), set.begin(), set.end());
        enqueue(states_.size() - 1);
    }

    void enqueue(std::size_t number) {
        const std::int32_t to_do = static_cast<std::int32_t>(graph_.before.size()) - states_[number].depth;
        queue_.push({states_[number].peak, to_do, number});
    }

    // Computes a move with the arithmetic of LiveBytes, on a set of nodes.
    Move move(const Word* set, std::int64_t live, std::int32_t number) const {
        const OrderProblem& problem = graph_.problem;
        const OrderProblem::Node& node = problem.nodes[at(number)];
        const auto dies = [&](std::int32_t value) {
            if (problem.values[at(value)].live_out) return false;
            const std::vector<std::int32_t>& readers = graph_.readers[at(value)];
            return std::all_of(readers.begin(), readers.end(),
                               [&](std::int32_t reader) { return reader == number || has(set, reader); });
        };
        Move result = {number, live + node.transient, 0};
        for (const std::int32_t value : node.writes) {
            result.during += problem.values[at(value)].size;
            if (problem.values[at(value)].live_out || !graph_.readers[at(value)].empty())
                result.net += problem.values[at(value)].size;
        }
        dead_.clear();
        for (const std::int32_t value : node.reads) {
            if (!dies(value)) continue;
            dead_.push_back(value);
            result.net -= problem.values[at(value)].size;
        }
        result.during -= saved(node);
        return result;
    }

    std::int64_t saved(const OrderProblem::Node& node) const {
        const auto is_dead = [&](std::int32_t value) {
            return std::find(dead_.begin(), dead_.end(), value) != dead_.end();
        };
        std::int64_t bytes = 0;
        for (auto reuse = node.reuses.begin(); reuse != node.reuses.end(); ++reuse) {
            if (!is_dead(reuse->operand)) continue;
            const bool taken = std::any_of(node.reuses.begin(), reuse, [&](const OrderProblem::Reuse& other) {
                return is_dead(other.operand) && (other.operand == reuse->operand || other.output == reuse->output);
            });
            if (!taken)
                bytes += std::min(graph_.problem.values[at(reuse->output)].size,
                                  graph_.problem.values[at(reuse->operand)].size);
        }
        return bytes;
    }

    bool ready(const Word* set, std::int32_t node) const {
        const std::vector<std::int32_t>& before = graph_.before[at(node)];
        return !has(set, node) &&
               std::all_of(before.begin(), before.end(), [&](std::int32_t n) { return has(set, n); });
    }

    void expand(std::size_t number) {
        const State state = states_[number];
        std::vector<Word> set(set_of(number), set_of(number) + words_);
        std::vector<Move> moves;
        for (const std::int32_t node : graph_.given) {
            if (!ready(set.data(), node)) continue;
            const Move next = move(set.data(), state.live, node);
            if (next.net <= 0 && next.during <= state.peak) {
                moves = {next};
                break;
            }
            moves.push_back(next);
        }
        for (const Move& next : moves) {
            set[at(next.node) / 64] ^= Word{1} << (at(next.node) % 64);
            add(set, state.live + next.net, std::max(state.peak, next.during), state.depth + 1, next.node,
                static_cast<std::int64_t>(number));
            set[at(next.node) / 64] ^= Word{1} << (at(next.node) % 64);
        }
    }

    void finish(std::size_t number) {
        std::vector<std::int32_t> order;
        for (std::int64_t state = static_cast<std::int64_t>(number); states_[static_cast<std::size_t>(state)].node >= 0;
             state = states_[static_cast<std::size_t>(state)].parent)
            order.push_back(states_[static_cast<std::size_t>(state)].node);
        std::reverse(order.begin(), order.end());
        best_.order = std::move(order);
        best_.peak = best_.bound = states_[number].peak;
    }

    const OrderGraph& graph_;
    const OrderLimits& limits_;
    OrderResult& best_;
    std::size_t words_;
    std::vector<State> states_;
    std::vector<Word> sets_; // words_ a state
    std::unordered_multimap<std::size_t, std::size_t> lookup_;
    using Entry = std::tuple<std::int64_t, std::int32_t, std::size_t>; // peak, nodes to do, state
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue_;
    mutable std::vector<std::int32_t> dead_;
};

} // namespace

void exact_order(const OrderGraph& graph, const OrderLimits& limits, OrderResult& best) {
    Search(graph, limits, best).run();
}

} // namespace hlo2cpp
