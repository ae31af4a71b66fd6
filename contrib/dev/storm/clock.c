// A clock that is wrong by STORM_CLOCK_MS milliseconds, for one program: preloaded, it stands before the C library.
// Where STORM_CLOCK_FILE names a file, the milliseconds are in that file: writing to it sets the clock of a program that
// runs: what is due by then is due at once.
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/inotify.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static _Atomic long wrong;

static long wrong_by(void) { return atomic_load(&wrong); }

static void read_file(const char *path) {
  char text[32] = {0};
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file >= 0 && read(file, text, sizeof text - 1) > 0) atomic_store(&wrong, atol(text));
  if (file >= 0) close(file);
}

__attribute__((constructor)) static void begin(void) {
  const char *text = getenv("STORM_CLOCK_MS"), *path = getenv("STORM_CLOCK_FILE");
  if (text) atomic_store(&wrong, atol(text));
  if (path) read_file(path);
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

// The timers on the wall clock, as their program has set them; there is more room than any program of ours needs.
static struct { int descriptor, flags; struct itimerspec due; } timers[16];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int arm(int descriptor, int flags, const struct itimerspec *due, struct itimerspec *before) {
  struct itimerspec shifted = *due;
  if (due->it_value.tv_sec || due->it_value.tv_nsec) shift(&shifted.it_value, -wrong_by());
  return syscall(SYS_timerfd_settime, descriptor, flags, &shifted, before);
}

static void *follow_file(void *path) {
  char events[4096];
  int notify = inotify_init1(IN_CLOEXEC);
  inotify_add_watch(notify, path, IN_CLOSE_WRITE);
  do {
    pthread_mutex_lock(&lock);
    read_file(path);
    for (int i = 0; i < 16; i++)
      if (timers[i].flags) arm(timers[i].descriptor, timers[i].flags, &timers[i].due, 0);
    pthread_mutex_unlock(&lock);
  } while (read(notify, events, sizeof events) > 0);
  return 0;
}

// Only timers on the wall clock can be cancelled when it is set.
int timerfd_settime(int descriptor, int flags, const struct itimerspec *due, struct itimerspec *before) {
  static int is_following;
  const char *path = getenv("STORM_CLOCK_FILE");
  if (!(flags & TFD_TIMER_CANCEL_ON_SET)) return syscall(SYS_timerfd_settime, descriptor, flags, due, before);
  pthread_mutex_lock(&lock);
  for (int i = 0; i < 16; i++) {
    if (timers[i].flags && timers[i].descriptor != descriptor) continue;
    timers[i].descriptor = descriptor;
    timers[i].flags = flags;
    timers[i].due = *due;
    break;
  }
  int result = arm(descriptor, flags, due, before);
  pthread_t thread;
  if (path && !is_following) is_following = !pthread_create(&thread, 0, follow_file, (void *)path);
  pthread_mutex_unlock(&lock);
  return result;
}
