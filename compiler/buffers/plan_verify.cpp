// Runs the schedule on a memory that knows its values: every reader of a value must find all its bytes where the plan
// places them. A loop is walked twice, so that a value that only the first round finds is noticed (once is enough for a
// loop that is met again in the second round of one around it). Branches start alike, and a value that one of them
// destroys is gone.
#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

#include "buffers/buffer_plan.h"
#include "buffers/overwrite_verify.h"
#include "kernel/depth_first.h"
#include "kernel/loads.h"
#include "kernel/print.h"
#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

class Memory {
public:
    Memory(const Schedule& schedule, const BufferPlan& plan)
        : schedule_(schedule), plan_(plan), held_(schedule.values.size(), false), killer_(schedule.values.size()) {}

    bool holds(ValueId id) const { return held_[id.index()] || schedule_[id].bytes() == 0; }
    ValueId killer(ValueId id) const { return killer_[id.index()]; }

    // Writes a value: every other value with one of these bytes is gone. If `except` is among them, the value joins it
    // instead: both have the same place and content.
    void write(ValueId id, ValueId except = {}) {
        const Key low = key(id);
        const std::int64_t size = schedule_[id].bytes();
        if (size == 0) return;
        auto next = intervals_.lower_bound(low);
        if (next != intervals_.begin() && std::prev(next)->first.first == low.first &&
            std::prev(next)->first.second + std::prev(next)->second.size > low.second)
            --next;
        while (next != intervals_.end() && next->first.first == low.first && next->first.second < low.second + size) {
            const std::vector<ValueId>& values = next->second.values;
            if (except.valid() && std::find(values.begin(), values.end(), except) != values.end()) {
                if (!held_[id.index()]) hold(next->second, id);
                return;
            }
            for (const ValueId value : values) {
                held_[value.index()] = false;
                killer_[value.index()] = id;
                log_.push_back({value, false});
            }
            next = intervals_.erase(next);
        }
        hold(intervals_.emplace(low, Interval{size, {}}).first->second, id);
    }

    // Log of the values that came and went, for going back at the end of a branch.
    struct Change {
        ValueId value;
        bool came = false;
    };
    std::size_t mark() const { return log_.size(); }
    const Change& change(std::size_t number) const { return log_[number]; }
    void undo(std::size_t mark) {
        for (std::size_t i = log_.size(); i-- > mark;) {
            const Change last = log_[i];
            if (last.came)
                remove(last.value);
            else
                add(last.value);
        }
        log_.resize(mark); // nobody goes back to a mark behind this one, nor undoes these changes again
    }
    void remove(ValueId id) {
        if (!held_[id.index()]) return;
        held_[id.index()] = false;
        log_.push_back({id, false});
        const auto found = intervals_.find(key(id));
        std::erase(found->second.values, id);
        if (found->second.values.empty()) intervals_.erase(found);
    }
    // Puts a value where there is nothing, or values with the same bytes.
    void add(ValueId id) {
        if (held_[id.index()]) return;
        hold(intervals_.emplace(key(id), Interval{schedule_[id].bytes(), {}}).first->second, id);
    }

private:
    using Key = std::pair<std::int64_t, std::int64_t>; // memory, offset
    struct Interval {
        std::int64_t size = 0;
        std::vector<ValueId> values; // values that lie here
    };

    Key key(ValueId id) const {
        const Location& location = plan_[id];
        if (location.place == Place::Arena) return {-2 - static_cast<std::int64_t>(location.region), location.offset};
        if (location.place == Place::Scalar) return {-1, location.offset * byte_size(ElementType::S64)};
        return {2 * location.offset + (location.place == Place::Result ? 1 : 0), 0};
    }
    void hold(Interval& interval, ValueId id) {
        interval.values.push_back(id);
        held_[id.index()] = true;
        log_.push_back({id, true});
    }

    const Schedule& schedule_;
    const BufferPlan& plan_;
    std::vector<bool> held_;
    std::vector<ValueId> killer_;       // by value: the one whose bytes destroyed it last
    std::map<Key, Interval> intervals_; // disjoint
    std::vector<Change> log_;
};

using Part = Position::Part;

class PlanVerifier {
public:
    PlanVerifier(const Kernels& kernels, const LoopNests& nests, const Schedule& schedule, const BufferPlan& plan)
        : kernels_(kernels), nests_(nests), schedule_(schedule), plan_(plan), memory_(schedule, plan),
          positions_(depth_first(schedule)) {}

