#include "support/version.h"

namespace hlo2cpp {

const char* version() {
    return PROJECT_VERSION;
}

const char* release_date() {
    return RELEASE_DATE;
}

} // namespace hlo2cpp
