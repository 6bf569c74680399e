// The module while its text is being read: data that its computations share.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "hlo/parse/attributes.h"
#include "hlo/parse/lexer.h"
#include "support/name_uniquer.h"

namespace hlo2cpp_proto {
class HloModuleProto;
}

namespace hlo2cpp {

class TextModule {
public:
    explicit TextModule(std::string_view text);

    HloTextLexer lexer;
    std::shared_ptr<hlo2cpp_proto::HloModuleProto> proto;
    std::vector<std::vector<TextPlace>> places; // [c][i] of instruction i of computation c

    // Takes a finished computation, whose instructions have the ids 1, 2, ... in order, and gives it and them their ids
    // in the module.
    const hlo2cpp_proto::HloComputationProto& add(std::unique_ptr<hlo2cpp_proto::HloComputationProto> computation,
                                                  std::vector<TextPlace> instruction_places);
    // Adds a computation without a name in the text; it gets `name`, or a free name like it.
    const hlo2cpp_proto::HloComputationProto&
    add_unnamed(std::unique_ptr<hlo2cpp_proto::HloComputationProto> computation,
                std::vector<TextPlace> instruction_places, const std::string& name);
    void set_thread(const hlo2cpp_proto::HloComputationProto& computation, const std::string& thread);
    bool has_computation(const std::string& name) const { return by_name_.contains(name); }
    const hlo2cpp_proto::HloComputationProto* find_computation(std::string_view name) const; // null: none yet

    // Records a computation that an instruction calls; its definition may come later.
    void add_call(hlo2cpp_proto::HloInstructionProto& caller, const ComputationUse& use) {
        calls_.push_back({&caller, use});
    }
    // Ends the module after its last computation: resolves calls, names unnamed computations, adds the schedule.
    void finish(bool is_scheduled);

    NameUniquer names; // of instructions as the text goes on, for those without

    // Counts nesting, so that recursion is bounded.
    class Nesting {
    public:
        explicit Nesting(TextModule& module);
        ~Nesting() { --module_.depth_; }
        Nesting(const Nesting&) = delete;
        Nesting& operator=(const Nesting&) = delete;

    private:
        TextModule& module_;
    };

private:
    struct Call {
        hlo2cpp_proto::HloInstructionProto* caller;
        ComputationUse callee;
    };
    void resolve_calls();
    void share_with_started();
    void name_unnamed();
    void mark_fusions();
    void add_schedule();

    std::unordered_map<std::string, hlo2cpp_proto::HloComputationProto*> by_name_;
    std::vector<hlo2cpp_proto::HloComputationProto*> unnamed_;
    std::vector<Call> calls_;
    std::int64_t last_id_ = 0;
    int depth_ = 0;
};

} // namespace hlo2cpp
