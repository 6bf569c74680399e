#include "fuse/kernels_verify.h"

#include <algorithm>

#include "fuse/kernel_verify.h"
#include "kernel/print.h"
#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

constexpr std::size_t kNameLimit = 60;

// Walks the regions as they run, and knows which values are there.
class KernelsVerifier {
public:
    explicit KernelsVerifier(const Kernels& kernels)
        : kernels_(kernels), is_there_(kernels.values.size(), false), made_(kernels.values.size(), false),
          owned_(kernels.regions.size(), false), called_(kernels.kernels.size(), nullptr) {}

    void run() {
        for_each_call(kernels_.regions, [&](const Call& call) {
            if (call.kernel.valid() && call.kernel.index() < called_.size() && called_[call.kernel.index()] == nullptr)
                called_[call.kernel.index()] = &call;
        });
        ExpressionTypes types;
        for (std::size_t k = 0; k < kernels_.kernels.size(); ++k) {
            where_ = "kernel " + std::to_string(k) +
                     (called_[k] == nullptr ? "" : " (" + printable(called_[k]->name, kNameLimit) + ")");
            require(called_[k] != nullptr, "nothing calls it");
            if (const auto fault = wrong_with(kernels_.kernels[k], types)) fail(*fault);
        }
        values();
        for (const Entry& entry : kernels_.entries) run(entry);
        where_ = "the list of regions";
        for (std::size_t r = 0; r < owned_.size(); ++r)
            if (!owned_[r]) fail("region " + std::to_string(r) + " belongs to nothing");
    }

private:
    [[noreturn]] void fail(const std::string& what) const {
        throw InternalError("hlo2cpp has a bug: the kernels are wrong: " + where_ + ": " + what);
    }
    void require(bool condition, const char* what) const {
        if (!condition) fail(what);
    }
    bool is_value(ValueId id) const { return id.valid() && id.index() < kernels_.values.size(); }
    const Value& known(ValueId id) const {
        if (!is_value(id)) fail("it uses a value that is none");
        return kernels_[id];
    }

    void values() {
        for (std::size_t v = 0; v < kernels_.values.size(); ++v) {
            const Value& value = kernels_.values[v];
            where_ = "value " + print_ref(ValueId(v)) + " (" + printable(value.name, kNameLimit) + ")";
            for (const std::int64_t size : value.dims)
                if (size < 0) fail("it has a negative size");
            const bool fits = !value.literal || (value.literal->shape.type == value.type &&
                                                 value.literal->shape.elements() == value.elements());
            require(fits, "it is not what its literal holds");
            if (value.kind == ValueKind::Constant)
                require(value.literal != nullptr, "it is a constant without elements");
            if (value.kind == ValueKind::Constant || is_parameter(value)) is_there_[v] = made_[v] = true;
            require(value.kind != ValueKind::Result, "only `schedule` makes results");
            if (value.kind == ValueKind::Counter) counter(value);
        }
    }
    void counter(const Value& value) const {
        const Value& variable = known(value.counts.variable);
        require(variable.kind == ValueKind::Counter && variable.counts.variable == value.counts.variable,
                "it counts no loop");
        require(value.counts.range == variable.counts.range, "its variable has another range");
        require(value.dims.empty(), "it is no scalar");
    }

    void run(const Entry& entry) {
        where_ = "the entry";
        for (const ValueId id : entry.parameters) require(is_parameter(known(id)), "it is given what is no parameter");
        std::vector<ValueId> made;
        region(entry.region, made);
        where_ = "the entry";
        require(entry.written_into.size() == entry.results.size(), "its results are not those that it writes");
        for (std::size_t leaf = 0; leaf < entry.results.size(); ++leaf) {
            read(entry.results[leaf]);
            const ValueId into = entry.written_into[leaf];
            if (!into.valid()) continue;
            require(is_parameter(known(into)), "a result is written into what is no parameter");
            require(known(into).bytes() == known(entry.results[leaf]).bytes(), "a result does not fit its parameter");
        }
        leave(made);
    }

