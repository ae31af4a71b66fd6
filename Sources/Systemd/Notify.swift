import CSystemd
import Dispatch
import Glibc
import Synchronization
import SystemCalls

/// Tells systemd how the daemon is doing, by sd_notify(3). Does nothing where no service manager listens, which is
/// where `NOTIFY_SOCKET` is not set.
///
/// sd_notify(3) waits for a manager that does not read, so it has a thread of its own: nothing here ever waits, and a
/// stuck manager cannot keep the daemon from answering or from ending.
public enum Notify {
  private static let queue = DispatchQueue(label: "notify")
  private static let waiting = Atomic<Int>(0)
  /// A manager that has not read so many messages gets no more of them.
  private static let mostWaiting = 16

  /// Whether a service manager wants to know.
  public static var isListenedTo: Bool { getenv("NOTIFY_SOCKET") != nil }

  /// The daemon serves: the start, or a reload, is done.
  /// - Parameter status: one line for `systemctl status`.
  public static func ready(status: String) { send("READY=1\n\(line(status))") }

  /// What the daemon does at the moment, as one line for `systemctl status`.
  public static func status(_ status: String) { send(line(status)) }

  /// A reload of the configuration begins; `ready` ends it.
  public static func reloading() {
    send("RELOADING=1\nMONOTONIC_USEC=\(SystemClock.monotonic.inMicroseconds)")
  }

  /// The daemon is on its way out.
  public static func stopping(status: String) { send("STOPPING=1\n\(line(status))") }

  /// The daemon does not start. Returns when that is told, or after a second.
  ///
  /// - Parameters:
  ///   - status: why, as a sentence for `systemctl status`.
  ///   - code: the system's `errno`, when it was the system that refused something.
  public static func failed(status: String, code: CInt?) {
    let told = DispatchSemaphore(value: 0)
    let state = line(status) + (code.map { "\nERRNO=\($0)" } ?? "")
    queue.async {
      _ = sd_notify(0, state)
      told.signal()
    }
    _ = told.wait(timeout: .now() + .seconds(1))
  }

  /// Starting takes longer, and gets on: asks for so much more time from now on.
  public static func extendTimeout(by time: Duration) { send("EXTEND_TIMEOUT_USEC=\(Int64(time / .microseconds(1)))") }

  /// How often the service manager wants to hear `alive`; nil when it does not.
  public static var watchdogInterval: Duration? {
    var microseconds: UInt64 = 0
    guard sd_watchdog_enabled(0, &microseconds) > 0, microseconds > 0 else { return nil }
    return .microseconds(Int64(clamping: microseconds))
  }

  /// The daemon gets on with its work.
  public static func alive() { send("WATCHDOG=1") }

  /// A notification that is lost costs a line in `systemctl status`: nothing here is worth failing for, and a lost
  /// READY=1 is reported by systemd itself.
  private static func send(_ state: String) {
    guard waiting.wrappingAdd(1, ordering: .relaxed).newValue <= mostWaiting else {
      waiting.wrappingSubtract(1, ordering: .relaxed)
      return
    }
    queue.async {
      _ = sd_notify(0, state)
      waiting.wrappingSubtract(1, ordering: .relaxed)
    }
  }

  /// An assignment ends at the line's end, so a status must not have one.
  private static func line(_ status: String) -> String {
    "STATUS=" + String(status.map { $0.isNewline ? " " : $0 })
  }
}
