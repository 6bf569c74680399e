#include "buffers/sharing.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "nest/in_place.h"
#include "support/disjoint_sets.h"

namespace hlo2cpp {
namespace {

// Two values that would be one buffer: neither is copied to the other then.
struct Coalescing {
    ValueId a, b;
};

class Sharing {
public:
    Sharing(const Kernels& kernels, const LoopNests& nests, const Schedule& schedule, const Liveness& alive)
        : kernels_(kernels), nests_(nests), schedule_(schedule), alive_(alive), loads_(kernels.kernels.size()),
          groups_(schedule.values.size()), sets_(groups_.size()) {
        for (const Kernel& kernel : kernels.kernels)
            loads_[static_cast<std::size_t>(&kernel - kernels.kernels.data())] = used_loads(kernel);
        for (std::size_t v = 0; v < groups_.size(); ++v) {
            groups_[v].placed = schedule.values[v].kind != ValueKind::Temporary;
            for (const Segment& segment : alive.segments[v]) groups_[v].segments.emplace(segment.first, segment);
        }
    }

    std::vector<std::size_t> run() {
        exchanges();
        copies();
        in_place();
        std::vector<std::size_t> smallest(sets_.size(), sets_.size()), result;
        for (std::size_t v = 0; v < sets_.size(); ++v) {
            std::size_t& first = smallest[sets_.find(v)];
            first = std::min(first, v);
            result.push_back(first);
        }
        return result;
    }

private:
    struct Group {
        std::map<std::int64_t, Segment> segments; // by first time; disjoint
        bool placed = false;                      // has a Parameter or Result
    };

    const StepNode& step(const Position& position) const {
        return schedule_[position.region].steps[static_cast<std::size_t>(position.step)];
    }

    // The result of a wait shares the bytes of its exchange.
    void exchanges() {
        for (const Position& position : alive_.positions) {
            if (position.part != Position::Part::Step) continue;
            const HostCall* wait = std::get_if<HostCall>(&step(position));
            if (wait != nullptr && wait->exchange == Exchange::Wait) merge({wait->arguments[0], wait->results[0]});
        }
    }

    // Copies in inner loops first, then large ones.
    void copies() {
        std::vector<std::tuple<std::int32_t, std::int64_t, std::size_t, Copy>> all;
        for (std::size_t p = 0; p < alive_.positions.size(); ++p) {
            const Position& position = alive_.positions[p];
            if (position.part != Position::Part::Step) continue;
            if (const Copy* copy = std::get_if<Copy>(&step(position)))
                all.emplace_back(-alive_.loops_around[p], -schedule_[copy->to].bytes(), p, *copy);
            else if (const Call* call = std::get_if<Call>(&step(position)))
                start_at_call(*call, static_cast<std::int64_t>(p));
        }
        std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) {
            return std::tie(std::get<0>(a), std::get<1>(a), std::get<2>(a)) <
                   std::tie(std::get<0>(b), std::get<1>(b), std::get<2>(b));
        });
        for (const auto& [loops, bytes, position, copy] : all) merge({copy.from, copy.to});
    }

    // A kernel that updates a part of a value may load elements of the value, if each is loaded before it is written.
    // Then the output takes the place of the value at the kernel, not at the copy before it.
    void start_at_call(const Call& call, std::int64_t position) {
        const Kernel& kernel = kernels_[call.kernel];
        const std::vector<UsedLoad>& loads = loads_[call.kernel.index()];
        for (std::size_t o = 0; o < kernel.outputs.size(); ++o) {
            const ArgumentId updates = kernel.outputs[o].updates;
            const bool first_of_array =
                std::ranges::find(kernel.outputs, kernel.outputs[o].argument, &Output::argument) ==
                kernel.outputs.begin() + static_cast<std::ptrdiff_t>(o);
            if (!updates.valid() || !first_of_array) continue;
            const bool loaded = std::any_of(loads.begin(), loads.end(), [&](const UsedLoad& load) {
                return kernel.exprs[load.expr].argument == updates;
            });
            if (!loaded || !may_overwrite(call, updates, o)) continue;
            Group& group = groups_[call[kernel.outputs[o].argument].index()];
            auto first = group.segments.extract(group.segments.begin());
            first.key() = first.mapped().first = 2 * position + 1;
            first.mapped().last = std::max(first.mapped().last, first.mapped().first);
            group.segments.insert(std::move(first));
        }
    }

