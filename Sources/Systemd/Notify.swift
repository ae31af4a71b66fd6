import CSystemd
import Glibc

/// Tells systemd how the daemon is doing, by sd_notify(3). Does nothing where no service manager listens, which is
/// where `NOTIFY_SOCKET` is not set.
public enum Notify {
  /// The daemon serves: the start, or a reload, is done.
  /// - Parameter status: one line for `systemctl status`.
  public static func ready(status: String) { send("READY=1\n\(line(status))") }

  /// What the daemon does at the moment, as one line for `systemctl status`.
  public static func status(_ status: String) { send(line(status)) }

  /// A reload of the configuration begins; `ready` ends it.
  public static func reloading() {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    let microseconds = Int64(now.tv_sec) * 1_000_000 + Int64(now.tv_nsec) / 1000
    send("RELOADING=1\nMONOTONIC_USEC=\(microseconds)")
  }

  /// The daemon is on its way out.
  public static func stopping(status: String) { send("STOPPING=1\n\(line(status))") }

  /// A notification that is lost costs a line in `systemctl status`: nothing here is worth failing for, and a lost
  /// READY=1 is reported by systemd itself.
  private static func send(_ state: String) { _ = sd_notify(0, state) }

  /// An assignment ends at the line's end, so a status must not have one.
  private static func line(_ status: String) -> String {
    "STATUS=" + String(status.map { $0.isNewline ? " " : $0 })
  }
}
