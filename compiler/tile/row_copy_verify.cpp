#include "tile/row_copy_verify.h"

#include <algorithm>

#include "kernel/analysis.h"
#include "kernel/word_factors.h"
#include "nest/walk.h"
#include "tile/row_conditions.h"

namespace hlo2cpp {
namespace {

using Fault = std::optional<std::string>;

class RowCopyVerifier {
public:
    RowCopyVerifier(const Kernel& kernel, const LoopNest& nest)
        : kernel_(kernel), nest_(nest), copy_(*nest.row_copy),
          parallel_(static_cast<std::int64_t>(kernel.dims.size())) {}

    Fault run() const {
        const auto factors = factors_of_words(kernel_); // of a sum, to which a zero adds nothing
        if (!factors || (factors->first != copy_.load && factors->second != copy_.load)) return "are of no factor";
        const Expr& load = kernel_.exprs[copy_.load];
        const bool widened = copy_.type == ElementType::S16 && byte_size(load.type) == 1;
        if (copy_.type != load.type && !widened) return "do not hold their numbers";
        if (copy_.row_dim >= parallel_) return "are of no parallel dimension";
        if (Fault fault = steps()) return fault;
        if (!is_walk(load.index)) return "are no walk through their array";
        for (const Condition& condition : kernel_.reduction->conditions)
            if (!is_walk(condition.index)) return "have conditions that the columns change";
        for (const Packing& packing : nest_.packings)
            if (packing.crossed != copy_.crossed) return "have their steps in another order than the columns";
        if (Fault fault = places()) return fault;
        for (const nest::Body& body : nest_.bodies)
            if (Fault fault = statements(body.statements, body, 0)) return fault;
        return std::nullopt;
    }

private:
    // Checks that all dimensions of the reduction are numbered in order, those of a line as it lies in memory.
    Fault steps() const {
        std::vector<std::int64_t> dims = copy_.outer_dims;
        dims.insert(dims.end(), copy_.line_dims.begin(), copy_.line_dims.end());
        std::int64_t depth = 1, line = 1, next = parallel_;
        for (const std::int64_t d : dims) {
            if (d != next++) return "do not number the steps of the sum";
            depth *= size_of_dim(kernel_, d);
        }
        if (next != kernel_.space.dimensions() || depth != copy_.depth) return "have another depth than the sum";
        for (auto d = copy_.line_dims.rbegin(); d != copy_.line_dims.rend(); ++d) {
            const bool follows = kernel_.space.coefficient(kernel_.exprs[copy_.load].index, *d) == line;
            if (!follows || is_in_conditions(kernel_, *d)) return "have a line that is none";
            line *= size_of_dim(kernel_, *d);
        }
        if (copy_.joined > copy_.outer_dims.size()) return "join dimensions that there are not";
        std::int64_t run = line;
        for (std::size_t i = 0; i < copy_.joined; ++i) {
            const std::int64_t d = copy_.outer_dims[copy_.outer_dims.size() - 1 - i];
            if (kernel_.space.coefficient(kernel_.exprs[copy_.load].index, d) != run)
                return "join lines that lie apart";
            run *= size_of_dim(kernel_, d);
        }
        const bool pairs = copy_.together == 2 && copy_.word == 2 && copy_.width % 2 == 0 && line % 2 == 0;
        if (!pairs && copy_.together != copy_.stored_depth()) return "cut pairs in two";
        const bool fours =
            copy_.has_pairs() && copy_.word == 2 && line % 4 == 0 && byte_size(kernel_.exprs[copy_.load].type) == 1;
        return copy_.crossed && !fours ? Fault("change places in what are no fours") : std::nullopt;
    }

    bool is_walk(const Index& index) const {
        for (std::int64_t d = 0; d < kernel_.space.dimensions(); ++d) {
            const bool walked = d >= parallel_ || d == copy_.row_dim;
            if (walked && !affine_in(kernel_, index, d)) return false;
        }
        return std::ranges::none_of(nest_.bodies, [&](const nest::Body& body) {
            return body.lane_dim == copy_.row_dim || kernel_.space.depends_on(index, body.lane_dim);
        });
    }

    Fault places() const {
        if (nest_.sort || nest_.scratch_type != copy_.type) return "share their scratch";
        return copy_.elements() * byte_size(copy_.type) > nest_.scratch_bytes ? Fault("do not fit in the scratch")
                                                                              : std::nullopt;
    }

    // Checks that terms stand behind a copy of their rows, and that no loop between them goes on to other rows.
    // `rows`: those that are copied where the statements begin.
    Fault statements(const nest::Statements& all, const nest::Body& body, std::int64_t rows) const {
        for (const nest::Statement& statement : all) {
            if (const auto* copy = std::get_if<nest::CopyRows>(&statement.node)) rows = copy->rows;
            if (rows > copy_.width) return "are more than fit side by side";
            const Fault fault = std::visit([&](const auto& node) { return one(node, body, rows); }, statement.node);
            if (fault) return fault;
        }
        return std::nullopt;
    }
    // Dimension inside the tile that a loop counts, or -1.
    static std::int64_t inside_dim(const nest::For& loop) {
        const auto* inside = loop.body.empty() ? nullptr : std::get_if<nest::Inside>(&loop.body[0].node);
        return inside != nullptr ? inside->dim : -1;
    }
    template <typename Node>
    Fault one(const Node& node, const nest::Body& body, std::int64_t rows) const {
        if constexpr (std::is_same_v<Node, nest::Combine>)
            if (rows == 0 || !node.words.copied || node.words.size != copy_.word)
                return "are read where they are not copied";
        if constexpr (std::is_same_v<Node, nest::Set>)
            if (const auto* steps = std::get_if<nest::Steps>(&node.value);
                steps != nullptr && steps->copied && rows == 0)
                return "are read where they are not copied";
        if constexpr (std::is_same_v<Node, nest::For>) {
            const std::int64_t d = nest::counted_dim(node);
            if (d >= 0 && d < parallel_ && d != body.lane_dim) rows = 0;
            if (rows > 0 && copy_.row_dim >= 0 && inside_dim(node) == copy_.row_dim &&
                (!node.numbers() || node.numbers()->end > rows))
                return "are read behind those that are copied";
        }
        if constexpr (requires { node.body; }) return statements(node.body, body, rows);
        return std::nullopt;
    }

    const Kernel& kernel_;
    const LoopNest& nest_;
    const RowCopy& copy_;
    const std::int64_t parallel_;
};

} // namespace

Fault wrong_row_copy(const Kernel& kernel, const LoopNest& nest) {
    if (!nest.row_copy) return std::nullopt;
    const Fault fault = RowCopyVerifier(kernel, nest).run();
    return fault ? Fault("its copied rows " + *fault) : std::nullopt;
}

} // namespace hlo2cpp
