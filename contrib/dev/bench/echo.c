// The peer of the daemon's socket: answers every line with the same bytes, as cheaply as C and epoll can.
//
//   echo SOCKET ANSWER_BYTES
//
// Prints "ready" when it listens; runs until a signal ends it.

#include <sys/epoll.h>
#include <unistd.h>

#include "samples.h"

enum { MAX_EVENTS = 256, READ_BYTES = 65536 };

// A line of exactly `bytes`, its newline included, that reads like a JSON-RPC result.
static char *canned_answer(long bytes) {
  static const char head[] = "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"text\":\"", tail[] = "\"}}\n";
  long padding = bytes - (long)(strlen(head) + strlen(tail));
  if (padding < 0) fail("ANSWER_BYTES must be at least %zu", strlen(head) + strlen(tail));
  char *answer = allocate(bytes + 1, 1);
  sprintf(answer, "%s%*s%s", head, (int)padding, "", tail);
  return answer;
}

int main(int argc, char **argv) {
  if (argc != 3) fail("usage: echo SOCKET ANSWER_BYTES");
  long bytes = count_argument(argv[2], "ANSWER_BYTES");
  const char *answer = canned_answer(bytes);
  struct sockaddr_un address = unix_address(argv[1]);
  int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0), poll = epoll_create1(EPOLL_CLOEXEC);
  if (listener < 0 || bind(listener, (struct sockaddr *)&address, sizeof address) || listen(listener, 128))
    fail("cannot listen on %s: %s", argv[1], strerror(errno));
  struct epoll_event event = {.events = EPOLLIN, .data.fd = listener}, events[MAX_EVENTS];
  epoll_ctl(poll, EPOLL_CTL_ADD, listener, &event);
  puts("ready");
  fflush(stdout);

  for (;;) {
    int ready = epoll_wait(poll, events, MAX_EVENTS, -1);
    if (ready < 0 && errno != EINTR) fail("epoll: %s", strerror(errno));
    for (int i = 0; i < ready; i++) {
      int fd = events[i].data.fd;
      if (fd == listener) {
        event.data.fd = accept(listener, NULL, NULL);
        if (event.data.fd >= 0) epoll_ctl(poll, EPOLL_CTL_ADD, event.data.fd, &event);
        continue;
      }
      char buffer[READ_BYTES];
      long count = recv(fd, buffer, sizeof buffer, 0);
      if (count <= 0) {
        close(fd);
        continue;
      }
      for (long at = 0; at < count; at++)
        // A client has one request under way, so its socket always has room for an answer.
        if (buffer[at] == '\n' && send(fd, answer, bytes, MSG_NOSIGNAL) != bytes) break;
    }
  }
}
