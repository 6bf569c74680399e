// Start-up of QEMU's board virt (RISC-V, `-M virt -bios none`), as start.cpp is that of the MPS2 boards.
#include <stdint.h>

#include "board.h"

// From the linker script.
extern "C" {
extern uint32_t stack_bottom[], stack_top[], bss_begin[], bss_end[];
int main();
[[noreturn]] void start();
[[noreturn, gnu::used]] void started();
[[noreturn, gnu::used]] void fault();
}

namespace {

constexpr uint32_t kPaint = 0xa5a5a5a5u;
uintptr_t painted_from = 0;
uint32_t first_instruction = 0;

uintptr_t stack_pointer() {
    uintptr_t value;
    __asm volatile("mv %0, sp" : "=r"(value));
    return value;
}

uint32_t retired_instructions() {
    uint32_t count;
    __asm volatile(".option arch, +zicsr\n csrr %0, minstret" : "=r"(count)::"memory");
    return count;
}

} // namespace

void put(const char* text) {
    while (*text != 0) *reinterpret_cast<volatile char*>(0x10000000) = *text++; // the first register of the UART
}

void finish(int status) {
    const uint32_t code = static_cast<uint32_t>(status) << 16 | 0x3333u; // the test device: fail, with this status
    *reinterpret_cast<volatile uint32_t*>(0x100000) = status == 0 ? 0x5555u : code;
    for (;;) {
    }
}

__attribute__((noinline)) void paint_stack() {
    painted_from = stack_pointer(); // below it nothing lives: this function calls none
    for (volatile uint32_t* at = stack_bottom; reinterpret_cast<uintptr_t>(at) < painted_from; ++at) *at = kPaint;
}

uint32_t painted_stack_used() {
    const volatile uint32_t* at = stack_bottom;
    while (reinterpret_cast<uintptr_t>(at) < painted_from && *at == kPaint) ++at;
    return static_cast<uint32_t>(painted_from - reinterpret_cast<uintptr_t>(at));
}

void start_counting() {
    first_instruction = retired_instructions();
}

uint64_t counted_instructions() {
    return retired_instructions() - first_instruction;
}

// In front of all other code, where the board begins. An exception ends the program; handlers begin at multiples of
// four.
__attribute__((naked, section(".vectors"), aligned(4))) void start() {
    __asm volatile(".option arch, +zicsr\n la sp, stack_top\n la t0, fault\n csrw mtvec, t0\n j started");
}

void started() {
#ifdef __riscv_flen
    __asm volatile(".option arch, +zicsr\n csrs mstatus, %0" : : "r"(0x2000)); // FS: the floating-point unit
#endif
    for (volatile uint32_t* at = bss_begin; at < bss_end; ++at) *at = 0;
    finish(main());
}

__attribute__((aligned(4))) void fault() {
    put("fault\n");
    finish(99);
}
