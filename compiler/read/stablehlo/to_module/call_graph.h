// The functions that the entry needs.
#pragma once

#include <vector>

#include "read/stablehlo/to_module/conversion.h"

namespace hlo2cpp::stablehlo {

// All functions of the program, by name.
Functions functions_of(const Document& document);
// `main`, or the only public function, or the only one at all. Null: there are several.
const Operation* default_entry(const Document& document, const Functions& functions);
// The function of the name that is asked for; the default one where `asked` is empty. Throws InputError.
const Operation& entry_of(const Document& document, const Functions& functions, const std::string& asked);
// The functions that it needs, callees first and itself last. Throws InputError for a function that is not there or has
// no body, for recursion, and for results that the function's type does not say.
std::vector<const Operation*> needed_functions(const Document& document, const Functions& functions,
                                               const Operation& entry);

} // namespace hlo2cpp::stablehlo
