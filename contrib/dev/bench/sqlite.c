// The peer of the store: the same questions to the same file through SQLite's C interface.
//
//   sqlite query FILE RUNS SQL [CHANGE]
//   sqlite insert FILE RUNS SQL
//
// `query` runs all statements of SQL in one read transaction, prepared once, and takes every column of every row;
// CHANGE is an insert that a second connection commits before each run outside the clock, so that nothing of the
// page cache is still valid. `insert` commits SQL by itself, in WAL with synchronous=FULL. ?1 of an insert is bound
// to a new ascending 16-byte id. Prints: p50 us, p99 us, runs per second, rows of one run.

#include <sqlite3.h>

#include "samples.h"

enum { MAX_STATEMENTS = 32 };

static sqlite3 *open_file(const char *path) {
  sqlite3 *db;
  if (sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE, NULL)) fail("cannot open %s: %s", path, sqlite3_errmsg(db));
  sqlite3_busy_timeout(db, 2000);
  if (sqlite3_exec(db, "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON", NULL, NULL, NULL))
    fail("cannot set up %s: %s", path, sqlite3_errmsg(db));
  return db;
}

// Prepares all statements of `sql`; returns how many.
static int prepare(sqlite3 *db, const char *sql, sqlite3_stmt **statements) {
  int count = 0;
  while (*sql) {
    sqlite3_stmt *statement;
    if (sqlite3_prepare_v3(db, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, &sql))
      fail("%s", sqlite3_errmsg(db));
    if (!statement) continue;  // a comment or blanks
    if (count == MAX_STATEMENTS) fail("more than %d statements", MAX_STATEMENTS);
    statements[count++] = statement;
  }
  if (!count) fail("there is no statement");
  return count;
}

// Steps to the end, touching every column; returns the number of rows.
static long step_all(sqlite3 *db, sqlite3_stmt *statement) {
  long rows = 0;
  int state;
  while ((state = sqlite3_step(statement)) == SQLITE_ROW) {
    rows++;
    for (int column = 0; column < sqlite3_column_count(statement); column++) {
      if (sqlite3_column_type(statement, column) == SQLITE_INTEGER) (void)sqlite3_column_int64(statement, column);
      else (void)sqlite3_column_blob(statement, column);
    }
  }
  if (state != SQLITE_DONE) fail("%s", sqlite3_errmsg(db));
  sqlite3_reset(statement);
  return rows;
}

static void insert_one(sqlite3 *db, sqlite3_stmt *statement) {
  // Big-endian nanoseconds and a constant: ascending, as ids that begin with the time are.
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  unsigned long long words[2] = {__builtin_bswap64(now.tv_sec * 1000000000ULL + now.tv_nsec), 1};
  sqlite3_bind_blob(statement, 1, words, sizeof words, SQLITE_TRANSIENT);
  step_all(db, statement);
}

int main(int argc, char **argv) {
  int is_query = argc >= 5 && argc <= 6 && !strcmp(argv[1], "query");
  if (!is_query && !(argc == 5 && !strcmp(argv[1], "insert")))
    fail("usage: sqlite query FILE RUNS SQL [CHANGE] | sqlite insert FILE RUNS SQL");
  sqlite3 *db = open_file(argv[2]), *other = NULL;
  long runs = count_argument(argv[3], "RUNS"), warm_ups = runs / 10 + 1, rows = 0;
  sqlite3_stmt *statements[MAX_STATEMENTS], *frame[2], *change[MAX_STATEMENTS];
  int count = prepare(db, argv[4], statements);
  if (is_query && prepare(db, "BEGIN; COMMIT", frame) != 2) fail("no frame");
  if (!is_query && count != 1) fail("one insert is expected, not %d statements", count);
  if (argc == 6) {
    other = open_file(argv[2]);
    if (prepare(other, argv[5], change) != 1) fail("CHANGE is one insert");
  }

  long long *samples = allocate(runs, sizeof *samples), elapsed = 0;
  for (long i = -warm_ups; i < runs; i++) {
    if (other) insert_one(other, change[0]);
    long long begin = now_ns();
    if (is_query) {
      rows = 0;
      step_all(db, frame[0]);
      for (int k = 0; k < count; k++) rows += step_all(db, statements[k]);
      step_all(db, frame[1]);
    } else {
      insert_one(db, statements[0]);
    }
    if (i < 0) continue;
    elapsed += samples[i] = now_ns() - begin;
  }
  print_calls(samples, runs, elapsed, rows);
}
