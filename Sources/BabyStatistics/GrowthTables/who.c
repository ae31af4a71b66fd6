#include "CGrowthTables.h"

// The compiler puts the file into the program as it is. An array in Swift, as SwiftPM makes of a resource, takes 22 s to
// compile.
#pragma clang diagnostic ignored "-Wc23-extensions"
static const unsigned char who[] = {
#embed "who.bin"
};

enum { row_size = 8 };
_Static_assert(sizeof who == growth_who_rows * row_size, "who.bin has too few rows, or too many");

struct growth_row growth_who_row(uint32_t place) {
  const unsigned char *row = who + (uint64_t)place * row_size;
  return (struct growth_row){
      .skewness = (int16_t)(row[0] | row[1] << 8),
      .variation = (uint16_t)(row[2] | row[3] << 8),
      .median = row[4] | row[5] << 8 | row[6] << 16 | (uint32_t)row[7] << 24,
  };
}
