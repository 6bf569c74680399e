#include "ops/moves.h"

namespace hlo2cpp {

bool moves_bits(Opcode opcode) {
    switch (opcode) {
    case Opcode::BitcastConvert:
    case Opcode::Complex:
    case Opcode::Imag:
    case Opcode::Real:
    case Opcode::Select: return true;
    default: return false;
    }
}

} // namespace hlo2cpp
