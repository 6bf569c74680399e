#include "kernel/liveness.h"

#include <algorithm>

#include "kernel/loads.h"
#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

using Part = Position::Part;

// The entry, a loop (condition and body), or a branch. A use of a value from outside a loop counts until its end, since
// the next round may use it again; a use inside a branch does not keep the value in the other branches.
struct Scope {
    std::int32_t parent = -1;
    bool loop = false;
    std::int64_t first = 0, last = 0; // positions
    std::int64_t begin = 0;           // position where the step begins that it belongs to
    std::int64_t test = 0;            // of a loop
};

struct Definition {
    std::int32_t scope = 0;
    std::int64_t time = 0; // written
};

struct ValueUse {
    std::int32_t scope = 0;
    std::int64_t time = 0;
};

// Definitions and uses of one value, before its segments are made.
struct Record {
    std::vector<Definition> definitions;
    std::vector<ValueUse> uses;
    std::int32_t home = 0;             // scope that it belongs to
    std::int32_t loop = -1;            // scope of the loop that carries it
    std::int32_t conditional_end = -1; // position of the end of the conditional whose result it is
};

class Collect {
public:
    Collect(const std::vector<Kernel>& kernels, const StepTree& tree, Liveness& result)
        : kernels_(kernels), tree_(tree), result_(result), records_(tree.values.size()) {}

    void run() {
        scopes_.push_back({});
        for (std::size_t e = 0; e < tree_.entries.size(); ++e) {
            for (; now() < result_.positions.size() && result_.positions[now()].entry == static_cast<std::int32_t>(e);
                 ++now_) {
                const Position& position = result_.positions[now()];
                std::visit([&](const auto& step) { visit(step, position.part); },
                           tree_[position.region].steps[static_cast<std::size_t>(position.step)]);
                result_.loops_around.push_back(loops_);
            }
            for (const ValueId value : tree_.entries[e].results) use(value);
        }
        scopes_[0].last = now_;
    }

    const std::vector<Scope>& scopes() const { return scopes_; }
    const std::vector<Record>& records() const { return records_; }

private:
    std::size_t now() const { return static_cast<std::size_t>(now_); }
    Record& record(ValueId id) { return records_[id.index()]; }
    void use(ValueId id) { record(id).uses.push_back({scope_, 2 * now_}); }
    void define(ValueId id) { define(id, 2 * now_ + 1); }
    void define(ValueId id, std::int64_t time) {
        if (record(id).definitions.empty()) record(id).home = scope_;
        record(id).definitions.push_back({scope_, time});
    }

    void open(bool loop) {
        const auto fresh = static_cast<std::int32_t>(scopes_.size());
        scopes_.push_back({.parent = scope_, .loop = loop, .first = now_, .begin = loop ? now_ : begins_.back()});
        scope_ = fresh;
    }
    void close(std::int64_t last) {
        Scope& scope = scopes_[static_cast<std::size_t>(scope_)];
        scope.last = last;
        scope_ = scope.parent;
    }

    void visit(const Call& call, Part) {
        const Kernel& kernel = kernels_[call.kernel.index()];
        for (const ValueId value : loaded_values(kernel, call)) use(value);
        for_each_stored(kernel, [&](const Output& output) {
            const ValueId written = call[output.argument];
            if (output.updates.valid() && !record(written).definitions.empty()) {
                use(written); // its copy was the definition
            } else {
                if (output.updates.valid()) use(call[output.updates]);
                define(written);
            }
        });
        if (call.scratch.valid()) define(call.scratch);
    }
    void visit(const HostCall& call, Part) {
        for (const ValueId argument : call.arguments) use(argument);
        for (const ValueId result : call.results) define(result);
    }
    void visit(const Copy& copy, Part) {
        use(copy.from);
        define(copy.to);
    }
    void visit(const While& loop, Part part) {
        if (part == Part::Begin) {
            for (const ValueId bound : loop.bounds()) use(bound);
            for (const While::Carried& carried : loop.carried) {
                if (!carried.initial.valid()) define(carried.value, 2 * now_); // no copy does
                use(carried.value);
            }
            open(true);
            for (const While::Carried& carried : loop.carried) record(carried.value).loop = scope_;
            ++loops_;
        } else if (part == Part::Test) {
            if (loop.predicate.valid()) use(loop.predicate);
            scopes_[static_cast<std::size_t>(scope_)].test = now_;
        } else {
            close(now_);
            --loops_;
        }
    }
    void visit(const Conditional& conditional, Part part) {
        if (part == Part::Begin) {
            use(conditional.selector);
            begins_.push_back(now_);
            branches_.push_back(0);
            return;
        }
        if (branches_.back()++ > 0) close(now_ - 1);
        if (part == Part::Branch) {
            open(false);
            return;
        }
        begins_.pop_back();
        branches_.pop_back();
        for (const ValueId result : conditional.results) {
            record(result).home = scope_;
            record(result).conditional_end = static_cast<std::int32_t>(now_);
        }
    }

    const std::vector<Kernel>& kernels_;
    const StepTree& tree_;
    Liveness& result_;
    std::vector<Record> records_;
    std::vector<Scope> scopes_;
    std::vector<std::int64_t> begins_;  // of the conditionals around
    std::vector<std::size_t> branches_; // of them: begun
    std::int64_t now_ = 0;
    std::int32_t scope_ = 0, loops_ = 0;
};

// Makes the segments of one value after the other.
class Segments {
public:
    explicit Segments(const std::vector<Scope>& scopes) : scopes_(scopes), last_(scopes.size(), -1) {}

