// The peer of a call at many connections: a D-Bus method call through a message bus.
//
//   dbuscall serve ADDRESS ANSWER_BYTES              prints "ready" when it owns its name
//   dbuscall call ADDRESS CONNECTIONS CALLS REQUEST_BYTES
//
// Request and answer are one string each. `call` is the same closed loop as roundtrip's and prints the same line.

#include <dbus/dbus.h>
#include <sys/epoll.h>

#include "samples.h"

enum { MAX_CONNECTIONS = 256 };
static const char name[] = "org.example.Bench", path[] = "/org/example/Bench";

typedef struct {
  DBusConnection *bus;
  long long sent_at;
} Caller;

static DBusConnection *open_bus(const char *address) {
  DBusError error = DBUS_ERROR_INIT;
  DBusConnection *bus = dbus_connection_open_private(address, &error);
  if (!bus || !dbus_bus_register(bus, &error)) fail("cannot connect to %s: %s", address, error.message);
  return bus;
}

static char *text_of(long bytes) {
  char *text = allocate(bytes + 1, 1);
  memset(text, 'x', bytes);
  return text;
}

static void serve(const char *address, long answer_bytes) {
  DBusConnection *bus = open_bus(address);
  DBusError error = DBUS_ERROR_INIT;
  if (dbus_bus_request_name(bus, name, DBUS_NAME_FLAG_DO_NOT_QUEUE, &error) != DBUS_REQUEST_NAME_REPLY_PRIMARY_OWNER)
    fail("cannot own the name %s", name);
  char *answer = text_of(answer_bytes);
  puts("ready");
  fflush(stdout);
  while (dbus_connection_read_write(bus, -1)) {
    for (DBusMessage *call; (call = dbus_connection_pop_message(bus)); dbus_message_unref(call)) {
      if (!dbus_message_is_method_call(call, name, "Get")) continue;
      DBusMessage *reply = dbus_message_new_method_return(call);
      dbus_message_append_args(reply, DBUS_TYPE_STRING, &answer, DBUS_TYPE_INVALID);
      dbus_connection_send(bus, reply, NULL);
      dbus_message_unref(reply);
    }
    dbus_connection_flush(bus);
  }
}

static void send_call(Caller *caller, const char *request) {
  DBusMessage *call = dbus_message_new_method_call(name, path, name, "Get");
  dbus_message_append_args(call, DBUS_TYPE_STRING, &request, DBUS_TYPE_INVALID);
  caller->sent_at = now_ns();
  dbus_connection_send(caller->bus, call, NULL);
  dbus_connection_flush(caller->bus);
  dbus_message_unref(call);
}

// Takes what has arrived; the length of the answer when it is among that, else -1.
static long take_answer(Caller *caller) {
  long length = -1;
  for (DBusMessage *message; (message = dbus_connection_pop_message(caller->bus)); dbus_message_unref(message)) {
    const char *text = NULL;
    DBusError error = DBUS_ERROR_INIT;
    if (dbus_message_get_type(message) == DBUS_MESSAGE_TYPE_ERROR)
      fail("the call failed: %s", dbus_message_get_error_name(message));
    if (dbus_message_get_type(message) != DBUS_MESSAGE_TYPE_METHOD_RETURN) continue;
    if (!dbus_message_get_args(message, &error, DBUS_TYPE_STRING, &text, DBUS_TYPE_INVALID))
      fail("the answer is no string: %s", error.message);
    length = strlen(text);
  }
  return length;
}

static void call(const char *address, int count, long calls, long request_bytes) {
  static Caller callers[MAX_CONNECTIONS];
  struct epoll_event events[MAX_CONNECTIONS];
  int poll = epoll_create1(EPOLL_CLOEXEC);
  const char *request = text_of(request_bytes);
  for (int i = 0; i < count; i++) {
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = &callers[i]};
    int fd;
    callers[i].bus = open_bus(address);
    if (!dbus_connection_get_unix_fd(callers[i].bus, &fd) || epoll_ctl(poll, EPOLL_CTL_ADD, fd, &event))
      fail("cannot poll a connection: %s", strerror(errno));
  }
  for (int i = 0; i < count; i++) send_call(&callers[i], request);

  long warm_ups = calls / 10 + 1, answered = -warm_ups, answer_bytes = 0;
  long long *samples = allocate(calls, sizeof *samples), begin = now_ns();
  while (answered < calls) {
    int ready = epoll_wait(poll, events, count, -1);
    if (ready < 0 && errno != EINTR) fail("epoll: %s", strerror(errno));
    for (int i = 0; i < ready && answered < calls; i++) {
      Caller *caller = events[i].data.ptr;
      if (!dbus_connection_read_write(caller->bus, 0)) fail("the bus closed a connection");
      long length = take_answer(caller);
      if (length < 0) continue;
      answer_bytes = length;
      if (answered >= 0) samples[answered] = now_ns() - caller->sent_at;
      if (++answered == 0) begin = now_ns();
      send_call(caller, request);
    }
  }
  print_calls(samples, calls, now_ns() - begin, answer_bytes);
}

int main(int argc, char **argv) {
  if (argc == 4 && !strcmp(argv[1], "serve")) {
    serve(argv[2], count_argument(argv[3], "ANSWER_BYTES"));
  } else if (argc == 6 && !strcmp(argv[1], "call")) {
    long count = count_argument(argv[3], "CONNECTIONS");
    if (count > MAX_CONNECTIONS) fail("at most %d connections", MAX_CONNECTIONS);
    call(argv[2], count, count_argument(argv[4], "CALLS"), count_argument(argv[5], "REQUEST_BYTES"));
  } else {
    fail("usage: dbuscall serve ADDRESS ANSWER_BYTES | dbuscall call ADDRESS CONNECTIONS CALLS REQUEST_BYTES");
  }
}
