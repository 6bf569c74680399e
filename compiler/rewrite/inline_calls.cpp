// call(arguments) = fusion(arguments) = the instructions of the called computation, with arguments for parameters.
//
// Every computation that remains is made afresh from the source: the entry, the regions of every while and conditional,
// and scalar computations (of reduce and the like), which stay shared.
#include <deque>
#include <string>

#include "ir/computation_builder.h"
#include "ops/op.h"
#include "ops/regions.h"
#include "rewrite/pass.h"
#include "support/checked.h"
#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

constexpr std::int64_t kMaxInlined = std::int64_t{1} << 20; // about 1 KB each

// Refuses modules whose calls, nested and repeated, stand for more instructions than fit.
void check_expanded_size(const Module& module) {
    std::vector<std::int64_t> size(module.computations.size()); // with callees; at most the limit + 1
    std::int64_t shared = 0;
    std::vector<bool> counted(module.computations.size());
    for (ComputationId id : callees_first(module)) {
        std::int64_t& total = size[id.index()];
        for (const Instruction& instruction : module[id].instructions) {
            ++total;
            for (ComputationId callee : instruction.called) {
                if (is_inlined(instruction.opcode) || has_regions(instruction)) {
                    total += size[callee.index()];
                } else if (!counted[callee.index()]) {
                    counted[callee.index()] = true;
                    shared += size[callee.index()];
                }
            }
            if (total + shared <= kMaxInlined) continue;
            throw InputError(
                Diagnostic{.message = "with its calls inlined and its loop bodies unshared the module has more than " +
                                      std::to_string(kMaxInlined) + " instructions; export it with fewer nested calls",
                           .instruction = describe(module[id], instruction),
                           .op_name = describe_origin(instruction.metadata),
                           .place = instruction.place});
        }
    }
}

class CallInliner {
public:
    explicit CallInliner(const Module& source) : source_(source), shared_(source.computations.size()) {}

    ComputationId run() {
        const ComputationId entry = request(source_.entry);
        for (; !requests_.empty(); requests_.pop_front()) made_.push_back(make(requests_.front()));
        return entry;
    }
    std::vector<Computation> take() { return std::move(made_); }

private:
    // A computation on its way into another, suspended at a call.
    struct Frame {
        const Computation& computation;
        std::vector<InstructionId> now; // ids of its instructions in the builder
        std::size_t next = 0;
    };

    ComputationId request(ComputationId source) {
        requests_.push_back(source);
        return ComputationId(made_.size() + requests_.size() - 1);
    }

    ComputationId request_shared(ComputationId source) {
        ComputationId& id = shared_[source.index()];
        if (!id.valid()) id = request(source);
        return id;
    }

    Frame open(ComputationId id) const {
        return {source_[id], std::vector<InstructionId>(source_[id].instructions.size())};
    }

    Computation make(ComputationId id) {
        ComputationBuilder builder(source_[id].name, source_[id].instructions.size());
        std::vector<Frame> stack;
        stack.push_back(open(id));
        for (;;) {
            Frame& frame = stack.back();
            if (frame.next == frame.now.size()) {
                const InstructionId root = frame.now[frame.computation.root.index()];
                stack.pop_back();
                if (stack.empty()) return std::move(builder).build(root);
                stack.back().now[stack.back().next++] = root;
                continue;
            }
            const Instruction& instruction = frame.computation.instructions[frame.next];
            if (is_inlined(instruction.opcode)) {
                stack.push_back(open_call(frame, instruction));
            } else if (instruction.opcode == Opcode::Parameter && stack.size() > 1) {
                ++frame.next; // an argument, already in `now`
            } else {
                frame.now[frame.next] = builder.add(copy(frame, instruction));
                ++frame.next;
            }
        }
    }

    Frame open_call(const Frame& caller, const Instruction& call) const {
        Frame callee = open(call.called[0]);
        for (std::size_t i = 0; i < call.operands.size(); ++i)
            callee.now[callee.computation.parameters[i].index()] = caller.now[call.operands[i].index()];
        return callee;
    }

    Instruction copy(const Frame& frame, const Instruction& instruction) {
        Instruction result = instruction;
        for (InstructionId& operand : result.operands) operand = frame.now[operand.index()];
        for (ComputationId& callee : result.called)
            callee = has_regions(instruction) ? request(callee) : request_shared(callee);
        result.control_predecessors.clear(); // the order of the instructions is theirs already
        return result;
    }

    const Module& source_;
    std::vector<ComputationId> shared_;  // by source id
    std::deque<ComputationId> requests_; // sources of the computations to make, in order of their new ids
    std::vector<Computation> made_;
};

// True if there are neither calls nor regions with two callers, and nothing depends on order.
bool is_done(const Module& module) {
    std::vector<int> callers(module.computations.size());
    std::vector<bool> region(module.computations.size());
    for (const Computation& computation : module.computations)
        for (const Instruction& instruction : computation.instructions) {
            if (is_inlined(instruction.opcode) || !instruction.control_predecessors.empty()) return false;
            for (ComputationId callee : instruction.called) {
                region[callee.index()] = region[callee.index()] || has_regions(instruction);
                if (++callers[callee.index()] > 1 && region[callee.index()]) return false;
            }
        }
    return true;
}

} // namespace

bool inline_calls(Module& module) {
    if (is_done(module)) return false;
    check_expanded_size(module);
    CallInliner inliner(module);
    const ComputationId entry = inliner.run();
    module.computations = inliner.take();
    module.entry = entry;
    return true;
}

} // namespace hlo2cpp
