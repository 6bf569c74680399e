// The digits network with arenas in two memories of a board, and constants that are copied to the first one.
#include <stdint.h>

#include "digits.h"
#include "print.h"

extern "C" {
extern uint32_t weights_begin[], weights_end[];
extern const uint32_t weights_load[];
}

int main() {
    int32_t output = 0;
    const int before = digits_self_test(&output); // the constants are not there yet
    const uint32_t* from = weights_load;
    for (uint32_t* to = weights_begin; to < weights_end; ++to) *to = *from++;
    const int after = digits_self_test(&output);
    put_line("without constants ", static_cast<uint32_t>(before), "\n");
    put_line("with constants ", static_cast<uint32_t>(after), "\n");
    finish(before == DIGITS_WRONG_WEIGHTS && after == DIGITS_OK ? 0 : 1);
}
