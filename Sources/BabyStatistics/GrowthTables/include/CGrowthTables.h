#pragma once

#include <stdint.h>

/// A row of a table, with as many decimal places as are published: L × 10,000, M × 10,000 and S × 100,000.
struct growth_row {
  int16_t skewness;
  uint16_t variation;
  uint32_t median;
};

/// How many rows the tables of the WHO have: ten by day or by millimetre, one after the other.
enum { growth_who_rows = 8 * 1857 + 2 * 758 };

/// A row of the tables of the WHO.
///
/// - Parameter place: below `growth_who_rows`.
struct growth_row growth_who_row(uint32_t place);