    // Runs it; `made` are the values that it leaves behind.
    void region(RegionId id, std::vector<ValueId>& made) {
        if (!id.valid() || id.index() >= owned_.size()) fail("its region is none");
        if (owned_[id.index()]) fail("region " + std::to_string(id.value) + " belongs to two");
        owned_[id.index()] = true;
        std::size_t number = 0;
        for (const StepNode& node : kernels_[id].steps) {
            const std::string place = ", region " + std::to_string(id.value) + " step " + std::to_string(number++);
            std::visit([&](const auto& node_step) { step(node_step, place, made); }, node);
        }
    }
    void leave(const std::vector<ValueId>& made) {
        for (const ValueId id : made) is_there_[id.index()] = false;
    }

    void read(ValueId id) const {
        // A number that counts with a loop exists while the loop's variable does.
        const ValueId needed = known(id).kind == ValueKind::Counter ? known(id).counts.variable : id;
        if (!is_there_[needed.index()]) fail(print_ref(id) + " is used before it is made, or where it is no more");
    }
    void make(ValueId id, std::vector<ValueId>& made) {
        const ValueKind kind = known(id).kind;
        if (kind != ValueKind::Temporary && kind != ValueKind::Decision) fail(print_ref(id) + " is no temporary");
        if (made_[id.index()]) fail(print_ref(id) + " is made twice");
        made_[id.index()] = is_there_[id.index()] = true;
        made.push_back(id);
    }

    void step(const Call& call, const std::string& place, std::vector<ValueId>& made) {
        where_ = "the call " + printable(call.name, kNameLimit) + place;
        if (!call.kernel.valid() || call.kernel.index() >= kernels_.kernels.size()) fail("it calls no kernel");
        const Kernel& kernel = kernels_[call.kernel];
        if (call.values.size() != kernel.arguments.size())
            fail("it passes " + std::to_string(call.values.size()) + " values for " +
                 std::to_string(kernel.arguments.size()) + " arguments");
        for (std::size_t i = 0; i < call.values.size(); ++i) passes(call.values[i], ArgumentId(i), kernel);
        std::vector<ValueId> sorted = call.values;
        std::ranges::sort(sorted);
        require(std::ranges::adjacent_find(sorted) == sorted.end(), "it passes a value twice");
        for (std::size_t i = 0; i < call.values.size(); ++i)
            if (!kernel.arguments[i].written) read(call.values[i]);
        for (std::size_t i = 0; i < call.values.size(); ++i)
            if (kernel.arguments[i].written) make(call.values[i], made);
    }

    void passes(ValueId id, ArgumentId number, const Kernel& kernel) const {
        const Value& value = known(id);
        const KernelArgument& argument = kernel[number];
        const auto differs = [&](const std::string& what) {
            fail("it passes " + print_ref(id) + " for " + print_ref(number) + ", which differ in " + what);
        };
        if (info(value.type).memory_type != info(argument.type).memory_type) differs("type");
        if (value.elements() != argument.elements()) differs("the number of elements");
        const bool flat = argument.dims == std::vector<std::int64_t>{value.elements()};
        if (!flat && value.dims != argument.dims) differs("dimensions");
        if ((value.kind == ValueKind::Constant) != argument.constant) differs("being constant");
        if ((value.kind == ValueKind::Counter) != argument.range.has_value()) differs("being a variable");
        if (!argument.range) return;
        const Range& range = value.counts.range;
        if (range.begin < argument.range->begin || range.end > argument.range->end) differs("range");
        if (value.counts.variable != id) fail(print_ref(id) + " is no variable of a loop");
    }

    void step(const While& loop, const std::string& place, std::vector<ValueId>& made) {
        const std::string here = "the loop " + printable(loop.name, kNameLimit) + place;
        where_ = here;
        std::vector<ValueId> inside;
        for (const While::Carried& carried : loop.carried) {
            if (!carried.initial.valid()) continue;
            read(carried.initial);
            same_array(carried.value, carried.initial);
        }
        for (const While::Carried& carried : loop.carried) make(carried.value, made);
        if (loop.variable.valid()) count(loop);
        require(loop.trip_count != 0 && loop.trip_count >= -1, "it has no number of rounds");
        require(loop.max_trips < 0 || (loop.trip_count < 0 && loop.max_trips > 0), "it has two numbers of rounds");
        require(!loop.stopped || loop.max_trips > 0, "it is stopped after nobody knows how many rounds");
        region(loop.condition, inside);
        where_ = here;
        if (!loop.counts()) {
            read(loop.predicate);
            require(is_pred(known(loop.predicate).type) && known(loop.predicate).elements() == 1,
                    "its condition gives no pred");
        } else {
            require(kernels_[loop.condition].steps.empty() && !loop.predicate.valid(),
                    "it counts and tests a condition");
        }
        leave(inside);
        inside.clear();
        region(loop.body, inside);
        where_ = here;
        for (const While::Carried& carried : loop.carried) {
            read(carried.next);
            same_array(carried.value, carried.next);
        }
        leave(inside);
        if (loop.variable.valid()) count_no_more(loop);
    }