    void run() {
        for (const Entry& entry : schedule_.entries) {
            for (const ValueId parameter : entry.parameters) parameters_.push_back(parameter);
            for (const ValueId result : entry.results) {
                results_.push_back(result);
                if (is_parameter(schedule_[result])) donated_.insert(schedule_[result].leaf);
            }
        }
        check_locations();
        verify_regions(schedule_, plan_);
        for (std::size_t v = 0; v < schedule_.values.size(); ++v)
            if (is_parameter(schedule_.values[v])) memory_.write(ValueId(v));
        for (std::size_t e = 0; e < schedule_.entries.size(); ++e) {
            for (; now_ < positions_.size() && positions_[now_].entry == static_cast<std::int32_t>(e); ++now_) {
                const Position& position = positions_[now_];
                std::visit([&](const auto& step) { visit(step, position.part); },
                           schedule_[position.region].steps[static_cast<std::size_t>(position.step)]);
            }
            for (const ValueId result : schedule_.entries[e].results) read(result);
        }
    }

private:
    struct Round {
        std::size_t begin = 0; // position
        int left = 0;          // rounds to walk
    };
    struct Branches {
        std::size_t mark = 0;
        std::vector<ValueId> lost;                       // in some branch
        std::unordered_map<ValueId, std::size_t> gained; // in how many
        std::vector<ValueId> gained_order;
    };

    [[noreturn]] void fail(const std::string& what) const {
        throw InternalError("hlo2cpp has a bug: the buffer plan is wrong: " + what +
                            (now_ < positions_.size() ? " at position " + std::to_string(now_) : ""));
    }

    void check_locations() {
        if (plan_.locations.size() != schedule_.values.size()) fail("locations are missing");
        for (std::size_t v = 0; v < schedule_.values.size(); ++v) {
            const Value& value = schedule_.values[v];
            const Location& location = plan_.locations[v];
            const std::string name = print_ref(ValueId(v));
            if (is_parameter(value) && location != Location{Place::Parameter, value.leaf}) fail(name + " is moved");
            if (value.kind == ValueKind::Result && location != Location{Place::Result, value.leaf})
                fail(name + " is moved");
            if ((value.kind == ValueKind::Constant) != (location.place == Place::Constant))
                fail(name + " is a constant or not");
            if ((value.kind == ValueKind::Counter) != (location.place == Place::Counter) ||
                (value.kind == ValueKind::Decision) != (location.place == Place::Local))
                fail(name + " is a variable or not");
            if (location.place == Place::Scalar) check_scalar(value, location.offset, name);
        }
    }

    void check_scalar(const Value& value, std::int64_t number, const std::string& name) const {
        if (number < 0 || number >= static_cast<std::int64_t>(plan_.scalars.size())) fail(name + " has no variable");
        const Value& first = schedule_[plan_.scalars[static_cast<std::size_t>(number)].front()];
        if (value.kind != ValueKind::Temporary || value.elements() != 1 || value.type != first.type)
            fail(name + " is no scalar of its variable");
    }

    // True if `run` has the value in no memory; the schedule checks that a decision is made before it is read.
    bool is_in_no_memory(ValueId id) const {
        const Place place = plan_[id].place;
        return place == Place::Constant || place == Place::Counter || place == Place::Local;
    }

    void read(ValueId id) const {
        if (is_in_no_memory(id)) return;
        if (plan_[id].place == Place::Nowhere) fail(print_ref(id) + " has no place");
        if (memory_.holds(id)) return;
        const ValueId killer = memory_.killer(id);
        fail(print_ref(id) + (killer.valid() ? " is overwritten by " + print_ref(killer) : " is not computed") +
             " where it is read");
    }

    void may_write(ValueId id) const {
        const Location& location = plan_[id];
        if (location.place == Place::Nowhere || is_in_no_memory(id)) fail(print_ref(id) + " has no place");
        if (location.place == Place::Parameter && !donated_.contains(location.offset))
            fail(print_ref(id) + " is written into a parameter that is not donated");
        const std::vector<ValueId>* leaves = location.place == Place::Parameter ? &parameters_
                                             : location.place == Place::Result  ? &results_
                                                                                : nullptr;
        if (leaves != nullptr &&
            schedule_[id].bytes() != schedule_[(*leaves)[static_cast<std::size_t>(location.offset)]].bytes())
            fail(print_ref(id) + " does not fit where it is written");
    }

