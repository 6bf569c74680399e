// Numbers on the console of board.h, for programs without a C library.
#pragma once

#include "board.h"

inline void put_number(uint32_t number) {
    char text[12];
    char* at = text + sizeof text - 1;
    *at = 0;
    do *--at = static_cast<char>('0' + number % 10);
    while ((number /= 10) != 0);
    put(at);
}

inline void put_line(const char* before, uint32_t number, const char* after) {
    put(before);
    put_number(number);
    put(after);
}
