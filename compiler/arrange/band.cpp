#include "arrange/band.h"

#include <algorithm>
#include <map>

#include "kernel/loads.h"
#include "kernel/word_factors.h"

namespace hlo2cpp {
namespace {

constexpr std::int64_t kFewestRounds = 3;
constexpr std::int64_t kMostRows = 64; // of a round
constexpr std::size_t kMostBands = 4;  // that differ in the rows of a round, where no cache is
// Rows that are worth a copy of the columns which they share, where a product of integers finds them at run time.
constexpr std::int64_t kSharingRows = 16;

std::int64_t least_rows(const Kernel& kernel, std::size_t row_dim) {
    const std::optional<WordFactors> factors = factors_of_words(kernel);
    if (!factors) return 1;
    const auto is_shared = [&](ExprId load) {
        const Expr& expr = kernel.exprs[load];
        return !kernel[expr.argument].constant && std::ranges::none_of(expr.index, [&](const Index& index) {
            return kernel.space.depends_on(index, static_cast<std::int64_t>(row_dim));
        });
    };
    return is_shared(factors->first) || is_shared(factors->second) ? kSharingRows : 1;
}

class Planner {
public:
    Planner(RowAnalysis& calls, std::size_t first, const std::vector<bool>& read_later, std::size_t rows,
            const ArenaMemory& memory)
        : calls_(calls), first_(first), read_later_(read_later), rows_(rows), memory_(memory) {}

    std::vector<Band> plan() {
        std::vector<Band> bands;
        if (!find_stages()) return bands;
        const std::vector<Stage> stages = stages_;
        const std::int64_t count = stages_.back().output.count;
        for (std::int64_t rate = least_rows_; rate <= std::min(kMostRows, count / kFewestRounds); ++rate) {
            if (memory_.last_cache == 0 && bands.size() == kMostBands) break;
            if (memory_.last_cache > 0 && !bands.empty() && rate < 2 * bands.back().stages.back().rate) continue;
            if (count % rate != 0 || !has_rates(rate, count / rate)) continue;
            if (!std::ranges::all_of(stages_, [&](Stage& stage) { return guard_edges(stage, count / rate); })) break;
            bands.push_back({.before = before_, .stages = stages_, .rounds = count / rate});
            stages_ = stages;
        }
        return bands;
    }

private:
    struct Use {
        std::size_t producer, consumer; // calls, then stages
        const RowWindow* window;        // none: of the whole array
    };

    // From the last call back, for the rows that a call writes are those that later ones read.
    bool find_stages() {
        for (std::size_t c = first_ + read_later_.size(); c-- > first_;) {
            std::vector<Use> uses;
            for (const Use& use : uses_)
                if (use.producer == c) uses.push_back(use);
            const std::optional<std::size_t> rows = rows_of(c, uses);
            const std::optional<std::size_t> row_dim = rows ? calls_.row_dim(c, *rows) : std::nullopt;
            if (row_dim) {
                add_stage(c, *rows, *row_dim);
            } else {
                if (c == first_ || c + 1 == first_ + read_later_.size()) return false;
                before_.push_back(c);
            }
            find_uses(c, row_dim);
        }
        std::ranges::reverse(stages_);
        std::ranges::reverse(before_);
        number_uses();
        return true;
    }

    // The dimension of the output of a call along which its users read rows; none if one reads it as a whole.
    std::optional<std::size_t> rows_of(std::size_t c, const std::vector<Use>& uses) const {
        if (c + 1 == first_ + read_later_.size()) return rows_;
        if (uses.empty()) return first_row_dim(calls_.kernels()[calls_.output(c)]);
        if (read_later_[c - first_]) return std::nullopt;
        for (const Use& use : uses)
            if (!use.window || use.window->dim != uses[0].window->dim) return std::nullopt;
        return uses[0].window->dim;
    }

    void add_stage(std::size_t c, std::size_t rows, std::size_t row_dim) {
        const Value& value = calls_.kernels()[calls_.output(c)];
        const std::int64_t count = value.dims[rows];
        stages_.push_back({.call = c,
                           .row_dim = row_dim,
                           .guards = {},
                           .output = {.dim = rows, .count = count, .size = value.elements() / count},
                           .inside = !read_later_[c - first_]});
        least_rows_ = std::max(least_rows_, least_rows(calls_.kernel(c), row_dim));
    }

    // Finds the rows of earlier calls that call c reads: whole arrays where it is no stage.
    void find_uses(std::size_t c, std::optional<std::size_t> row_dim) {
        const auto add = [&](ArgumentId argument, const RowWindow* window) {
            for (std::size_t p = first_; p < c; ++p)
                if (calls_.output(p) == calls_.call(c)[argument]) uses_.push_back({p, c, window});
        };
        const Kernel& kernel = calls_.kernel(c);
        if (row_dim) {
            for (const ArgumentId argument : loaded_arguments(kernel)) {
                const std::optional<RowWindow>& window = calls_.window(c, *row_dim, argument);
                add(argument, window ? &*window : nullptr);
            }
            return;
        }
        for (std::size_t a = 0; a < kernel.arguments.size(); ++a)
            if (!kernel.arguments[a].written) add(ArgumentId(a), nullptr);
    }

