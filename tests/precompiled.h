// What nearly every unit test includes, parsed once. Each file still includes what it uses.
#pragma once

#include <catch2/catch.hpp>

#include "driver/compile.h"
#include "read/reader.h"
