// The order of nodes that needs the least memory: an abstract problem and its search.
//
// Running a node n, when the values L are alive:
//
//     during  = bytes(L) + bytes(written by n) + transient(n) - bytes of outputs that replace an operand that dies here
//     after   = bytes(L) + bytes(written by n) - bytes of values that have no reader left
//
// The peak of an order is the largest `during`. All sizes are bytes.
#pragma once

#include <cstdint>
#include <vector>

namespace hlo2cpp {

struct OrderProblem {
    struct Value {
        std::int64_t size = 0;
        bool live_in = false;  // alive from the start; else its writer makes it
        bool live_out = false; // alive to the end
    };
    // `output` may take the bytes of `operand` where that dies in the node; their sizes are equal.
    struct Reuse {
        std::int32_t operand = 0, output = 0;
    };
    struct Node {
        std::vector<std::int32_t> reads;  // values, each once
        std::vector<std::int32_t> writes; // values
        std::vector<std::int32_t> after;  // nodes that must come before, besides the writers of `reads`
        std::vector<Reuse> reuses;
        std::int64_t transient = 0; // needed only while it runs
    };
    std::vector<Value> values;
    std::vector<Node> nodes; // in an order that respects the reads, though maybe not `after`
};

struct OrderLimits {
    std::int32_t exact_nodes = 256;      // no exact search above this
    std::int64_t exact_states = 200'000; // nor with more states than this
};

struct OrderResult {
    std::vector<std::int32_t> order;
    std::int64_t peak = 0;
    std::int64_t bound = 0; // no order has a lower peak; the best one is proved where this is `peak`
};

OrderResult search_order(const OrderProblem& problem, const OrderLimits& limits = {});

// The parts of the search, for itself and for tests.

std::int64_t peak_of(const OrderProblem& problem, const std::vector<std::int32_t>& order);
bool is_order(const OrderProblem& problem,
              const std::vector<std::int32_t>& order); // each node once, after its operands and predecessors

// Facts that follow from the problem and are needed everywhere. Throws InternalError if the edges have a cycle.
struct OrderGraph {
    explicit OrderGraph(const OrderProblem& problem);
    const OrderProblem& problem;
    std::vector<std::vector<std::int32_t>> readers;   // by value
    std::vector<std::int32_t> writer;                 // by value, -1: none
    std::vector<std::vector<std::int32_t>> before;    // by node: direct predecessors, each once
    std::vector<std::vector<std::int32_t>> following; // by node: direct successors, each once
    std::vector<std::int32_t> given;                  // the order of the problem, mended where `after` wants it
    std::int64_t bound = 0;                           // by looking at single nodes
};

// Live bytes while nodes run one after the other.
class LiveBytes {
public:
    explicit LiveBytes(const OrderGraph& graph);
    std::int64_t during(std::int32_t node) const;
    std::int64_t net(std::int32_t node) const; // after minus before
    void run(std::int32_t node);
    std::int64_t live() const { return live_; }
    std::int64_t peak() const { return peak_; }
    std::int32_t readers_left(std::int32_t value) const { return left_[static_cast<std::size_t>(value)]; }

private:
    bool dies(std::int32_t value) const; // when one more of its readers runs
    const OrderGraph& graph_;
    std::vector<std::int32_t> left_; // readers that did not run
    std::int64_t live_ = 0, peak_ = 0;
};

std::vector<std::int32_t> breadth_first_order(const OrderGraph& graph);
std::vector<std::int32_t> depth_first_order(const OrderGraph& graph); // operands that need most memory first
std::vector<std::int32_t> list_order(const OrderGraph& graph);        // always the ready node that adds least
// Improves `best` or proves its bound; best.bound shows a gap that is left.
void exact_order(const OrderGraph& graph, const OrderLimits& limits, OrderResult& best);

} // namespace hlo2cpp
