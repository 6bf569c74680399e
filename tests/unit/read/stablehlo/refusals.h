// What is said of a StableHLO program that is refused.
#pragma once

#include <string>

#include "read/stablehlo/stablehlo.h"
#include "support/input_errors.h"

namespace hlo2cpp::stablehlo {

inline InputErrors errors_of(const std::string& program, const ReadOptions& options = {}) {
    try {
        read_stablehlo(program, options);
    } catch (const InputErrors& errors) {
        return errors;
    } catch (const InputError& error) {
        return {error.diagnostic, {}};
    }
    return {{}, {}};
}

inline Diagnostic said_of_program(const std::string& program, const ReadOptions& options = {}) {
    return errors_of(program, options).diagnostic;
}

// The main function of two arguments of these types, with this body.
inline std::string function(const std::string& types, const std::string& result, const std::string& body) {
    return "func.func @main(" + types + ") -> " + result + " {\n" + body + "\n}\n";
}

} // namespace hlo2cpp::stablehlo
