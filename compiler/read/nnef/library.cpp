#include "read/nnef/library.h"

#include "read/nnef/checker.h"
#include "read/nnef/parser.h"
#include "support/embedded.h"

namespace hlo2cpp::nnef {
namespace {

SourceText embedded_text(const char* file) {
    return {.file = file, .text = std::string(embedded_file(file)), .is_graph = false};
}

const SourceText& standard_text() {
    static const SourceText text = embedded_text("standard.nnef");
    return text;
}

const SourceText& provisional_text() {
    static const SourceText text = embedded_text("provisional.nnef");
    return text;
}

} // namespace

Library::Library(bool provisional) : provisional_(provisional) {
    add_text(standard_text());
    if (provisional) add_text(provisional_text());
}

// Each fragment may call earlier fragments; a later fragment of the same name replaces the earlier one.
void Library::add_text(const SourceText& source) {
    for (std::unique_ptr<Fragment>& fragment : parse_library(source)) {
        by_name_[fragment->name] = fragment.get();
        check_fragment(*fragment, *this, {});
        standard_.push_back(std::move(fragment));
    }
}

const Fragment* Library::find(std::string_view name) const {
    const auto found = by_name_.find(name);
    return found == by_name_.end() ? nullptr : found->second;
}

bool Library::add(const Fragment& fragment) {
    const Fragment* const before = find(fragment.name);
    if (before != nullptr && !(provisional_ && before->is_standard)) return false;
    by_name_[fragment.name] = &fragment;
    return true;
}

} // namespace hlo2cpp::nnef
