#include "hlo/proto/computation.h"

#include <algorithm>
#include <unordered_set>

#include "hlo/proto/attributes.h"
#include "hlo/proto/hlo.pb.h"
#include "hlo/proto/literal.h"
#include "hlo/proto/notes.h"
#include "hlo/proto/origins.h"
#include "hlo/proto/shape.h"
#include "hlo/proto/upgrade.h"
#include "support/dependency_order.h"
#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

using hlo2cpp_proto::HloComputationProto;
using hlo2cpp_proto::HloInstructionProto;
using hlo2cpp_proto::StackFrameIndexProto;

// Entry `id` of a table with 1-based ids; null if there is none. Metadata without its entry is no error.
template <typename Table>
auto entry_of(const Table& table, int id) -> decltype(&table.Get(0)) {
    return id >= 1 && id <= table.size() ? &table.Get(id - 1) : nullptr;
}

Metadata metadata_from(const hlo2cpp_proto::OpMetadata& proto, const StackFrameIndexProto& frames) {
    Metadata metadata{
        .op_name = proto.op_name(), .source_file = proto.source_file(), .source_line = proto.source_line()};
    if (!metadata.source_file.empty()) return metadata;
    const auto* frame = entry_of(frames.stack_frames(), proto.stack_frame_id());
    const auto* location = frame == nullptr ? nullptr : entry_of(frames.file_locations(), frame->file_location_id());
    const auto* file = location == nullptr ? nullptr : entry_of(frames.file_names(), location->file_name_id());
    if (file != nullptr) {
        metadata.source_file = *file;
        metadata.source_line = location->line();
    }
    return metadata;
}

class ComputationReader {
public:
    ComputationReader(const HloComputationProto& proto, const ModuleTables& tables,
                      const std::vector<TextPlace>& places)
        : proto_(proto), tables_(tables), text_places_(places) {}

    Computation read() {
        computation_.name = proto_.name();
        if (proto_.instructions_size() == 0) throw InputError(in_computation("has no instructions"));
        index_ids();
        order_instructions();
        computation_.instructions.reserve(order_.size());
        for (std::size_t i : order_) computation_.instructions.push_back(guarded(i));
        find_parameters();
        const auto root = places_.find(proto_.root_id());
        if (root == places_.end())
            throw InputError(
                in_computation("has the root id " + std::to_string(proto_.root_id()) + ", which no instruction has"));
        computation_.root = position_[root->second];
        return std::move(computation_);
    }

private:
    const HloInstructionProto& instruction(std::size_t i) const { return proto_.instructions(static_cast<int>(i)); }

    std::string in_computation(const std::string& what) const {
        return "computation " + printable(proto_.name(), 80) + " " + what;
    }

    [[noreturn]] void fail(std::size_t i, const std::string& message) const {
        const HloInstructionProto& at = instruction(i);
        throw InputError(Diagnostic{.message = message,
                                    .instruction = printable(at.name(), 80) + " = " + printable(at.opcode(), 40) +
                                                   "(...), in computation " + printable(proto_.name(), 80),
                                    .op_name = describe_origin(metadata_from(at.metadata(), tables_.frames)),
                                    .place = place_of(i)});
    }

    TextPlace place_of(std::size_t i) const { return i < text_places_.size() ? text_places_[i] : TextPlace{}; }

    void index_ids() {
        for (std::size_t i = 0; i < static_cast<std::size_t>(proto_.instructions_size()); ++i)
            if (!places_.emplace(instruction(i).id(), i).second)
                fail(i, "two instructions have the id " + std::to_string(instruction(i).id()));
    }

    std::size_t place(std::size_t user, std::int64_t id, const char* what) const {
        const auto found = places_.find(id);
        if (found == places_.end())
            fail(user, std::string(what) + " with id " + std::to_string(id) + " does not exist in the computation");
        return found->second;
    }

    void order_instructions() {
        std::vector<std::vector<std::size_t>> needed(static_cast<std::size_t>(proto_.instructions_size()));
        for (std::size_t i = 0; i < needed.size(); ++i) {
            for (std::int64_t id : instruction(i).operand_ids()) needed[i].push_back(place(i, id, "the operand"));
            for (std::int64_t id : instruction(i).control_predecessor_ids())
                needed[i].push_back(place(i, id, "the control predecessor"));
        }
        DependencyOrder result = dependency_order(needed, scheduled_order());
        if (!result.cycle.empty())
            fail(result.cycle.front(), "the instruction depends on itself: " + spell(result.cycle));
        order_ = std::move(result.order);
        position_.resize(order_.size());
        for (std::size_t i = 0; i < order_.size(); ++i) position_[order_[i]] = InstructionId(i);
    }

    // Empty without a schedule. Instructions that it does not name come last.
    std::vector<std::size_t> scheduled_order() const {
        std::vector<std::size_t> order;
        const auto schedule = tables_.schedules.find(proto_.id());
        if (schedule == tables_.schedules.end()) return order;
        for (std::int64_t id : schedule->second) {
            const auto found = places_.find(id);
            if (found == places_.end())
                throw InputError(
                    in_computation("has a schedule with the id " + std::to_string(id) + ", which no instruction has"));
            order.push_back(found->second);
        }
        return order;
    }

