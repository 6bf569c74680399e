#include "program/row_copy.h"

#include <algorithm>

#include "kernel/analysis.h"
#include "kernel/bounds.h"
#include "program/elements.h"
#include "program/scalar_nest.h"

namespace hlo2cpp {

using tree::Expression;

namespace {

class RowCopyBuilder {
public:
    RowCopyBuilder(const RowCopy& copy, const std::vector<Range>& box, Emitter& emitter, TilePoint& point,
                   const Pointer& pointer)
        : copy_(copy), kernel_(emitter.kernel()), load_(kernel_.exprs[copy.load]), emitter_(emitter),
          blocks_(emitter.blocks()), point_(point), to_(pointer(scratch_of(kernel_), true)),
          from_(pointer(load_.argument, false)), place_(copy.place(kernel_)), bounds_(kernel_.space, box) {}

    void build(std::int64_t rows) {
        blocks_.open_plain();
        if (rows > 1) {
            const Expression row = open("row", rows, 1);
            point_.bind_inside(copy_.row_dim, row, 0);
        }
        lines(0);
        bind_inner(0, tree::integer(copy_.depth));
        const std::int64_t rest = copy_.stored_depth() - copy_.depth;
        if (rest > 0 && moves())
            blocks_.add(tree::Evaluate{tree::call("memset", {copied_place(), tree::integer(0), bytes(rest)})});
        for (std::int64_t i = 0; i < rest && !moves(); ++i) put(i, tree::integer(0));
        if (rows > 1) blocks_.close();
        blocks_.close();
    }

private:
    Expression open(const std::string& wanted, std::int64_t end, std::int64_t step, std::int64_t unroll = 0) {
        const std::string name = emitter_.names().unique(wanted);
        blocks_.open_loop({.type = emitter_.index_type(),
                           .name = name,
                           .begin = tree::integer(0),
                           .end = tree::integer(end),
                           .step = step,
                           .unroll = unroll});
        return tree::name(name);
    }

    // The lines inside the first `level` dimensions, each loop with the tests that its dimension decides.
    void lines(std::size_t level) {
        branches(
            conditions_at(level), [&] { inside(level); }, [&] { zeros(level); });
    }

    template <typename Then, typename Else>
    void branches(const std::vector<Condition>& tests, Then&& then, Else&& otherwise) {
        if (tests.empty()) return then();
        const Expression test = emitter_.test(tests);
        const auto behind = [&](const Expression& condition, auto&& build) {
            blocks_.open_if(condition);
            const std::size_t mark = point_.mark();
            build();
            point_.restore(mark);
            return blocks_.take_block();
        };
        tree::Statements holds = behind(test, then);
        tree::Statements fails = behind(tree::logical_not(test), otherwise);
        blocks_.add(tree::If{.test = test, .body = std::move(holds), .otherwise = std::move(fails)});
    }

    void inside(std::size_t level) {
        if (level == copy_.outer_dims.size()) return copy_steps(level);
        if (level + copy_.joined != copy_.outer_dims.size()) return over_dimension(level);
        branches(
            all_conditions_inside(level), [&] { copy_steps(level); }, [&] { over_dimension(level); });
    }

    // The conditions at the ends of the dimensions inside: they are monotone.
    std::vector<Condition> all_conditions_inside(std::size_t level) const {
        std::vector<Condition> all;
        for (std::size_t i = level; i < copy_.outer_dims.size(); ++i)
            for (Condition condition : conditions_at(i + 1)) {
                Index least = condition.index, most = condition.index;
                for (std::size_t k = level; k < copy_.outer_dims.size(); ++k) {
                    const std::int64_t d = copy_.outer_dims[k], last = size_of_dim(kernel_, d) - 1;
                    const std::int64_t factor = kernel_.space.coefficient(condition.index, d);
                    const Index part = kernel_.space.dimension(d) * factor;
                    least = least - part + Index(std::min<std::int64_t>(factor * last, 0));
                    most = most - part + Index(std::max<std::int64_t>(factor * last, 0));
                }
                all.push_back({.index = least, .low = condition.low, .high = kFar});
                all.push_back({.index = most, .low = -kFar, .high = condition.high});
            }
        return all;
    }

    // Steps that are not widened move as they are.
    bool moves() const { return copy_.type == load_.type; }

    void zeros(std::size_t level) {
        if (!moves()) return steps(level, copy_.pair(), [&](std::int64_t further) { put(further, tree::integer(0)); });
        const std::int64_t count = bind_inner(level, {});
        blocks_.add(tree::Evaluate{tree::call("memset", {copied_place(), tree::integer(0), bytes(count)})});
    }

    Expression copied_place() { return sum_of(to_, point_.distance(place_)); }
    Expression bytes(std::int64_t count) const { return tree::integer(count * byte_size(copy_.type)); }

