// Timing samples and the few helpers that every program here shares.
//
// Each program prints one line per measurement, its fields separated by tabs, for measure.py to read.

#ifndef SAMPLES_H
#define SAMPLES_H

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>

// Stops with a sentence: a benchmark that goes on after a failure measures the failure.
__attribute__((noreturn, format(printf, 1, 2))) static inline void fail(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vfprintf(stderr, format, arguments);
  va_end(arguments);
  fputc('\n', stderr);
  exit(1);
}

// Nanoseconds on a clock that no time adjustment steps.
static inline long long now_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static inline void *allocate(size_t count, size_t size) {
  void *memory = calloc(count, size);
  if (!memory) fail("out of memory");
  return memory;
}

// A whole number from 1 up.
static inline long count_argument(const char *text, const char *name) {
  char *end;
  long value = strtol(text, &end, 10);
  if (*end || value < 1) fail("%s must be a number from 1 up, not \"%s\"", name, text);
  return value;
}

static int compare_samples(const void *a, const void *b) {
  long long x = *(const long long *)a, y = *(const long long *)b;
  return (x > y) - (x < y);
}

static inline void sort_samples(long long *samples, long count) {
  qsort(samples, count, sizeof *samples, compare_samples);
}

// The value below which `percent` of the sorted samples lie.
static inline long long percentile(const long long *sorted, long count, int percent) {
  long index = count * percent / 100;
  return sorted[index < count ? index : count - 1];
}

// What a load of calls prints: p50 and p99 in microseconds, calls per second, bytes of one answer.
static inline void print_calls(long long *samples, long count, long long elapsed_ns, long answer_bytes) {
  sort_samples(samples, count);
  printf("%.2f\t%.2f\t%.0f\t%ld\n", percentile(samples, count, 50) / 1e3, percentile(samples, count, 99) / 1e3,
         count * 1e9 / elapsed_ns, answer_bytes);
}

static inline struct sockaddr_un unix_address(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (strlen(path) >= sizeof address.sun_path) fail("the socket path is too long: %s", path);
  strcpy(address.sun_path, path);
  return address;
}

#endif
