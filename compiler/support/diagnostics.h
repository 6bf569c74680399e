// Errors in an input: collected, then shown to the person all at once.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "support/text_place.h"

namespace hlo2cpp {

struct Diagnostic {
    std::string message;     // the fault and its remedy, one or two sentences without a final newline
    std::string instruction; // HLO text of the instruction, empty where there is none
    std::string op_name;     // the framework's name of it and its source line, may be empty
    TextPlace place;         // in HLO text
    std::string excerpt;     // lines below the message: the place with a caret, or text to type; may be empty
};

class Diagnostics {
public:
    void error(Diagnostic diagnostic) { errors_.push_back(std::move(diagnostic)); }
    void error(std::string message) { errors_.push_back({.message = std::move(message)}); }
    bool has_errors() const { return !errors_.empty(); }
    const std::vector<Diagnostic>& errors() const { return errors_; }

    // Adds excerpts of the text to the errors that have a place in it.
    void show_text(std::string_view text);

    // "MODULE: error: ..." a paragraph an error; at most `limit` are spelled out, the rest are counted.
    std::string render(const std::string& module_path, std::size_t limit = 50) const;

private:
    std::vector<Diagnostic> errors_;
};

// Thrown by a stage for the one error that stops it; the driver turns it into a diagnostic.
class InputError : public std::runtime_error {
public:
    explicit InputError(Diagnostic what) : std::runtime_error(what.message), diagnostic(std::move(what)) {}
    explicit InputError(const std::string& message) : InputError(Diagnostic{.message = message}) {}
    Diagnostic diagnostic;
};

// A broken promise of our own: a bug in hlo2cpp, never a fault of the input.
class InternalError : public std::logic_error {
public:
    using std::logic_error::logic_error;
};

void check_internal(bool condition, const char* what); // throws InternalError

} // namespace hlo2cpp
