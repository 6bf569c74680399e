# An installation holds, beside the tool and its CMake package: manual page, completion for bash, licenses, guide and an
# example.
set(DOCUMENTS ${PROJECT_BINARY_DIR}/documents)
file(MAKE_DIRECTORY ${DOCUMENTS})
add_custom_command(
  TARGET hlo2cpp POST_BUILD
  COMMAND hlo2cpp --man-page > ${DOCUMENTS}/hlo2cpp.1
  COMMAND gzip -9nf ${DOCUMENTS}/hlo2cpp.1
  COMMAND hlo2cpp --bash-completion > ${DOCUMENTS}/hlo2cpp
  VERBATIM)
install(FILES ${DOCUMENTS}/hlo2cpp.1.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${DOCUMENTS}/hlo2cpp DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES ${CMAKE_CURRENT_LIST_DIR}/copyright DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/compiler/guide DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES ${PROJECT_SOURCE_DIR}/samples/digits/CMakeLists.txt ${PROJECT_SOURCE_DIR}/samples/digits/digits.pb
              ${PROJECT_SOURCE_DIR}/samples/digits/main.cpp ${PROJECT_SOURCE_DIR}/samples/digits/test_images.h
        DESTINATION ${CMAKE_INSTALL_DOCDIR}/examples/digits)
# The functions that programs for several devices need of their host.
install(FILES ${PROJECT_SOURCE_DIR}/samples/replicas/README.md DESTINATION ${CMAKE_INSTALL_DOCDIR}/examples/replicas)
file(GLOB TABLES ${PROJECT_SOURCE_DIR}/samples/replicas/*.h ${PROJECT_SOURCE_DIR}/samples/replicas/*.cpp)
install(FILES ${TABLES} DESTINATION ${CMAKE_INSTALL_DOCDIR}/examples/replicas)
if(PROJECT_IS_TOP_LEVEL)
  include(${CMAKE_CURRENT_LIST_DIR}/debian.cmake)
endif()