    bool overlap(ValueId a, ValueId b) const {
        const Location &x = plan_[a], &y = plan_[b];
        const std::int64_t x_size = schedule_[a].bytes(), y_size = schedule_[b].bytes();
        if (x.place != y.place || is_in_no_memory(a) || x_size == 0 || y_size == 0) return false;
        if (x.place != Place::Arena) return x.offset == y.offset;
        if (x.region != y.region) return false;
        return x.offset < y.offset + y_size && y.offset < x.offset + x_size;
    }

    void apart(ValueId a, ValueId b) const {
        if (overlap(a, b)) fail(print_ref(a) + " and " + print_ref(b) + " overlap in one step");
    }

    void visit(const Call& call, Part) {
        const Kernel& kernel = kernels_[call.kernel];
        const std::vector<UsedLoad> loads = used_loads(kernel);
        const std::vector<ValueId> operands = loaded_values(kernel, call);
        const ValueId scratch = call.scratch;
        for (const ValueId operand : operands) {
            read(operand);
            if (scratch.valid()) apart(operand, scratch);
        }
        for (std::size_t o = 0; o < kernel.outputs.size(); ++o) {
            const ValueId output = call[kernel.outputs[o].argument];
            if (plan_[output].place == Place::Local) continue;
            if (kernel.outputs[o].updates.valid()) read(output); // the array that the copy brought
            may_write(output);
            if (scratch.valid()) apart(output, scratch);
            for_each_stored(kernel, [&](const Output& other) {
                if (call[other.argument] != output) apart(output, call[other.argument]);
            });
            overlapping_.clear();
            for (const ValueId operand : operands)
                if (overlap(output, operand)) overlapping_.insert(operand);
            if (!overlapping_.empty()) in_place(kernel, call, loads, o);
        }
        if (scratch.valid()) may_write(scratch), memory_.write(scratch);
        for (const Output& output : kernel.outputs)
            if (plan_[call[output.argument]].place != Place::Local) memory_.write(call[output.argument]);
    }

    // Checks every load of an overlapping operand: it reads the very bytes that its point writes, and before that; or
    // no earlier point has written the bytes that it loads.
    void in_place(const Kernel& kernel, const Call& call, const std::vector<UsedLoad>& loads,
                  std::size_t number) const {
        const Output& output = kernel.outputs[number];
        const ValueId written = call[output.argument];
        std::int64_t points = 1;
        for (const std::int64_t size : kernel.dims) points *= size;
        const Value& value = schedule_[written];
        const std::int64_t outputs = stores_to(kernel, output.argument);
        const bool alone = has_one_point(kernel) && outputs == 1;
        for (const UsedLoad& load : loads) {
            const Expr& expr = kernel.exprs[load.expr];
            const ValueId read = call[expr.argument];
            if (!overlapping_.contains(read)) continue;
            const Value& operand = schedule_[read];
            const bool same_array = plan_[read] == plan_[written] && operand.bytes() == value.bytes() &&
                                    byte_size(operand.type) == byte_size(value.type);
            const bool stores_last = kernel.outputs.size() == 1 && !kernel.reduction && !kernel.scan;
            const bool at_point = !load.in_reduction && (!load.in_index || alone || stores_last);
            const bool own = output.updates.valid() ? expr.argument == output.updates && !kernel.in_order
                                                    : points * outputs == value.elements();
            bool before = false; // an output of the array stores the element after the load
            for (auto o = static_cast<std::size_t>(std::max(0, load.last_output)); o < kernel.outputs.size(); ++o)
                before = before || (kernel.outputs[o].argument == output.argument &&
                                    (kernel.outputs[o].index == expr.index || alone ||
                                     (outputs == 1 && in_order(call.kernel, expr.argument, o))));
            before = before || (outputs > 1 && in_order(call.kernel, expr.argument, number));
            if (!same_array || !at_point || !own || !before)
                fail(print_ref(written) + " is written over " + print_ref(read) + " while it is read");
        }
    }

    bool in_order(KernelId id, ArgumentId operand, std::size_t output) const {
        const LoopNest* nest = nests_.of(id);
        const auto [known, fresh] = in_order_.try_emplace({id, operand, output}, false);
        if (fresh) known->second = nest != nullptr && reads_before_it_writes(kernels_[id], *nest, operand, output);
        return known->second;
    }

