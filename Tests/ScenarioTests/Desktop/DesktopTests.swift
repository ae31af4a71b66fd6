import Testing

/// Real status bars and notification services, on screens in memory. One test at a time: each has a desktop of its own,
/// and they are many processes.
@Suite("The desktop", .serialized)
struct DesktopTests {}
