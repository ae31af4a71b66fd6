// Request and answer, line by line, over a Unix socket: a closed loop on each of several connections.
//
//   roundtrip SOCKET CONNECTIONS CALLS REQUEST [BEFORE]
//
// REQUEST is one line without its newline; the first %n in it becomes the number of the call. BEFORE, with one
// connection only, is a request that is sent and answered before each call outside the clock.
// Prints: p50 us, p99 us, calls per second, bytes of the last answer. An answer without "result" ends it.

#include <sys/epoll.h>
#include <unistd.h>

#include "samples.h"

enum { MAX_CONNECTIONS = 256, MAX_REQUEST = 4096, MAX_ANSWER = 1 << 20 };

typedef struct {
  int fd;
  long long sent_at;
  long filled, answer_bytes;
  char *answer;
} Connection;

static Connection open_connection(const char *path) {
  struct sockaddr_un address = unix_address(path);
  Connection c = {.fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0), .answer = allocate(MAX_ANSWER, 1)};
  if (c.fd < 0 || connect(c.fd, (struct sockaddr *)&address, sizeof address))
    fail("cannot connect to %s: %s", path, strerror(errno));
  return c;
}

static void send_request(Connection *c, const char *request, long number) {
  char line[MAX_REQUEST];
  const char *mark = strstr(request, "%n");
  int length = mark ? snprintf(line, sizeof line, "%.*s%ld%s\n", (int)(mark - request), request, number, mark + 2)
                    : snprintf(line, sizeof line, "%s\n", request);
  if (length >= MAX_REQUEST) fail("the request is longer than %d bytes", MAX_REQUEST);
  c->filled = 0;
  c->sent_at = now_ns();
  if (send(c->fd, line, length, MSG_NOSIGNAL) != length) fail("cannot send: %s", strerror(errno));
}

// Reads once; the answer's length with its newline when it is complete, else 0.
static long receive(Connection *c) {
  long count = recv(c->fd, c->answer + c->filled, MAX_ANSWER - 1 - c->filled, 0);
  if (count < 0) fail("cannot receive: %s", strerror(errno));
  if (count == 0) fail("the server closed the connection, or its answer is over %d bytes", MAX_ANSWER);
  c->filled += count;
  if (c->answer[c->filled - 1] != '\n') return 0;
  return c->answer_bytes = c->filled;
}

static void check_answer(Connection *c) {
  c->answer[c->filled] = 0;
  if (!strstr(c->answer, "\"result\"")) fail("not a result: %.500s", c->answer);
}

// One connection: blocking calls, nothing but the two system calls between sending and having the answer.
static void run_alone(Connection *c, long calls, long warm_ups, const char *request, const char *before,
                      long long *samples) {
  for (long i = -warm_ups; i < calls; i++) {
    if (before) {
      send_request(c, before, calls + i);
      while (!receive(c)) continue;
      check_answer(c);
    }
    send_request(c, request, warm_ups + i);
    while (!receive(c)) continue;
    long long elapsed = now_ns() - c->sent_at;
    check_answer(c);
    if (i >= 0) samples[i] = elapsed;
  }
}

// Many connections, each with one request under way. Returns the time that the counted calls took together.
static long long run_together(Connection *connections, int count, long calls, long warm_ups, const char *request,
                              long long *samples) {
  struct epoll_event events[MAX_CONNECTIONS];
  int poll = epoll_create1(EPOLL_CLOEXEC);
  for (int i = 0; i < count; i++) {
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = &connections[i]};
    if (epoll_ctl(poll, EPOLL_CTL_ADD, connections[i].fd, &event)) fail("epoll: %s", strerror(errno));
    send_request(&connections[i], request, i);
  }
  long number = count, answered = -warm_ups;
  long long begin = now_ns();
  while (answered < calls) {
    int ready = epoll_wait(poll, events, count, -1);
    if (ready < 0 && errno != EINTR) fail("epoll: %s", strerror(errno));
    for (int i = 0; i < ready && answered < calls; i++) {
      Connection *c = events[i].data.ptr;
      if (!receive(c)) continue;
      long long now = now_ns();
      check_answer(c);
      if (answered >= 0) samples[answered] = now - c->sent_at;
      if (++answered == 0) begin = now_ns();
      send_request(c, request, number++);
    }
  }
  close(poll);
  return now_ns() - begin;
}

int main(int argc, char **argv) {
  if (argc < 5 || argc > 6) fail("usage: roundtrip SOCKET CONNECTIONS CALLS REQUEST [BEFORE]");
  long count = count_argument(argv[2], "CONNECTIONS"), calls = count_argument(argv[3], "CALLS");
  const char *request = argv[4], *before = argc == 6 ? argv[5] : NULL;
  if (count > MAX_CONNECTIONS) fail("at most %d connections", MAX_CONNECTIONS);
  if (before && count > 1) fail("BEFORE goes with one connection only");
  long warm_ups = calls / 10 + 1;
  long long *samples = allocate(calls, sizeof *samples);
  static Connection connections[MAX_CONNECTIONS];
  for (int i = 0; i < count; i++) connections[i] = open_connection(argv[1]);
  long long elapsed = 0;
  if (count == 1) {
    run_alone(&connections[0], calls, warm_ups, request, before, samples);
    for (long i = 0; i < calls; i++) elapsed += samples[i];
  } else {
    elapsed = run_together(connections, count, calls, warm_ups, request, samples);
  }
  print_calls(samples, calls, elapsed, connections[0].answer_bytes);
}