    std::vector<Segment> of(const Record& record, ValueId id, bool from_start) {
        id_ = id;
        segments_.clear();
        if (record.loop >= 0)
            carried(record);
        else if (record.conditional_end >= 0)
            conditional_result(record);
        else if (from_start && !record.definitions.empty())
            parameter(record);
        else if (!record.definitions.empty())
            plain(record);
        return merged();
    }

private:
    const Scope& scope(std::int32_t number) const { return scopes_[static_cast<std::size_t>(number)]; }

    void add(std::int64_t first, std::int64_t last) { segments_.push_back({first, std::max(first, last), id_}); }

    // Notes the use in every scope from `home` down to it, or to the first loop, where it is a use until the loop's
    // end.
    void note(const ValueUse& use, std::int32_t home) {
        std::int64_t time = use.time;
        for (std::int32_t s = use.scope;; s = scope(s).parent) {
            check_internal(s >= 0, "a value is used outside the region that it belongs to");
            std::int64_t& last = last_[static_cast<std::size_t>(s)];
            if (last < 0) noted_.push_back(s);
            last = std::max(last, time);
            if (s == home) return;
            time = scope(s).loop ? 2 * scope(s).last : std::max<std::int64_t>(2 * scope(s).begin, 0);
        }
    }

    // Adds segments from `first` to the last use noted in `home`, and in the branches of a conditional that is this
    // last use.
    void live(std::int32_t home, std::int64_t first) {
        add(first, last_[static_cast<std::size_t>(home)]);
        std::sort(noted_.begin(), noted_.end());
        for (const std::int32_t s : noted_) { // parents come before their children
            if (s == home || scope(s).loop || !continues(s, home)) continue;
            add(2 * scope(s).first, last_[static_cast<std::size_t>(s)]);
        }
        for (const std::int32_t s : noted_) last_[static_cast<std::size_t>(s)] = -1;
        noted_.clear();
    }

    // True if the value's life ends in this branch, in all scopes from here up to `home`.
    bool continues(std::int32_t s, std::int32_t home) const {
        for (; s != home; s = scope(s).parent) {
            if (scope(s).loop) return false;
            if (last_[static_cast<std::size_t>(scope(s).parent)] != 2 * scope(s).begin) return false;
        }
        return true;
    }

    // Segments in order, without overlaps.
    std::vector<Segment> merged() {
        std::sort(segments_.begin(), segments_.end(),
                  [](const Segment& a, const Segment& b) { return a.first < b.first; });
        std::vector<Segment> result;
        for (const Segment& segment : segments_) {
            if (!result.empty() && segment.first <= result.back().last + 1)
                result.back().last = std::max(result.back().last, segment.last);
            else
                result.push_back(segment);
        }
        return result;
    }

    void plain(const Record& record) {
        for (const ValueUse& use : record.uses) note(use, record.home);
        live(record.home, record.definitions.front().time);
    }

    // The old content is alive from the start; the new one, written by the last definition, to the end.
    void parameter(const Record& record) {
        const std::int64_t written = record.definitions.back().time;
        bool read = false;
        for (const ValueUse& use : record.uses) {
            if (use.time > written) continue; // the caller's
            note(use, 0);
            read = true;
        }
        if (read) live(0, 0);
        add(written, 2 * scope(0).last);
    }

    // The value is alive from the loop's begin to its last use in a round, and again from where its next content is
    // written. The loop is left after a test, so a later use keeps it alive until there.
    void carried(const Record& record) {
        const Scope& loop = scope(record.loop);
        const std::int64_t begin = 2 * loop.first, end = 2 * loop.last;
        const bool replaced = record.definitions.size() > 1;
        bool after = false;
        for (const ValueUse& use : record.uses) {
            if (use.time < end) continue;
            note(use, record.home);
            after = true;
        }
        if (after) live(record.home, end);
        add(record.definitions.front().time, begin);
        if (replaced) add(record.definitions.back().time, end);
        for (const ValueUse& use : record.uses)
            if (use.time > begin && use.time < end) note(use, record.loop);
        if (after) note({record.loop, 2 * loop.test}, record.loop);
        if (!replaced) note({record.loop, end}, record.loop);
        if (!noted_.empty()) live(record.loop, begin);
    }

    void conditional_result(const Record& record) {
        for (const Definition& definition : record.definitions)
            add(definition.time, 2 * scope(definition.scope).last + 1);
        for (const ValueUse& use : record.uses) note(use, record.home);
        if (!noted_.empty()) live(record.home, 2 * static_cast<std::int64_t>(record.conditional_end));
    }

    const std::vector<Scope>& scopes_;
    std::vector<std::int64_t> last_;  // by scope: time of the last use of the value, -1: none
    std::vector<std::int32_t> noted_; // scopes with one
    std::vector<Segment> segments_;
    ValueId id_;
};

} // namespace

Liveness liveness(const std::vector<Kernel>& kernels, const StepTree& tree) {
    Liveness result;
    result.positions = depth_first(tree);
    Collect collect(kernels, tree, result);
    collect.run();
    Segments segments(collect.scopes());
    for (std::size_t v = 0; v < tree.values.size(); ++v) {
        const ValueKind kind = tree.values[v].kind;
        result.segments.emplace_back(); // none where there are no bytes
        if (kind != ValueKind::Decision)
            result.segments.back() = segments.of(collect.records()[v], ValueId(v), is_parameter(tree.values[v]));
    }
    return result;
}

} // namespace hlo2cpp