    // The loop's variable and the numbers that count with it exist inside the loop alone.
    void count(const While& loop) {
        const Value& variable = known(loop.variable);
        require(variable.kind == ValueKind::Counter && variable.counts.variable == loop.variable,
                "its variable is no variable of a loop");
        require(!made_[loop.variable.index()], "its variable is that of another loop");
        for (const ValueId bound : loop.bounds()) {
            read(bound);
            require(known(bound).type == ElementType::S32 && known(bound).elements() == 1 &&
                        variable.type == ElementType::S32 && loop.step == 1,
                    "it does not count from or to a value in s32 by 1");
        }
        made_[loop.variable.index()] = is_there_[loop.variable.index()] = true;
        require(loop.bounds().empty() == (loop.trip_count >= 0), "it counts to a limit or so many rounds: one of them");
        const Range& range = variable.counts.range;
        if (loop.trip_count < 0) {
            const Range first = loop.start.valid() ? numbers_of(known(loop.start)) : only(loop.first);
            require(range.begin == first.begin && range.size() > 0 &&
                        (!loop.limit.valid() || range.end == numbers_of(known(loop.limit)).last()),
                    "its variable has another range");
        } else {
            const std::int64_t last = loop.first + (loop.trip_count - 1) * loop.step;
            require(range == from_to(std::min(loop.first, last), std::max(loop.first, last)),
                    "its variable has another range");
        }
    }
    void count_no_more(const While& loop) { is_there_[loop.variable.index()] = false; }

    void same_array(ValueId a, ValueId b) const {
        if (known(a).type != known(b).type || known(a).elements() != known(b).elements())
            fail(print_ref(a) + " and " + print_ref(b) + " are not of one kind");
    }

    void step(const Conditional& conditional, const std::string& place, std::vector<ValueId>& made) {
        const std::string here = "the conditional " + printable(conditional.name, kNameLimit) + place;
        where_ = here;
        read(conditional.selector);
        const Value& selector = known(conditional.selector);
        require(selector.elements() == 1 && (is_pred(selector.type) || selector.type == ElementType::S32),
                "its selector is neither pred nor s32");
        require(!conditional.branches.empty(), "it has no branch");
        for (const Conditional::Branch& branch : conditional.branches) {
            std::vector<ValueId> inside;
            region(branch.region, inside);
            where_ = here;
            require(branch.results.size() == conditional.results.size(), "a branch has other results");
            for (std::size_t i = 0; i < branch.results.size(); ++i) {
                read(branch.results[i]);
                same_array(conditional.results[i], branch.results[i]);
            }
            leave(inside);
        }
        for (const ValueId id : conditional.results) make(id, made);
    }

    void step(const HostCall& call, const std::string& place, std::vector<ValueId>& made) {
        where_ = "the host call " + printable(call.name, kNameLimit) + place;
        std::int64_t leaves = 0;
        for (const std::int64_t count : call.leaves) leaves += std::max<std::int64_t>(count, -count);
        require(leaves == static_cast<std::int64_t>(call.arguments.size()), "its arguments have other leaves");
        require(call.gives_tuple || call.results.size() == 1, "it gives no tuple and not one array");
        for (const ValueId argument : call.arguments) read(argument);
        for (const ValueId result : call.results) make(result, made);
    }

    void step(const Copy&, const std::string& place, std::vector<ValueId>&) {
        where_ = "a copy" + place;
        fail("only `schedule` makes copies");
    }

    const Kernels& kernels_;
    std::vector<bool> is_there_;      // by value: at this place
    std::vector<bool> made_;          // by value: at some place before
    std::vector<bool> owned_;         // by region
    std::vector<const Call*> called_; // by kernel: its first call
    std::string where_;
};

} // namespace

void verify_kernels(const Kernels& kernels) {
    KernelsVerifier(kernels).run();
}

} // namespace hlo2cpp