    // Uses of stages by stages, by their numbers.
    void number_uses() {
        std::map<std::size_t, std::size_t> numbers; // of stages, by call
        for (std::size_t s = 0; s < stages_.size(); ++s) numbers[stages_[s].call] = s;
        std::vector<Use> between;
        for (const Use& use : uses_)
            if (numbers.contains(use.producer) && numbers.contains(use.consumer))
                between.push_back({numbers[use.producer], numbers[use.consumer], use.window});
        uses_ = std::move(between);
    }

    // Sets the rates of all stages for `rate` rows of the last stage a round.
    bool has_rates(std::int64_t rate, std::int64_t rounds) {
        for (Stage& stage : stages_) {
            stage.rate = stage.lead = 0;
            stage.warms_up = false;
            if (!stage.inside) stage.rate = rate;
        }
        for (std::size_t s = stages_.size(); s-- > 0;) {
            Stage& stage = stages_[s];
            if (!stage.inside) {
                if (stage.output.count != rate * rounds) return false;
                continue;
            }
            if (!follow_users(s)) return false;
            const bool few = stage.lead <= stage.rate && 2 * stage.kept() <= stage.rate;
            if (!few || 2 * stage.buffer_rows() > stage.output.count) return false;
        }
        return true;
    }

    bool follow_users(std::size_t s) {
        Stage& stage = stages_[s];
        bool first = true;
        for (const Use& use : uses_) {
            if (use.producer != s) continue;
            const Stage& user = stages_[use.consumer];
            const std::int64_t begin = use.window->scale * user.lead;
            const std::int64_t lead = begin - use.window->scale + use.window->high + 1, base = begin + use.window->low;
            const std::int64_t rate = use.window->scale * user.rate;
            if (!first && rate != stage.rate) return false;
            stage.lead = first ? lead : std::max(stage.lead, lead);
            stage.base = first ? base : std::min(stage.base, base);
            stage.rate = rate;
            stage.warms_up = stage.warms_up || user.warms_up;
            first = false;
        }
        stage.lead = std::max(stage.lead, stage.base);
        stage.warms_up = stage.warms_up || stage.lead > 0;
        return !first;
    }

    // Rows outside the output read nothing outside an array that is there as a whole.
    bool guard_edges(Stage& stage, std::int64_t rounds) const {
        const std::int64_t first = stage.warms_up ? stage.lead - stage.rate : stage.lead;
        const std::int64_t end = stage.lead + stage.rate * rounds;
        stage.leaves_output = first < 0 || end > stage.output.count;
        if (!stage.leaves_output) return true;
        const Kernel& kernel = calls_.kernel(stage.call);
        const std::vector<std::vector<Condition>> conditions = conditions_of_expressions(kernel);
        for (const UsedLoad& load : used_loads(kernel)) {
            const Expr& expr = kernel.exprs[load.expr];
            const ValueId value = calls_.call(stage.call)[expr.argument];
            const auto dim = static_cast<std::int64_t>(stage.row_dim);
            const auto on_row = [&](const Index& index) { return kernel.space.depends_on(index, dim); };
            if (is_made_inside(value) || std::ranges::none_of(expr.index, on_row)) continue;
            const std::optional<RowWindow>& window = calls_.window(stage.call, stage.row_dim, expr.argument);
            std::vector<Condition> inside; // the rows that it reads
            if (window) {
                const std::int64_t count = calls_.kernels()[value].dims[window->dim];
                for (const Index& row : window->rows)
                    inside.push_back(
                        {.index = row - Index(row.constant), .low = -row.constant, .high = count - row.constant});
            } else { // its planes lie one behind the other
                inside.push_back({.index = kernel.space.dimension(dim), .low = 0, .high = stage.output.count});
            }
            for (const Condition& condition : inside) {
                if (holds(conditions[load.expr.index()], condition)) continue;
                if (load.at_point || !load.in_reduction) return false;
                if (!holds(stage.guards, condition)) stage.guards.push_back(condition);
            }
        }
        return true;
    }

    bool is_made_inside(ValueId value) const {
        return std::ranges::any_of(stages_, [&](const Stage& stage) { return calls_.output(stage.call) == value; });
    }

    // True of a condition, its index without a constant, that is one of those.
    static bool holds(const std::vector<Condition>& known, const Condition& condition) {
        return std::ranges::any_of(known, [&](const Condition& one) {
            const std::int64_t constant = one.index.constant;
            return one.index - Index(constant) == condition.index && one.low - constant == condition.low &&
                   one.high - constant == condition.high;
        });
    }

    RowAnalysis& calls_;
    std::size_t first_;
    const std::vector<bool>& read_later_;
    std::size_t rows_; // of the last output
    const ArenaMemory& memory_;
    std::vector<std::size_t> before_;
    std::vector<Stage> stages_;
    std::vector<Use> uses_;
    std::int64_t least_rows_ = 1; // of a round
};

} // namespace

std::int64_t Stage::buffer_bytes(const RowAnalysis& calls) const {
    return calls.kernels()[calls.output(call)].bytes() / output.count * buffer_rows();
}

bool Band::warms_up() const {
    return std::ranges::any_of(stages, [](const Stage& stage) { return stage.warms_up; });
}

bool Band::is_inside(const RowAnalysis& calls, ValueId value) const {
    return std::ranges::any_of(stages,
                               [&](const Stage& stage) { return stage.inside && calls.output(stage.call) == value; });
}

std::vector<Band> bands_of(RowAnalysis& calls, std::size_t first, const std::vector<bool>& read_later, std::size_t rows,
                           const ArenaMemory& memory) {
    return Planner(calls, first, read_later, rows, memory).plan();
}

} // namespace hlo2cpp
