// What Swift's Glibc does not show of the C library and of the linker.
#pragma once

#include <malloc.h>

// The program's own code, from the linker's symbols.
static inline char *process_code_start(void) {
  extern char __executable_start[];
  return __executable_start;
}

static inline char *process_code_end(void) {
  extern char etext[];
  return etext;
}
