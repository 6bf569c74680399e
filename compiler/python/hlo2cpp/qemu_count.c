// A plugin of QEMU that counts instructions of the guest; the declarations are those of qemu-plugin.h, version 1 of the interface,
// which Debian has in no package.
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>

#define VISIBLE __attribute__((visibility("default")))
typedef uint64_t plugin_id;
struct block;
void qemu_plugin_register_vcpu_tb_trans_cb(plugin_id id, void (*translated)(plugin_id, struct block*));
size_t qemu_plugin_tb_n_insns(const struct block* block);
void qemu_plugin_register_vcpu_tb_exec_inline(struct block* block, int add_u64, void* counter, uint64_t amount);
void qemu_plugin_register_atexit_cb(plugin_id id, void (*ended)(plugin_id, void*), void* data);

VISIBLE int qemu_plugin_version = 1;
static uint64_t count;

static void translated(plugin_id id, struct block* block) {
    (void)id;
    qemu_plugin_register_vcpu_tb_exec_inline(block, 0, &count, qemu_plugin_tb_n_insns(block));
}

static void ended(plugin_id id, void* data) {
    (void)id, (void)data;
    fprintf(stderr, "instructions %" PRIu64 "\n", count);
}

VISIBLE int qemu_plugin_install(plugin_id id, const void* info, int argc, char** argv) {
    (void)info, (void)argc, (void)argv;
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
    qemu_plugin_register_atexit_cb(id, ended, NULL);
    return 0;
}
