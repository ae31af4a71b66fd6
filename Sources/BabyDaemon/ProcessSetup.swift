import CProcess
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

/// Keeps the daemon small: it runs all day on home servers, and answers a few calls a minute.
enum MemoryFootprint {
  /// One heap for all threads, given back when it shrinks. Called before there are threads.
  ///
  /// Otherwise the allocator creates a heap for each of them and keeps the memory of a large answer: 4 MB against 9.
  static func limitHeaps() {
    mallopt(M_ARENA_MAX, 1)
    mallopt(M_TRIM_THRESHOLD, 1024 * 1024)
    mallopt(M_TOP_PAD, 256 * 1024)
    // A block of this size stays allocated for good. Larger ones are mapped each time: for a growth answer of 200 kB
    // that is in memory three times, a fifth of the samples was the kernel's work on such pages.
    mallopt(M_MMAP_THRESHOLD, 512 * 1024)
  }

  /// Lets go of the code that only the start needed: arguments, configuration, migrations, half of it all.
  ///
  /// It is mapped from the program's file and never written to, so a page that is needed after all is read again.
  static func releaseStartupCode() {
    malloc_trim(0)
    let page = UInt(getpagesize())
    let start = UInt(bitPattern: process_code_start()) & ~(page - 1)
    let end = UInt(bitPattern: process_code_end()) & ~(page - 1)
    guard start < end else { return }
    madvise(UnsafeMutableRawPointer(bitPattern: start), Int(end - start), MADV_DONTNEED)
  }
}
