# Toolchain: bare-metal Cortex-M7 with GCC; needs newlib, but no C++ library.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR arm)
set(CMAKE_CXX_COMPILER arm-none-eabi-g++)
set(CMAKE_CXX_FLAGS_INIT "-mcpu=cortex-m7 -mthumb -mfpu=fpv5-d16 -mfloat-abi=hard -fno-exceptions -fno-rtti")
set(CMAKE_EXE_LINKER_FLAGS_INIT "-nodefaultlibs")
set(CMAKE_CXX_STANDARD_LIBRARIES "-Wl,--start-group -lc -lnosys -lgcc -Wl,--end-group")
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
