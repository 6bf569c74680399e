#include "program/program_verify.h"

#include "program/program_bounds.h"
#include "program/program_names.h"

namespace hlo2cpp {

void verify_program(const Program& program) {
    verify_names(program);
    verify_bounds(program);
}

} // namespace hlo2cpp
