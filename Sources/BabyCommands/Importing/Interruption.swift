import Glibc

/// Keeps Ctrl-C waiting while it lives, so that what is half done can be taken back first.
struct Interruption: ~Copyable {
  private var before = sigset_t()
  private var signals = sigset_t()

  init() {
    sigemptyset(&signals)
    sigaddset(&signals, SIGINT)
    pthread_sigmask(SIG_BLOCK, &signals, &before)
  }

  deinit {
    var before = before
    pthread_sigmask(SIG_SETMASK, &before, nil)
  }

  /// Whether Ctrl-C was pressed. Resets the flag.
  mutating func hasCome() -> Bool {
    var pending = sigset_t()
    guard sigpending(&pending) == 0, sigismember(&pending, SIGINT) == 1 else { return false }
    var number: CInt = 0
    return sigwait(&signals, &number) == 0
  }
}
