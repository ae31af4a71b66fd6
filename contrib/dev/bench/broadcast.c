// One event to many subscribers over a Unix socket: a broadcaster as the peer, and the stopwatch for both.
//
//   broadcast serve SOCKET|PORT EVENT_BYTES
//   broadcast measure SOCKET SUBSCRIBERS STUCK WRITES SUBSCRIBE WRITE
//
// `serve` answers each line with a result; a line with "subscribe" in it makes a subscriber of its connection, any
// other has EVENT_BYTES sent to every subscriber after its answer. It prints "ready" and runs until a signal ends it.
// On a PORT of this machine it does the same over TCP, which takes the system several times as long.
// `measure` subscribes on SUBSCRIBERS connections, of which STUCK never read again, and then writes, one write after
// the other has reached everybody else.
// Prints: p50 us from a write to its answer, p50 us from the write to the last delivery, bytes of an event. Both clocks
// start before the write is sent: when an answer arrives depends on who has the core just then, and a server that goes
// on to its subscribers at once may have told half of them before its answer is read.

#include <netinet/in.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <unistd.h>

#include "samples.h"

enum { MAX_CONNECTIONS = 4096, MAX_EVENTS = 1024, READ_BYTES = 65536, PERIOD_US = 20000 };

static const char answer[] = "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n";

static void allow_many_files(void) {
  struct rlimit limit;
  getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
}

// MARK: the peer

static int listen_at(const char *place) {
  char *end;
  long port = strtol(place, &end, 10);
  struct sockaddr_in here = {
      .sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  struct sockaddr_un path = {.sun_family = AF_UNIX};
  if (*end) path = unix_address(place);
  struct sockaddr *address = *end ? (struct sockaddr *)&path : (struct sockaddr *)&here;
  int listener = socket(address->sa_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (listener < 0 || bind(listener, address, *end ? sizeof path : sizeof here) || listen(listener, 128))
    fail("cannot listen on %s: %s", place, strerror(errno));
  return listener;
}

static void serve(const char *place, long bytes) {
  int listener = listen_at(place), poll = epoll_create1(EPOLL_CLOEXEC);
  char *event = allocate(bytes + 1, 1);
  memset(event, 'x', bytes - 1);
  event[bytes - 1] = '\n';
  static int subscribers[MAX_CONNECTIONS];
  long count = 0;
  struct epoll_event interest = {.events = EPOLLIN, .data.fd = listener}, ready[MAX_EVENTS];
  epoll_ctl(poll, EPOLL_CTL_ADD, listener, &interest);
  puts("ready");
  fflush(stdout);
  for (;;) {
    int some = epoll_wait(poll, ready, MAX_EVENTS, -1);
    for (int i = 0; i < some; i++) {
      int fd = ready[i].data.fd;
      if (fd == listener) {
        interest.data.fd = accept(listener, NULL, NULL);
        if (interest.data.fd >= 0) epoll_ctl(poll, EPOLL_CTL_ADD, interest.data.fd, &interest);
        continue;
      }
      char buffer[READ_BYTES];
      long taken = recv(fd, buffer, sizeof buffer - 1, 0);
      if (taken <= 0) {
        for (long s = 0; s < count; s++)
          if (subscribers[s] == fd) subscribers[s--] = subscribers[--count];
        close(fd);
        continue;
      }
      buffer[taken] = 0;
      send(fd, answer, sizeof answer - 1, MSG_NOSIGNAL);
      if (strstr(buffer, "subscribe")) {
        if (count == MAX_CONNECTIONS) fail("more than %d subscribers", MAX_CONNECTIONS);
        subscribers[count++] = fd;
      } else {
        for (long s = 0; s < count; s++) send(subscribers[s], event, bytes, MSG_NOSIGNAL | MSG_DONTWAIT);
      }
    }
  }
}

// MARK: the stopwatch

static int connect_to(const char *path) {
  struct sockaddr_un address = unix_address(path);
  int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (fd < 0 || connect(fd, (struct sockaddr *)&address, sizeof address))
    fail("cannot connect to %s: %s", path, strerror(errno));
  return fd;
}

static void send_line(int fd, const char *request, long number) {
  char line[4096];
  const char *mark = strstr(request, "%n");
  int length = mark ? snprintf(line, sizeof line, "%.*s%ld%s\n", (int)(mark - request), request, number, mark + 2)
                    : snprintf(line, sizeof line, "%s\n", request);
  if (length >= (int)sizeof line || send(fd, line, length, MSG_NOSIGNAL) != length) fail("cannot send");
}

// Reads what is there; whether it ends a line.
static int read_line(int fd, long *bytes) {
  char buffer[READ_BYTES];
  long count = recv(fd, buffer, sizeof buffer, 0);
  if (count <= 0) fail("a connection ended");
  *bytes += count;
  return buffer[count - 1] == '\n';
}

static void measure(char **arguments) {
  const char *path = arguments[0], *subscribe = arguments[4], *write = arguments[5];
  long subscribers = strtol(arguments[1], NULL, 10), stuck = strtol(arguments[2], NULL, 10);
  long writes = count_argument(arguments[3], "WRITES"), event_bytes = 0;
  int poll = epoll_create1(EPOLL_CLOEXEC), writer = connect_to(path);
  struct epoll_event interest = {.events = EPOLLIN, .data.fd = writer}, ready[MAX_EVENTS];
  epoll_ctl(poll, EPOLL_CTL_ADD, writer, &interest);
  for (long i = 0; i < subscribers; i++) {
    int fd = connect_to(path);
    long bytes = 0;
    send_line(fd, subscribe, i);
    while (!read_line(fd, &bytes)) continue;
    interest.data.fd = fd;
    if (i >= stuck) epoll_ctl(poll, EPOLL_CTL_ADD, fd, &interest);
  }
  long long *answered = allocate(writes, sizeof *answered), *delivered = allocate(writes, sizeof *delivered);
  for (long i = -10; i < writes; i++) {
    long waiting = 1 + subscribers - (subscribers ? stuck : 0);
    long long begin = now_ns(), at_answer = 0, at_last = 0;
    send_line(writer, write, i + 10);
    event_bytes = 0;
    while (waiting > 0) {
      int some = epoll_wait(poll, ready, MAX_EVENTS, 20000);
      if (some <= 0) fail("%ld of the subscribers were not told", waiting);
      for (int r = 0; r < some; r++) {
        long bytes = 0;
        if (!read_line(ready[r].data.fd, &bytes)) continue;
        waiting--;
        if (ready[r].data.fd == writer) at_answer = now_ns(); else event_bytes = bytes;
      }
    }
    at_last = now_ns();
    if (i >= 0) {
      answered[i] = at_answer - begin;
      delivered[i] = at_last - begin;
    }
    // Always as often: a disk that has rested takes longer to be on its way.
    long long rest = begin + PERIOD_US * 1000LL - now_ns();
    if (rest > 0) usleep(rest / 1000);
  }
  sort_samples(answered, writes);
  sort_samples(delivered, writes);
  printf("%.2f\t%.2f\t%ld\n", percentile(answered, writes, 50) / 1e3, percentile(delivered, writes, 50) / 1e3,
         event_bytes);
}

int main(int argc, char **argv) {
  allow_many_files();
  if (argc == 4 && !strcmp(argv[1], "serve")) serve(argv[2], count_argument(argv[3], "EVENT_BYTES"));
  if (argc != 8 || strcmp(argv[1], "measure")) fail("usage: broadcast serve|measure ...");
  measure(argv + 2);
}
