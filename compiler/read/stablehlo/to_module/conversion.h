// Conversion of operations, in the order of the program: the values so far, and the computation that is being built.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ir/builder/builder.h"
#include "read/stablehlo/structure.h"
#include "read/stablehlo/to_module/captures.h"
#include "read/stablehlo/to_module/known.h"
#include "support/diagnostics.h"

namespace hlo2cpp::stablehlo {

using Functions = std::unordered_map<std::string_view, const Operation*>; // func.func by name

// One value is itself, several are a tuple.
builder::Op pack(builder::Builder& builder, const builder::Ops& values);
// The first `count` values of those that were packed, or all.
builder::Ops unpack(builder::Op packed, std::size_t packed_count, std::size_t count);
inline builder::Ops unpack(builder::Op packed, std::size_t count) {
    return unpack(packed, count, count);
}

// The return becomes no instruction; operations that become several are seldom.
inline std::size_t expected_instructions(const Region& body) {
    return body.arguments.size() + body.operations.size() - (body.operations.empty() ? 0 : 1);
}

class Conversion {
public:
    // `inlined`: calls become the instructions of what they call, so that sizes that callers know are known inside.
    Conversion(const Document& document, const Functions& functions, builder::Builder& entry, bool inlined);

    const Document& document() const { return document_; }
    builder::Builder& builder() { return *builder_; } // of the computation that is being built
    builder::Op value(ValueId id) const;
    void set(ValueId id, builder::Op op) { values_[id] = op; }

    // The elements of a value of the computation that is being built, where they do not depend on its arguments.
    std::optional<builder::Sizes> known(builder::Op op) { return known_->integers(op.id()); }

    // Converts the block's operations into the computation that is being built; returns what its terminator names.
    builder::Ops convert_block(const Region& region, const builder::Ops& arguments);
    // A computation that the one that is being built may call. `body` builds it and returns its root.
    ComputationId nested(const std::string& name, const std::function<builder::Op()>& body,
                         std::size_t expected_instructions = 0);
    // A computation of a region, whose parameters have these shapes. It may only use constants of the values around it.
    ComputationId region(const Region& region, const std::vector<Shape>& shapes);

    // The values that regions use of those around them, without constants, which they have copies of.
    std::vector<ValueId> passed(std::span<const Region> regions) const;
    // In `nested`: gives a region these values instead of the passed ones, and copies of constants. `body` converts it.
    builder::Op with_captures(const Region& region, const std::vector<ValueId>& passed,
                              const builder::Ops& replacements, const std::function<builder::Op()>& body);

    // Throws the errors of all operations so far, if there are some.
    void throw_errors() const;

    void add_function(const Operation& function); // after those that it calls
    // A computation of the operation's first called function, for parameters of these shapes.
    ComputationId called_function(const Operation& operation, const std::vector<Shape>& shapes);
    // The results, `count` of them, of a function that is there.
    builder::Ops call(const std::string& callee, std::size_t count, const builder::Ops& operands);

private:
    void convert(const Operation& operation);
    void stand_in(const Operation& operation);
    void check_results(const Operation& operation, const builder::Ops& results) const;

    const Document& document_;
    const Functions& functions_;
    Captures captures_;
    bool inlined_;
    builder::Builder* builder_;
    KnownValues entry_known_;
    KnownValues* known_ = &entry_known_;                               // of what `builder_` builds
    std::vector<builder::Op> values_;                                  // by ValueId
    std::unordered_map<std::string_view, ComputationId> computations_; // of functions
    std::size_t depth_ = 0;                                            // of inlined calls
    std::size_t converted_ = 0;                                        // operations
    std::vector<Diagnostic> errors_;
};

// Values are others until this goes.
class Replaced {
public:
    Replaced(Conversion& conversion, const std::vector<std::pair<ValueId, builder::Op>>& values);
    Replaced(const Replaced&) = delete;
    Replaced& operator=(const Replaced&) = delete;
    ~Replaced();

private:
    Conversion& conversion_;
    std::vector<std::pair<ValueId, builder::Op>> before_;
};

} // namespace hlo2cpp::stablehlo
