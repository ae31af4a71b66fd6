import CProcess
import Glibc

/// Signals as something to read. Those that bars and their users send around do no harm.
struct Signals: ~Copyable {
  /// Readable when a signal has come.
  let descriptor: Int32

  static let stop = SIGUSR1
  static let cont = SIGUSR2

  /// - Parameter takesStops: the bar says with `stop` and `cont` when nobody sees us.
  init(takesStops: Bool) {
    // `pkill -RTMIN+8 waybar` finds more than Waybar, and would end what does not expect it.
    for number in __libc_current_sigrtmin()...__libc_current_sigrtmax() { signal(number, SIG_IGN) }
    signal(SIGPIPE, SIG_IGN)
    // Menus that were started are nobody's to wait for.
    signal(SIGCHLD, SIG_IGN)
    var taken = sigset_t()
    sigemptyset(&taken)
    for number in [SIGTERM, SIGINT, SIGHUP] { sigaddset(&taken, number) }
    for number in [Self.stop, Self.cont] {
      if takesStops { sigaddset(&taken, number) } else { signal(number, SIG_IGN) }
    }
    sigprocmask(SIG_BLOCK, &taken, nil)
    descriptor = process_signals_open(&taken)
  }

  deinit { close(descriptor) }

  /// The next signal; nil when there is none.
  func next() -> Int32? {
    withUnsafeTemporaryAllocation(byteCount: 128, alignment: 8) { info in
      read(descriptor, info.baseAddress, info.count) == info.count ? Int32(info.load(as: UInt32.self)) : nil
    }
  }
}