    void visit(const HostCall& call, Part) {
        for (const ValueId argument : call.arguments) read(argument);
        for (std::size_t i = 0; i < call.results.size(); ++i) {
            may_write(call.results[i]);
            for (const ValueId argument : call.arguments) {
                const bool under_way = call.exchange == Exchange::Wait && argument == call.arguments[0];
                if (!under_way) apart(call.results[i], argument);
                if (under_way && plan_[argument] != plan_[call.results[i]])
                    fail(print_ref(call.results[i]) + " is not where the exchange puts it");
            }
            for (std::size_t other = 0; other < i; ++other) apart(call.results[i], call.results[other]);
        }
        for (const ValueId result : call.results)
            memory_.write(result, call.exchange == Exchange::Wait ? call.arguments[0] : ValueId());
    }

    void visit(const Copy& copy, Part) {
        read(copy.from);
        may_write(copy.to);
        const bool shared = plan_[copy.from] == plan_[copy.to];
        if (!shared) apart(copy.from, copy.to);
        memory_.write(copy.to, shared ? copy.from : ValueId());
    }

    void begin_without_content(ValueId value) {
        may_write(value);
        memory_.write(value);
    }

    void visit(const While& loop, Part part) {
        if (part == Part::Begin) {
            for (const ValueId bound : loop.bounds()) read(bound);
            for (const While::Carried& carried : loop.carried) {
                if (!carried.initial.valid()) begin_without_content(carried.value);
                read(carried.value);
            }
            rounds_.push_back({now_, met_.insert(now_).second ? 2 : 1});
        } else if (part == Part::Test) {
            if (loop.predicate.valid()) read(loop.predicate);
            if (rounds_.back().left > 0) return;
            while (positions_[now_].part != Part::End ||
                   positions_[now_].depth != positions_[rounds_.back().begin].depth)
                ++now_;
            rounds_.pop_back(); // left after a test
        } else {
            for (const While::Carried& carried : loop.carried) read(carried.value);
            --rounds_.back().left;
            now_ = rounds_.back().begin; // the condition is next
        }
    }

    void visit(const Conditional& conditional, Part part) {
        if (part == Part::Begin) {
            read(conditional.selector);
            branches_.push_back({.mark = memory_.mark()});
            return;
        }
        leave_branch(branches_.back());
        if (part == Part::Branch) return;
        for (const ValueId value : branches_.back().lost) memory_.remove(value);
        for (const ValueId value : branches_.back().gained_order)
            if (branches_.back().gained[value] == conditional.branches.size()) memory_.add(value);
        branches_.pop_back();
    }

    // Notes the changes of the branch that ends, and takes them back; does nothing before the first branch.
    void leave_branch(Branches& branches) {
        std::unordered_set<ValueId> seen;
        for (std::size_t i = branches.mark; i < memory_.mark(); ++i) {
            const Memory::Change first = memory_.change(i);
            if (!seen.insert(first.value).second) continue;
            const bool before = !first.came, after = memory_.holds(first.value);
            if (before && !after) branches.lost.push_back(first.value);
            if (!before && after && branches.gained[first.value]++ == 0) branches.gained_order.push_back(first.value);
        }
        memory_.undo(branches.mark);
    }

    const Kernels& kernels_;
    const LoopNests& nests_;
    const Schedule& schedule_;
    const BufferPlan& plan_;
    mutable std::map<std::tuple<KernelId, ArgumentId, std::size_t>, bool> in_order_; // findings of walks
    Memory memory_;
    const std::vector<Position> positions_;
    std::size_t now_ = 0;
    std::vector<ValueId> parameters_, results_; // by leaf
    std::unordered_set<std::int64_t> donated_;  // leaves
    std::unordered_set<ValueId> overlapping_;
    std::unordered_set<std::size_t> met_; // loops
    std::vector<Round> rounds_;           // of the loops around
    std::vector<Branches> branches_;      // of the conditionals around
};

} // namespace

void verify_plan(const Kernels& kernels, const LoopNests& nests, const Schedule& schedule, const BufferPlan& plan) {
    PlanVerifier(kernels, nests, schedule, plan).run();
}

} // namespace hlo2cpp
