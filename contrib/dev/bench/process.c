// Whole processes: wall time from spawn to exit and peak resident memory.
//
//   process RUNS 'NAME|SETUP|COMMAND'...
//
// Words are split at blanks. The commands take turns, so that they share the machine's noise; SETUP, when it is
// not empty, runs before each turn outside the clock. Standard output goes to /dev/null.
// Prints per command: name, median ms, p90 ms, minimum ms, peak RSS in KiB (largest of all runs).
//
// The kernel counts the memory of the process that spawned it as a child's own until its exec, so this program
// has to stay smaller than anything that it measures.

#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "samples.h"

enum { MAX_COMMANDS = 8, MAX_WORDS = 32, WARM_UPS = 3 };

typedef struct {
  const char *name;
  char *setup[MAX_WORDS + 1], *command[MAX_WORDS + 1];
  long long *samples;
  long peak_rss_kib;
} Command;

extern char **environ;
static posix_spawn_file_actions_t quiet;

static void split_words(char *text, char **words) {
  int count = 0;
  for (char *word = strtok(text, " "); word; word = strtok(NULL, " ")) {
    if (count == MAX_WORDS) fail("a command has more than %d words", MAX_WORDS);
    words[count++] = word;
  }
}

static Command parse(char *text, long runs) {
  char *setup = strchr(text, '|'), *command = setup ? strchr(setup + 1, '|') : NULL;
  if (!command) fail("expected NAME|SETUP|COMMAND, not \"%s\"", text);
  *setup++ = *command++ = 0;
  Command result = {.name = text, .samples = allocate(runs, sizeof(long long))};
  split_words(setup, result.setup);
  split_words(command, result.command);
  if (!result.command[0]) fail("%s: the command is empty", text);
  return result;
}

// Runs a program to its end; a failure of it ends the measurement.
static long long run(char **words, struct rusage *usage) {
  pid_t pid;
  int status;
  long long begin = now_ns();
  int error = posix_spawnp(&pid, words[0], &quiet, NULL, words, environ);
  if (error) fail("cannot start %s: %s", words[0], strerror(error));
  while (wait4(pid, &status, 0, usage) < 0)
    if (errno != EINTR) fail("cannot wait for %s: %s", words[0], strerror(errno));
  long long elapsed = now_ns() - begin;
  if (WIFSIGNALED(status)) fail("%s %s was ended by signal %d", words[0], words[1] ? words[1] : "", WTERMSIG(status));
  if (WEXITSTATUS(status)) fail("%s %s left with status %d", words[0], words[1] ? words[1] : "", WEXITSTATUS(status));
  return elapsed;
}

int main(int argc, char **argv) {
  if (argc < 3 || argc - 2 > MAX_COMMANDS) fail("usage: process RUNS 'NAME|SETUP|COMMAND'... (at most %d)", MAX_COMMANDS);
  long runs = count_argument(argv[1], "RUNS");
  int count = argc - 2;
  Command commands[MAX_COMMANDS];
  for (int i = 0; i < count; i++) commands[i] = parse(argv[i + 2], runs);
  posix_spawn_file_actions_init(&quiet);
  posix_spawn_file_actions_addopen(&quiet, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&quiet, 1, "/dev/null", O_WRONLY, 0);

  for (long turn = -WARM_UPS; turn < runs; turn++) {
    for (int i = 0; i < count; i++) {
      Command *c = &commands[i];
      struct rusage usage;
      if (c->setup[0]) run(c->setup, &usage);
      long long elapsed = run(c->command, &usage);
      if (turn < 0) continue;
      c->samples[turn] = elapsed;
      if (usage.ru_maxrss > c->peak_rss_kib) c->peak_rss_kib = usage.ru_maxrss;
    }
  }

  for (int i = 0; i < count; i++) {
    Command *c = &commands[i];
    sort_samples(c->samples, runs);
    printf("%s\t%.3f\t%.3f\t%.3f\t%ld\n", c->name, percentile(c->samples, runs, 50) / 1e6,
           percentile(c->samples, runs, 90) / 1e6, c->samples[0] / 1e6, c->peak_rss_kib);
  }
}
