// scale doubles (1, 2, 3, 4); dense gives (x0 + x2 - x3, x1 + x2 + 2 x3) of that: (0, 26); negate gives (-1, -2, -3,
// -4). Returns 0 where they do.
#include <dense_net.h>
#include <negate.h>
#include <network.h>
#include <scale_model.h>

int main() {
    const float x[4] = {1, 2, 3, 4};
    float doubled[4], negated[4], y[2];
    if (scale_model_self_test(nullptr) != SCALE_MODEL_OK) return 2;
    if (scale_model_run(x, doubled) != SCALE_MODEL_OK || dense_net_run(doubled, y) != DENSE_NET_OK) return 1;
    if (negate_run(x, negated) != NEGATE_OK || negated[3] != -4) return 4;
    float out[2];
    if (network_run(x, out) != NETWORK_OK) return 5;
    return y[0] == 0 && y[1] == 26 ? 0 : 3;
}
