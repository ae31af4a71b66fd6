// A clock that is wrong by STORM_CLOCK_MS milliseconds, for one program: preloaded, it stands before the C library.
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static long wrong_by(void) {
  static long known = -1, milliseconds;
  if (known < 0) {
    const char *text = getenv("STORM_CLOCK_MS");
    milliseconds = text ? atol(text) : 0;
    known = 0;
  }
  return milliseconds;
}

static void shift(struct timespec *time, long milliseconds) {
  long nanoseconds = time->tv_nsec + milliseconds % 1000 * 1000000;
  time->tv_sec += milliseconds / 1000 + nanoseconds / 1000000000 - (nanoseconds < 0);
  time->tv_nsec = nanoseconds % 1000000000 + (nanoseconds < 0 ? 1000000000 : 0);
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  int result = syscall(SYS_clock_gettime, clock, time);
  if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) shift(time, wrong_by());
  return result;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
  struct timespec now;
  (void)zone;
  clock_gettime(CLOCK_REALTIME, &now);
  time->tv_sec = now.tv_sec;
  time->tv_usec = now.tv_nsec / 1000;
  return 0;
}

time_t time(time_t *result) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (result) *result = now.tv_sec;
  return now.tv_sec;
}

// Only timers on the wall clock can be cancelled when it is set.
int timerfd_settime(int descriptor, int flags, const struct itimerspec *due, struct itimerspec *before) {
  struct itimerspec shifted = *due;
  int is_set = due->it_value.tv_sec || due->it_value.tv_nsec;
  if ((flags & TFD_TIMER_CANCEL_ON_SET) && is_set) shift(&shifted.it_value, -wrong_by());
  return syscall(SYS_timerfd_settime, descriptor, flags, &shifted, before);
}
