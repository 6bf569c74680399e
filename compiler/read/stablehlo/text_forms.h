// Short forms of operations that are no list of operands and keywords. Each reads what comes after the name.
#pragma once

#include "read/stablehlo/text_operations.h"

namespace hlo2cpp::stablehlo {

using FormFunction = void (*)(OperationParser&, ParsedOperation&);

struct NamedForm {
    std::string_view operation;
    FormFunction parse;
};

// Forms of the dialects stablehlo and chlo; of func, builtin and sdy.
const std::vector<NamedForm>& own_forms();
const std::vector<NamedForm>& structure_forms();

std::vector<Attribute> parse_enum_values(OperationParser& parser); // [DEFAULT, HIGH]
void set_integers(Operation& operation, std::string_view name, std::vector<std::int64_t> values);

} // namespace hlo2cpp::stablehlo
