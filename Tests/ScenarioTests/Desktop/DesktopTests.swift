import Testing

/// Real status bars and notification services, on screens in memory. One test at a time: each has a desktop of its own,
/// and they are many processes.
@Suite("The desktop", .serialized, .enabled(if: Machine.has("dbus-daemon"), "dbus is not installed"))
struct DesktopTests {}