    void copy_steps(std::size_t level) {
        if (moves()) {
            const std::int64_t count = bind_inner(level, {});
            const Expression from = sum_of(from_, emitter_.index(load_.index));
            return blocks_.add(tree::Evaluate{tree::call("memcpy", {copied_place(), from, bytes(count)})});
        }
        if (copy_.crossed) return cross_steps(level);
        steps(level, copy_.pair(), [&](std::int64_t further) {
            const Expression place = emitter_.index(load_.index.address() + Index(further));
            put(further, value_from_memory(load_.type, tree::subscript(from_, place)));
        });
    }

    void over_dimension(std::size_t level) {
        const std::int64_t dim = copy_.outer_dims[level], size = size_of_dim(kernel_, dim);
        if (size > 1)
            point_.bind(dim, open(name_of_dimension(kernel_, dim), size, 1), 0);
        else
            point_.bind(dim, {}, 0);
        lines(level + 1);
        if (size > 1) blocks_.close();
    }

    // Conditions that the first `level` dimensions decide, and not one fewer.
    std::vector<Condition> conditions_at(std::size_t level) const {
        const auto depends = [&](const Condition& condition, std::size_t number) {
            return kernel_.space.depends_on(condition.index, copy_.outer_dims[number]);
        };
        std::vector<Condition> found;
        for (const Condition& condition : kernel_.reduction->conditions) {
            bool later = false;
            for (std::size_t i = level; i < copy_.outer_dims.size(); ++i) later = later || depends(condition, i);
            if (!later && (level == 0 || depends(condition, level - 1)) && !bounds_.always(condition))
                found.push_back(condition);
        }
        return found;
    }

    // Four steps at a time: the even ones are a pair, and the odd ones.
    void cross_steps(std::size_t level) {
        constexpr std::int64_t kFour = 4, kPair = 2;
        const std::int64_t next = copy_.pair() == kPair ? kPair * copy_.width : kPair; // pair
        steps(level, kFour, [&](std::int64_t odd) {
            if (odd >= kPair) return;
            const Expression from = sum_of(from_, emitter_.index(load_.index)),
                             to = sum_of(to_, point_.distance(place_ + Index(odd * next))),
                             pair = tree::intrinsic({IntrinsicId::PairOf, {}, load_.type}, {from, tree::integer(odd)});
            blocks_.add(tree::Evaluate{tree::intrinsic({IntrinsicId::PutPair, {}, copy_.type}, {to, pair})});
        });
    }

    // A loop over all steps inside the first `level` dimensions, some at once; build(i) adds the code of number i of
    // them.
    template <typename Build>
    void steps(std::size_t level, std::int64_t step, Build&& build) {
        constexpr std::int64_t kCopies = 4, kFew = 12;
        const std::int64_t count = bind_inner(level, {});
        const bool even = count % (kCopies * step) == 0 && count > kCopies * step;
        const std::int64_t unroll = count <= kFew ? count / step : even ? kCopies : 0;
        if (count > step) bind_inner(level, open("k", count, step, unroll));
        for (std::int64_t i = 0; i < step; ++i) build(i);
        if (count > step) blocks_.close();
    }

    // Binds the dimensions inside the first `level` ones to a step of them all; returns their number of steps.
    std::int64_t bind_inner(std::size_t level, const Expression& step) {
        std::vector<std::int64_t> dims(copy_.outer_dims.begin() + static_cast<std::ptrdiff_t>(level),
                                       copy_.outer_dims.end());
        dims.insert(dims.end(), copy_.line_dims.begin(), copy_.line_dims.end());
        std::int64_t count = 1;
        for (const std::int64_t d : dims) {
            count *= size_of_dim(kernel_, d);
            point_.bind(d, d == dims.back() ? step : Expression(), 0);
        }
        return count;
    }

    void put(std::int64_t further, const Expression& value) {
        const Expression place = point_.distance(place_ + Index(further));
        blocks_.add(tree::Assign{.target = tree::subscript(to_, place), .value = value});
    }

    const RowCopy& copy_;
    const Kernel& kernel_;
    const Expr& load_;
    Emitter& emitter_;
    Blocks& blocks_;
    TilePoint& point_;
    const Expression to_, from_;
    const Index place_;
    const Bounds bounds_;
};

} // namespace

void build_row_copy(const RowCopy& copy, std::int64_t rows, const std::vector<Range>& box, Emitter& emitter,
                    TilePoint& point, const Pointer& pointer) {
    emitter.blocks().add(tree::Comment{"A copy of the rows, as the columns below read them."});
    RowCopyBuilder(copy, box, emitter, point, pointer).build(rows);
}

} // namespace hlo2cpp
