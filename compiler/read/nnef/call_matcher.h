// Which fragment a call is of, and which of its arguments is for which parameter.
#pragma once

#include <string>
#include <vector>

#include "read/nnef/checker.h"

namespace hlo2cpp::nnef {

class CallMatcher {
public:
    CallMatcher(const SourceText& source, const Library& library, CheckOptions options)
        : source_(source), library_(library), options_(options) {}

    const Fragment& fragment_of(const Expr& call) const;
    // The parameters from the `first` on that the arguments are for; fills `by_parameter`.
    std::vector<std::size_t> match_arguments(Expr& call, const Fragment& fragment, std::size_t first) const;
    // Type that ? stands for: the call's type argument, else the fragment's default, else the type of the arguments.
    Base base_of(const Expr& call, const Fragment& fragment, const std::vector<Type>& types) const;

private:
    std::size_t parameter_of(const Expr& call, const Argument& argument, const Fragment& fragment, std::size_t first,
                             std::size_t next) const;
    [[noreturn]] void fail(TextPlace place, const std::string& message) const { fail_at(source_, place, message); }

    const SourceText& source_;
    const Library& library_;
    const CheckOptions options_;
};

} // namespace hlo2cpp::nnef
