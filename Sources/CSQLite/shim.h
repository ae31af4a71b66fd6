#pragma once
#include <sqlite3.h>

// A variadic function, which Swift cannot call.
static inline int sqlite_configure(sqlite3 *connection, int option, int value) {
  return sqlite3_db_config(connection, option, value, (int *)0);
}

// Another one: copies a text with its end, as much of it as there is room for.
static inline void sqlite_copy_text(int room, char *out, const char *text) { sqlite3_snprintf(room, out, "%s", text); }

// A macro that Swift cannot read: fewer bytes were there, and the rest of the room is zeros.
static const int sqlite_short_read = SQLITE_IOERR_SHORT_READ;
