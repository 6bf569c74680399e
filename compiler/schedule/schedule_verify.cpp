// Runs the schedule with symbols for contents: each kernel makes a new symbol, each copy hands one on, and whoever
// reads a value must find the symbol that its definition made.
#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "kernel/depth_first.h"
#include "kernel/print.h"
#include "kernel/step_access.h"
#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

using Part = Position::Part;
constexpr std::int64_t kNothing = -1;

class ScheduleVerifier {
public:
    ScheduleVerifier(const Kernels& kernels, const Schedule& schedule)
        : kernels_(kernels), schedule_(schedule), content_(schedule.values.size(), kNothing),
          defined_(schedule.values.size(), kNothing), home_(schedule.values.size(), 0) {}

    void run() {
        require(schedule_.values.size() >= kernels_.values.size(), "values are missing");
        same_steps();
        frames_.emplace_back();
        for (std::size_t v = 0; v < schedule_.values.size(); ++v) {
            const ValueKind kind = schedule_.values[v].kind;
            if (is_parameter(schedule_.values[v]) || kind == ValueKind::Constant || kind == ValueKind::Counter)
                define(ValueId(v));
        }
        const std::vector<Position> positions = depth_first(schedule_);
        auto position = positions.begin();
        for (std::size_t e = 0; e < schedule_.entries.size(); ++e) {
            entry_ = &schedule_.entries[e];
            for (; position != positions.end() && position->entry == static_cast<std::int32_t>(e); ++position) {
                where_ = *position;
                std::visit([&](const auto& step) { visit(step, where_.part); },
                           schedule_[where_.region].steps[static_cast<std::size_t>(where_.step)]);
            }
            results(kernels_.entries[e], *entry_);
        }
    }

private:
    struct Frame {
        std::vector<ValueId> values;      // values with a content or definition made here
        std::vector<ValueId> may_rewrite; // values of the surrounding step
    };

    [[noreturn]] void fail(const std::string& what) const {
        throw InternalError("hlo2cpp has a bug: the schedule is wrong: " + what + ", region " +
                            std::to_string(where_.region.value) + " step " + std::to_string(where_.step));
    }
    void require(bool condition, const std::string& what) const {
        if (!condition) fail(what);
    }
    std::int64_t& content(ValueId id) { return content_[id.index()]; }
    std::int64_t& defined(ValueId id) { return defined_[id.index()]; }

    void define(ValueId id) {
        content(id) = defined(id) = symbols_++;
        home_[id.index()] = frames_.size();
        frames_.back().values.push_back(id);
    }
    void read(ValueId id) {
        if (!id.valid() || defined(id) == kNothing) fail(print_ref(id) + " is read before it is computed");
        if (content(id) != defined(id)) fail(print_ref(id) + " is read after something else was written over it");
    }
    void holds(ValueId id, ValueId expected, const char* when) {
        if (!expected.valid() || defined(expected) == kNothing) fail(print_ref(expected) + " is not computed " + when);
        if (content(id) != defined(expected))
            fail(print_ref(id) + " does not hold " + print_ref(expected) + " " + when);
    }
    void open(std::vector<ValueId> may_rewrite) { frames_.push_back({{}, std::move(may_rewrite)}); }
    void close() {
        for (const ValueId id : frames_.back().values)
            if (home_[id.index()] == frames_.size()) content(id) = defined(id) = kNothing;
        frames_.pop_back();
    }

    void visit(const Call& call, Part) {
        const Kernel& kernel = kernels_[call.kernel];
        passes(kernel, call);
        for (const ValueId value : loaded_values(kernel, call)) read(value);
        for (const Output& output : kernel.outputs) {
            const ValueId value = call[output.argument];
            if (output.updates.valid()) holds(value, call[output.updates], "where a part of it is updated");
            require(defined(value) == kNothing, print_ref(value) + " is computed twice");
            const ValueKind kind = schedule_[value].kind;
            require(kind == ValueKind::Temporary || kind == ValueKind::Decision, print_ref(value) + " is no temporary");
        }
        for (const Output& output : kernel.outputs) define(call[output.argument]);
    }

    // Checks that each value has the kind and shape of its argument.
    void passes(const Kernel& kernel, const Call& call) const {
        require(call.values.size() == kernel.arguments.size(), "a call has not the arguments of its kernel");
        std::set<ValueId> passed;
        for (std::size_t i = 0; i < call.values.size(); ++i) {
            const KernelArgument& argument = kernel.arguments[i];
            const Value& value = schedule_[call.values[i]];
            require(info(argument.type).memory_type == info(value.type).memory_type &&
                        argument.elements() == value.elements() &&
                        argument.constant == (value.kind == ValueKind::Constant) &&
                        argument.range.has_value() == (value.kind == ValueKind::Counter),
                    print_ref(call.values[i]) + " is not what argument " + print_ref(ArgumentId(i)) + " wants");
            require(passed.insert(call.values[i]).second, print_ref(call.values[i]) + " is passed twice");
        }
    }

    void visit(const HostCall& call, Part) {
        for (const ValueId argument : call.arguments) read(argument);
        for (const ValueId result : call.results) {
            require(defined(result) == kNothing, print_ref(result) + " is computed twice");
            define(result);
        }
    }