    std::string spell(const std::vector<std::size_t>& cycle) const {
        constexpr std::size_t kMost = 8;
        std::string text;
        for (std::size_t i = 0; i < std::min(cycle.size(), kMost); ++i)
            text += printable(instruction(cycle[i]).name(), 40) + " needs ";
        if (cycle.size() > kMost) text += "... needs ";
        return text + printable(instruction(cycle.front()).name(), 40);
    }

    // Adds the place to errors of the readers of shapes, attributes and literals, which do not know it.
    Instruction guarded(std::size_t i) {
        try {
            return read_instruction(i);
        } catch (const InputError& error) {
            if (!error.diagnostic.instruction.empty()) throw;
            fail(i, error.diagnostic.message);
        }
    }

    Instruction read_instruction(std::size_t i) {
        const HloInstructionProto& from = instruction(i);
        Instruction to;
        to.name = unique_name(from);
        to.opcode = opcode_in_file(from.opcode()).value(); // the module's reader has checked all of them
        if (!from.has_shape()) fail(i, "the instruction has no shape");
        to.shape = shape_from_proto(from.shape());
        for (std::int64_t id : from.operand_ids()) to.operands.push_back(position_[places_.at(id)]);
        for (std::int64_t id : from.control_predecessor_ids())
            to.control_predecessors.push_back(position_[places_.at(id)]);
        to.called = called_by(i);
        to.attributes = attributes_from_proto(from);
        to.metadata = metadata_from(from.metadata(), tables_.frames);
        to.origins = origins_from_proto(from);
        to.notes = notes_from_proto(from);
        to.place = place_of(i);
        take_pairs_of_start(to);
        upgrade_opcode(from, to);
        if (to.opcode == Opcode::Constant) to.literal = literal_of(i, to.shape);
        return to;
    }

    // Takes device pairs from the send or recv for its done, which need not name them.
    void take_pairs_of_start(Instruction& done) const {
        if ((done.opcode != Opcode::SendDone && done.opcode != Opcode::RecvDone) || done.operands.empty()) return;
        const Instruction& start = computation_[done.operands[0]];
        if (start.opcode == Opcode::Send || start.opcode == Opcode::Recv)
            done.attributes.source_target_pairs = start.attributes.source_target_pairs;
    }

    std::string unique_name(const HloInstructionProto& from) {
        std::string name = from.name().empty() ? std::string(from.opcode()) : from.name();
        if (names_.insert(name).second) return name;
        for (std::string base = name + "."; !names_.insert(name = base + std::to_string(from.id())).second;)
            base += "_";
        return name;
    }

    std::vector<ComputationId> called_by(std::size_t i) const {
        std::vector<ComputationId> called;
        for (std::int64_t id : instruction(i).called_computation_ids()) {
            const auto found = tables_.computations.find(id);
            if (found == tables_.computations.end())
                fail(i, "the called computation with id " + std::to_string(id) + " does not exist");
            called.emplace_back(found->second);
        }
        // The file has the body of a loop before its condition.
        if (instruction(i).opcode() == "while" && called.size() == 2) std::swap(called[0], called[1]);
        // Older modules repeat here the computation that async-start called; these ops do not call it.
        if (instruction(i).opcode() == "async-update" || instruction(i).opcode() == "async-done") called.clear();
        return called;
    }

    LiteralPtr literal_of(std::size_t i, const Shape& shape) const {
        if (!instruction(i).has_literal()) fail(i, "the constant has no literal; write the module with its constants");
        auto literal = std::make_shared<Literal>(literal_from_proto(instruction(i).literal()));
        if (!same_shape(literal->shape, shape))
            fail(i, "the constant is declared as " + to_string(shape) + ", but its literal is " +
                        to_string(literal->shape));
        return literal;
    }

    void find_parameters() {
        constexpr std::size_t kNone = SIZE_MAX;
        std::vector<std::size_t> by_number;
        for (std::size_t i : order_)
            if (instruction(i).opcode() == "parameter") by_number.push_back(kNone);
        for (std::size_t i : order_) {
            if (instruction(i).opcode() != "parameter") continue;
            const std::int64_t number = instruction(i).parameter_number();
            if (number < 0) fail(i, "the parameter number " + std::to_string(number) + " is negative");
            if (number >= static_cast<std::int64_t>(by_number.size()))
                fail(i, "parameter number " + std::to_string(number) + " in a computation of " +
                            std::to_string(by_number.size()) + " parameters: one before it is missing");
            std::size_t& slot = by_number[static_cast<std::size_t>(number)];
            if (slot != kNone) fail(i, "there are two parameters number " + std::to_string(number));
            slot = i;
        }
        for (std::size_t i : by_number) computation_.parameters.push_back(position_[i]);
    }

    const HloComputationProto& proto_;
    const ModuleTables& tables_;
    const std::vector<TextPlace>& text_places_;
    Computation computation_;
    std::unordered_map<std::int64_t, std::size_t> places_; // id in the file -> place in the file
    std::vector<std::size_t> order_;                       // places in the file, operands first
    std::vector<InstructionId> position_;                  // place in the file -> id in the module
    std::unordered_set<std::string> names_;
};

} // namespace

Computation computation_from_proto(const HloComputationProto& proto, const ModuleTables& tables,
                                   const std::vector<TextPlace>& places) {
    return ComputationReader(proto, tables, places).read();
}

} // namespace hlo2cpp