    void in_place() {
        for (const Position& position : alive_.positions) {
            if (position.part != Position::Part::Step) continue;
            const Call* call = std::get_if<Call>(&step(position));
            if (call == nullptr) continue;
            const Kernel& kernel = kernels_[call->kernel];
            const std::vector<ValueId> operands = loaded_values(kernel, *call);
            for (const Output& output : kernel.outputs) share_with_operand(operands, (*call)[output.argument]);
        }
    }

    // First where it brings one of them out of the arena.
    void share_with_operand(const std::vector<ValueId>& operands, ValueId output) {
        for (const bool placed : {true, false})
            for (const ValueId operand : operands)
                if ((groups_[sets_.find(operand.index())].placed != groups_[sets_.find(output.index())].placed) ==
                        placed &&
                    merge({operand, output}))
                    return;
    }

    bool merge(const Coalescing& pair) {
        const Value &x = schedule_[pair.a], &y = schedule_[pair.b];
        if (x.bytes() != y.bytes() || byte_size(x.type) != byte_size(y.type)) return false;
        if (x.elements() == 1 && x.type != y.type) return false; // it may become a variable
        std::size_t a = sets_.find(pair.a.index()), b = sets_.find(pair.b.index());
        if (a == b || (groups_[a].placed && groups_[b].placed)) return false;
        if (groups_[a].segments.empty() || groups_[b].segments.empty()) return false; // never written, or not used
        if (groups_[a].segments.size() < groups_[b].segments.size()) std::swap(a, b);
        for (const auto& [first, segment] : groups_[b].segments)
            if (!fits(groups_[a].segments, segment)) return false;
        groups_[a].segments.merge(groups_[b].segments);
        groups_[a].placed = groups_[a].placed || groups_[b].placed;
        sets_.join(a, b);
        return true;
    }

    bool fits(const std::map<std::int64_t, Segment>& segments, const Segment& segment) const {
        const auto after = segments.lower_bound(segment.first);
        if (after != segments.end() && !follows(segment, after->second)) return false;
        return after == segments.begin() || follows(std::prev(after)->second, segment);
    }

    // True if the second value may take over the bytes when the first one is dead.
    bool follows(const Segment& a, const Segment& b) const {
        if (a.last >= b.first) return false;
        if (a.last + 1 < b.first || a.last % 2 != 0) return true;
        const Position& position = alive_.positions[static_cast<std::size_t>(a.last / 2)];
        if (position.part != Position::Part::Step) return true;
        const Call* call = std::get_if<Call>(&step(position));
        if (call == nullptr) return std::holds_alternative<Copy>(step(position)) || is_wait(step(position), a, b);
        const Kernel& kernel = kernels_[call->kernel];
        for (std::size_t o = 0; o < kernel.outputs.size(); ++o) {
            if ((*call)[kernel.outputs[o].argument] != b.value) continue;
            return each_once(kernel, kernel.outputs[o]) && may_overwrite(*call, argument_of(*call, a.value), o);
        }
        return false;
    }

    static bool is_wait(const StepNode& node, const Segment& a, const Segment& b) {
        const HostCall* call = std::get_if<HostCall>(&node); // others of the host look at all bytes
        return call != nullptr && call->exchange == Exchange::Wait && call->arguments[0] == a.value &&
               call->results[0] == b.value;
    }

    bool may_overwrite(const Call& call, ArgumentId operand, std::size_t output) const {
        return runs_in_place(kernels_[call.kernel], nests_.of(call.kernel), loads_[call.kernel.index()], operand,
                             output);
    }

    // Argument that the value is passed as; none for the scratch, which is no argument.
    static ArgumentId argument_of(const Call& call, ValueId value) {
        const auto found = std::ranges::find(call.values, value);
        return found == call.values.end() ? ArgumentId()
                                          : ArgumentId(static_cast<std::size_t>(found - call.values.begin()));
    }

    // True if each element is written once only.
    bool each_once(const Kernel& kernel, const Output& output) const {
        if (output.updates.valid()) return true;
        std::int64_t points = 1;
        for (const std::int64_t size : kernel.dims) points *= size;
        return points * stores_to(kernel, output.argument) == kernel[output.argument].elements();
    }

    const Kernels& kernels_;
    const LoopNests& nests_;
    const Schedule& schedule_;
    const Liveness& alive_;
    std::vector<std::vector<UsedLoad>> loads_; // by kernel
    std::vector<Group> groups_;                // by the value that stands for the group
    DisjointSets sets_;
};

} // namespace

std::vector<std::size_t> share(const Kernels& kernels, const LoopNests& nests, const Schedule& schedule,
                               const Liveness& alive) {
    return Sharing(kernels, nests, schedule, alive).run();
}

} // namespace hlo2cpp
