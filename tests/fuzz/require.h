#pragma once

#include <cstdio>
#include <cstdlib>

/// Ends the program, for the fuzzer to see, when something that must always hold does not.
#define GPULINT_REQUIRE(condition)                                               \
    do {                                                                         \
        if (!(condition)) {                                                      \
            std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
            std::abort();                                                        \
        }                                                                        \
    } while (false)
