#pragma once

#ifdef __GNUC__
#define MAY_ALIAS __attribute__((may_alias))
#else
#define MAY_ALIAS
#endif

// A complex number, re + i im. Its bytes in the arena may have been those of another type.
struct MAY_ALIAS c64 {
    float re;
    float im;
};

// A complex number, re + i im. Its bytes in the arena may have been those of another type.
struct MAY_ALIAS c128 {
    double re;
    double im;
};
