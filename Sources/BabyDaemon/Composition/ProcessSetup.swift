import Glibc

/// Process-wide settings that must precede any thread, file or socket.
enum ProcessSetup {
  static func apply() {
    // A client that goes away must not take the daemon with it.
    signal(SIGPIPE, SIG_IGN)
    // Sockets and databases are for this user alone, also in the moment in which they are made.
    umask(0o077)
    MemoryFootprint.limitHeaps()
    allowManyFiles()
  }

  /// The usual limit is 1024, for programs that use select(2). Each client is a file, and the family's bars are many.
  private static func allowManyFiles() {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
    limit.rlim_cur = limit.rlim_max
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }
}
