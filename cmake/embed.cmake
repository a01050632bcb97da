# rules/**.yaml become constexpr tables in the library of the folder that reads them.
# gpulint-embed WHAT OUTPUT INPUT... ; src/embed/main.cpp lists the WHATs.
add_executable(gpulint-embed src/embed/main.cpp)
target_link_libraries(gpulint-embed PRIVATE gpulint_embed gpulint_options)

# gpulint_embed(<layer> <what> <input>...): adds the generated table <what>.cpp to gpulint_<layer>.
function(gpulint_embed layer what)
    set(output ${CMAKE_BINARY_DIR}/generated/${layer}/${what}.cpp)
    file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/generated/${layer})
    add_custom_command(OUTPUT ${output}
        COMMAND gpulint-embed ${what} ${output} ${ARGN}
        DEPENDS gpulint-embed ${ARGN} VERBATIM)
    target_sources(gpulint_${layer} PRIVATE ${output})
endfunction()

# Each folder that owns tables says so in src/<folder>/tables.cmake.
file(GLOB table_lists CONFIGURE_DEPENDS src/*/tables.cmake)
foreach(list IN LISTS table_lists)
    include(${list})
endforeach()
