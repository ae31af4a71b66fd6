#include "shim.h"

// `contrib/packaging/stage` replaces this text in the programs that it installs. So a commit, which changes no code,
// rebuilds nothing.
__attribute__((section(".bb_build"), used, retain)) const char process_build[PROCESS_BUILD_SIZE] = "development build";
