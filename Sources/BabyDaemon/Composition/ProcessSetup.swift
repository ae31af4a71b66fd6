import Glibc

/// What holds for the whole process and has to be set before any thread, file or socket is made.
enum ProcessSetup {
  static func apply() {
    // A client that goes away must not take the daemon with it.
    signal(SIGPIPE, SIG_IGN)
    // Sockets and databases are for this user alone, also in the moment in which they are made.
    umask(0o077)
    MemoryFootprint.limitHeaps()
  }
}