    void visit(const Copy& copy, Part) {
        require(copy.from.valid() && content(copy.from) != kNothing,
                print_ref(copy.from) + " is copied before it is computed");
        const ValueId to = copy.to;
        if (content(to) == kNothing) {
            home_[to.index()] = frames_.size();
            frames_.back().values.push_back(to);
            if (to.index() >= kernels_.values.size()) defined(to) = content(copy.from); // a value of the schedule's own
        } else if (home_[to.index()] != frames_.size() || is_parameter(schedule_[to])) {
            const std::vector<ValueId>& allowed = frames_.size() == 1 ? entry_->results : frames_.back().may_rewrite;
            require(std::find(allowed.begin(), allowed.end(), to) != allowed.end(),
                    print_ref(to) + " is overwritten by a copy that the semantics do not want");
        }
        content(to) = content(copy.from);
    }

    void visit(const While& loop, Part part) {
        std::vector<ValueId> carried_values;
        if (part == Part::Begin) {
            for (const ValueId bound : loop.bounds()) read(bound);
            for (const While::Carried& carried : loop.carried) {
                if (carried.initial.valid()) holds(carried.value, carried.initial, "where the loop begins");
                require(defined(carried.value) == kNothing, print_ref(carried.value) + " is computed twice");
            }
            for (const While::Carried& carried : loop.carried) define(carried.value);
            open({});
        } else if (part == Part::Test) {
            if (loop.predicate.valid()) read(loop.predicate);
            for (const While::Carried& carried : loop.carried) {
                read(carried.value);
                carried_values.push_back(carried.value);
            }
            close();
            open(carried_values);
        } else {
            for (const While::Carried& carried : loop.carried)
                holds(carried.value, carried.next, "at the end of a round");
            close();
            for (const While::Carried& carried : loop.carried) define(carried.value);
        }
    }

    void visit(const Conditional& conditional, Part part) {
        if (part == Part::Begin) {
            read(conditional.selector);
            branch_.push_back(0);
            return;
        }
        if (branch_.back() > 0) {
            const Conditional::Branch& branch = conditional.branches[branch_.back() - 1];
            require(branch.results.size() == conditional.results.size(), "a branch has another number of results");
            for (std::size_t i = 0; i < branch.results.size(); ++i)
                holds(conditional.results[i], branch.results[i], "at the end of a branch");
            close();
        }
        ++branch_.back();
        if (part == Part::Branch) {
            open({});
            return;
        }
        branch_.pop_back();
        for (const ValueId result : conditional.results) define(result);
    }

    void results(const Entry& wanted, const Entry& written) {
        require(written.results.size() == wanted.results.size() && wanted.written_into.size() == wanted.results.size(),
                "the number of results is wrong");
        for (std::size_t leaf = 0; leaf < wanted.results.size(); ++leaf, ++leaves_) {
            const ValueId result = written.results[leaf];
            const Value& value = schedule_[result];
            require(wanted.written_into[leaf].valid() ? result == wanted.written_into[leaf] && is_parameter(value)
                                                      : value.kind == ValueKind::Result && value.leaf == leaves_,
                    print_ref(result) + " is no place for a result");
            require(value.bytes() == kernels_[wanted.results[leaf]].bytes(), print_ref(result) + " has the wrong size");
            holds(result, wanted.results[leaf], "at the end");
        }
    }

    // Key of a step that is the same in both structures; copies exist in the schedule alone.
    using Key = std::tuple<int, std::int32_t, std::vector<ValueId>>;
    static Key key(const StepNode& step) {
        if (const Call* call = std::get_if<Call>(&step)) return {0, call->kernel.value, call->values};
        if (const While* loop = std::get_if<While>(&step)) return {1, loop->body.value, {}};
        if (const Conditional* one = std::get_if<Conditional>(&step))
            return {2, one->branches.empty() ? -1 : one->branches[0].region.value, {}};
        if (const HostCall* call = std::get_if<HostCall>(&step)) return {4, -1, call->results};
        return {3, -1, {}};
    }

    // Steps with effects, as they follow each other.
    static std::vector<Key> effects(const std::vector<StepNode>& steps, const StepEffects& effects) {
        std::vector<Key> keys;
        for (const StepNode& step : steps)
            if (effects.of(step)) keys.push_back(key(step));
        return keys;
    }

    void same_steps() {
        require(schedule_.regions.size() == kernels_.regions.size() &&
                    std::ranges::equal(schedule_.entries, kernels_.entries, {}, &Entry::region, &Entry::region),
                "regions are missing");
        const StepEffects known(kernels_.regions, kernels_.entries);
        for (std::size_t r = 0; r < kernels_.regions.size(); ++r) {
            require(effects(kernels_.regions[r].steps, known) == effects(schedule_.regions[r].steps, known),
                    "region " + std::to_string(r) + " has its effects in another order");
            std::map<Key, int> count;
            for (const StepNode& step : kernels_.regions[r].steps) ++count[key(step)];
            for (const StepNode& step : schedule_.regions[r].steps) --count[key(step)];
            for (const auto& [step, difference] : count)
                require(std::get<0>(step) == 3 ? difference <= 0 : difference == 0,
                        "region " + std::to_string(r) + " has other steps");
        }
    }

    const Kernels& kernels_;
    const Schedule& schedule_;
    const Entry* entry_ = nullptr;
    Position where_;
    std::vector<std::int64_t> content_; // by value: symbol of its content
    std::vector<std::int64_t> defined_; // by value: symbol of the content that its readers want
    std::vector<std::size_t> home_;     // by value: number of the frame that it belongs to
    std::vector<Frame> frames_;
    std::vector<std::size_t> branch_; // of the conditionals around: branches begun
    std::int64_t symbols_ = 0;
    std::int64_t leaves_ = 0; // of results
};

} // namespace

void verify_schedule(const Kernels& kernels, const Schedule& schedule) {
    ScheduleVerifier(kernels, schedule).run();
}

} // namespace hlo2cpp
