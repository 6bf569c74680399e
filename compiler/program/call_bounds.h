// The proof that calls access memory inside their arrays: steps, helpers, sorts, intrinsics, exchanges and traces.
#pragma once

#include <map>
#include <set>
#include <utility>

#include "program/access_bounds.h"
#include "program/call_accesses.h"
#include "program/program.h"

namespace hlo2cpp {

// Numbers that a call gives to a function of any size; for a pointer the number of bytes behind it.
using SizeArguments = std::vector<std::int64_t>;

class CallBounds {
public:
    CallBounds(const Program& program, AccessBounds& accesses);

    // An expression that may be a call.
    void operator()(const tree::Expression& a);
    // Bytes that the functions of a record need in the arrays that its members point to, by member.
    std::vector<Range>& declare(const tree::Record& record);
    void leave_function() { lines_.clear(); }
    // Sizes that calls give to functions of any size: each function is checked once for each of them.
    const std::set<std::pair<const tree::Function*, SizeArguments>>& sizes() const { return sizes_; }

private:
    struct Line {
        const tree::Record* record = nullptr;
        std::vector<Range> needed; // by member
    };
    // `name`: name of the function, for messages.
    void touch(const tree::Expression& a, const CallAccesses& accesses, const std::string& name);
    void call(const tree::Expression& a);
    void step_call(const tree::Expression& a, const tree::Function& step);
    void any_size_call(const tree::Expression& a, const tree::Function& step);
    void sort_call(const tree::Expression& a);
    void construct(const tree::Expression& a);

    const Program& program_;
    AccessBounds& accesses_;
    std::unordered_map<std::string, const tree::Function*> steps_;
    std::map<std::string, Line> lines_; // by the name of the record
    std::set<std::pair<const tree::Function*, SizeArguments>> sizes_;
};

} // namespace hlo2cpp
