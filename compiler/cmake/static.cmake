# Protocol Buffers, zlib and the C++ library as archives, where the system has them: the tool then needs the C library alone, and
# one executable serves for the packages of a release. From version 4 on Protocol Buffers needs more archives than its own.
set(HLO2CPP_PROTOBUF protobuf::libprotobuf)
cmake_path(GET Protobuf_LIBRARY PARENT_PATH PROTOBUF_FOLDER)
find_library(PROTOBUF_ARCHIVE libprotobuf.a PATHS ${PROTOBUF_FOLDER} NO_DEFAULT_PATH)
find_library(ZLIB_ARCHIVE libz.a PATHS ${PROTOBUF_FOLDER} NO_DEFAULT_PATH)
if(PROTOBUF_ARCHIVE AND ZLIB_ARCHIVE AND Protobuf_VERSION VERSION_LESS 4)
  find_package(Threads REQUIRED)
  set(HLO2CPP_PROTOBUF ${PROTOBUF_ARCHIVE} ${ZLIB_ARCHIVE} Threads::Threads)
endif()

# Sections that nothing reaches go: those of the C++ library ask for newer C libraries than the tool does.
include(CheckLinkerFlag)
set(HLO2CPP_STATIC_CXX -static-libstdc++ -static-libgcc -Wl,--gc-sections)
check_linker_flag(CXX "${HLO2CPP_STATIC_CXX}" HLO2CPP_HAS_STATIC_CXX)
if(HLO2CPP_SANITIZE OR NOT HLO2CPP_HAS_STATIC_CXX)
  set(HLO2CPP_STATIC_CXX)
endif()
