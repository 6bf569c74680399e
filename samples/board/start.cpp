// Start-up of QEMU's boards of Arm (Cortex-M3: mps2-an385, Cortex-M4F: mps2-an386, Cortex-M7: mps2-an500, Cortex-M33:
// mps2-an505, Cortex-M55: mps3-an547), for programs that need nothing but their own memory: no C library, no
// constructors, no initialised variables.
#include <stdint.h>

#include "board.h"

// From the linker script.
extern "C" {
extern uint32_t stack_bottom[], stack_top[], bss_begin[], bss_end[];
int main();
[[noreturn]] void start();
[[noreturn]] void fault();
}

namespace {

constexpr uint32_t kPaint = 0xa5a5a5a5u;
uintptr_t painted_from = 0;

volatile uint32_t& reg(uintptr_t address) {
    return *reinterpret_cast<volatile uint32_t*>(address);
}
volatile uint32_t& systick_control() {
    return reg(0xe000e010);
}
volatile uint32_t& systick_reload() {
    return reg(0xe000e014);
}
volatile uint32_t& systick_value() {
    return reg(0xe000e018);
}

uintptr_t stack_pointer() {
    uintptr_t value;
    __asm volatile("mov %0, sp" : "=r"(value));
    return value;
}

// A request to the debugger, or to QEMU in its place.
int semihosting(int operation, const void* argument) {
    register int r0 __asm("r0") = operation;
    register const void* r1 __asm("r1") = argument;
    __asm volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
    return r0;
}

// Instructions take 1 ns, and the clocks have 32 MHz on mps3-an547, 20 on mps2-an505, and 25 on the others.
#if defined(__ARM_FEATURE_MVE)
constexpr uint32_t kInstructionsPerFourTicks = 125;
#elif defined(__ARM_ARCH_8M_MAIN__) || defined(__ARM_ARCH_8M_BASE__)
constexpr uint32_t kInstructionsPerFourTicks = 200;
#else
constexpr uint32_t kInstructionsPerFourTicks = 160;
#endif
uint32_t last_tick = 0;
uint64_t ticks = 0;

} // namespace

void put(const char* text) {
    semihosting(0x04, text); // SYS_WRITE0
}

void finish(int status) {
    const uint32_t arguments[] = {0x20026, static_cast<uint32_t>(status)}; // ADP_Stopped_ApplicationExit
    semihosting(0x20, arguments);                                          // SYS_EXIT_EXTENDED
    for (;;) {
    }
}

__attribute__((noinline)) void paint_stack() {
    __asm volatile("" ::: "lr");    // saved before the stack pointer is read: loops of a Cortex-M55 count in it
    painted_from = stack_pointer(); // below it nothing lives: this function calls none
    for (volatile uint32_t* at = stack_bottom; reinterpret_cast<uintptr_t>(at) < painted_from; ++at) *at = kPaint;
}

uint32_t painted_stack_used() {
    const volatile uint32_t* at = stack_bottom;
    while (reinterpret_cast<uintptr_t>(at) < painted_from && *at == kPaint) ++at;
    return static_cast<uint32_t>(painted_from - reinterpret_cast<uintptr_t>(at));
}

void start_counting() {
    systick_control() = 0;
    systick_reload() = 0xffffff;
    systick_value() = 0;
    systick_control() = 5; // enabled, the processor's clock, no interrupt
    last_tick = systick_value();
    ticks = 0;
}

// SysTick has 24 bits and counts down: call this at least every 16 million ticks.
uint64_t counted_instructions() {
    const uint32_t now = systick_value();
    ticks += (last_tick - now) & 0xffffff;
    last_tick = now;
    return ticks * kInstructionsPerFourTicks / 4;
}

void start() {
    reg(0xe000ed88) = reg(0xe000ed88) | 0xf00000; // CPACR: the floating-point unit
    __asm volatile("dsb\n isb" ::: "memory");
    for (volatile uint32_t* at = bss_begin; at < bss_end; ++at) *at = 0;
    finish(main());
}

void fault() {
    put("fault\n");
    finish(99);
}

using Handler = void (*)();
struct Vectors {
    uint32_t* stack;
    Handler handlers[15];
};
extern const Vectors vectors;
__attribute__((section(".vectors"), used)) const Vectors vectors = {
    stack_top,
    {start, fault, fault, fault, fault, fault, fault, fault, fault, fault, fault, fault, fault, fault, fault}};
