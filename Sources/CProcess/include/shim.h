// What Swift does not show of the C library, of the linker and of Dispatch.
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

// A timer on the wall clock, which also ends when somebody sets the clock. Without <sys/timerfd.h>, whose timespec
// Swift would then find here and no longer in Glibc.
extern int timerfd_create(int clock, int flags);
extern int timerfd_settime(int descriptor, int flags, const void *due, void *before);

static inline int process_timer_open(void) {
  return timerfd_create(0 /* CLOCK_REALTIME */, 02000000 | 04000 /* TFD_CLOEXEC | TFD_NONBLOCK */);
}

// Milliseconds since 1970; 0 for never.
static inline int process_timer_set(int descriptor, long long milliseconds) {
  // An itimerspec: no interval, then seconds and nanoseconds.
  long due[4] = {0, 0, milliseconds / 1000, milliseconds % 1000 * 1000000};
  return timerfd_settime(descriptor, 1 | 2 /* TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET */, due, (void *)0);
}

// Signals as something to read, without <sys/signalfd.h> for the same reason.
//
// The set is a sigset_t. What is read are 128 bytes for each signal, of which the first four are its number.
extern int signalfd(int descriptor, const void *set, int flags);

static inline int process_signals_open(const void *set) {
  return signalfd(-1, set, 02000000 | 04000 /* SFD_CLOEXEC | SFD_NONBLOCK */);
}

// For posix_spawn: closes what is open from a descriptor on. The actions are posix_spawn_file_actions_t.
extern int posix_spawn_file_actions_addclosefrom_np(void *actions, int from);

static inline int process_spawn_closes(void *actions, int from) {
  return posix_spawn_file_actions_addclosefrom_np(actions, from);
}

// Names the calling thread, in at most 15 bytes. Foundation's own way does nothing when the thread is faster than who
// starts it.
extern int prctl(int option, ...);

static inline void process_name_thread(const char *name) { prctl(15 /* PR_SET_NAME */, name); }

// Keeps the Dispatch queue that the caller runs on for as long as the process lives. Declared in here, because Swift finds
// Dispatch's own declarations elsewhere.
static inline void process_keep_queue(void) {
  extern void *dispatch_get_current_queue(void);
  extern void dispatch_retain(void *object);
  dispatch_retain(dispatch_get_current_queue());
}

// The commit that this program was built from, and its date. Defined elsewhere, so that no compiler inlines its value.
enum { PROCESS_BUILD_SIZE = 64 };
extern const char process_build[PROCESS_BUILD_SIZE];

static inline const char *process_build_text(void) { return process_build; }

// To be called before a user is looked up. For users who are not in /etc/passwd, glibc loads modules that nsswitch.conf
// names, and a static program crashes doing so: it gets those of /etc/passwd alone.
static inline void process_prepare_user_lookup(void) {
  extern unsigned long getauxval(unsigned long type);
  extern int __nss_configure_lookup(const char *database, const char *services);
  // A static program has no dynamic linker, whose address this is.
  if (getauxval(7 /* AT_BASE */) == 0) __nss_configure_lookup("passwd", "files");
}
