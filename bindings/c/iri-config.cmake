# find_package(iri) makes the target iri::iri.
get_filename_component(_iri_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
if(NOT TARGET iri::iri)
  add_library(iri::iri STATIC IMPORTED)
  set_target_properties(iri::iri PROPERTIES
    IMPORTED_LOCATION "${_iri_prefix}/lib/libiri.a"
    INTERFACE_INCLUDE_DIRECTORIES "${_iri_prefix}/include")
endif()
unset(_iri_prefix)
