// Errors in a StableHLO program, with their place in it.
#pragma once

#include "read/stablehlo/structure.h"
#include "support/input_errors.h"

namespace hlo2cpp::stablehlo {

// "stablehlo.add: MESSAGE", at the operation's place, or with its offset where the file is no text.
class ErrorAtOperation : public InputError {
public:
    ErrorAtOperation(const Document& document, const Operation& operation, const std::string& message);
};

// Runs `body`; errors that have no place yet are at the operation.
template <typename Body>
auto at_operation(const Document& document, const Operation& operation, Body&& body) {
    try {
        return body();
    } catch (const ErrorAtOperation&) { // of an operation inside
        throw;
    } catch (const InputErrors&) {
        throw;
    } catch (const InputError& error) {
        throw ErrorAtOperation(document, operation, error.diagnostic.message);
    }
}

} // namespace hlo2cpp::stablehlo
