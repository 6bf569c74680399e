#include "arrange/arrange.h"

#include "arrange/equal_kernels.h"

namespace hlo2cpp {

Kernels arrange(Kernels kernels) {
    merge_equal_kernels(kernels);
    return kernels;
}

} // namespace hlo2cpp
