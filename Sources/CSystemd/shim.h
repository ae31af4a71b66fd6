#pragma once
#include <systemd/sd-bus.h>
#include <systemd/sd-daemon.h>
// A place in the source says nothing to whoever reads the log; the event's id does.
#define SD_JOURNAL_SUPPRESS_LOCATION
#include <systemd/sd-journal.h>

// The macros of a bus object's table, which Swift cannot see.

static inline sd_bus_vtable bus_vtable_start(void) {
  const sd_bus_vtable row = SD_BUS_VTABLE_START(0);
  return row;
}

static inline sd_bus_vtable bus_vtable_method(
    const char *name, const char *takes, const char *answers, sd_bus_message_handler_t handler) {
  const sd_bus_vtable row = SD_BUS_METHOD(name, takes, answers, handler, SD_BUS_VTABLE_UNPRIVILEGED);
  return row;
}

static inline sd_bus_vtable bus_vtable_property(const char *name, const char *type, sd_bus_property_get_t get) {
  const sd_bus_vtable row = SD_BUS_PROPERTY(name, type, get, 0, 0);
  return row;
}

static inline sd_bus_vtable bus_vtable_signal(const char *name, const char *carries) {
  const sd_bus_vtable row = SD_BUS_SIGNAL(name, carries, 0);
  return row;
}

static inline sd_bus_vtable bus_vtable_end(void) {
  const sd_bus_vtable row = SD_BUS_VTABLE_END;
  return row;
}
