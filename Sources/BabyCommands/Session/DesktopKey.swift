import BabyProtocol
import Glibc

/// Whether a key of a desktop has started this program: a compositor, a window manager or a daemon of keys.
///
/// These leave it without a terminal of its own, although it may inherit one, and do not read its output. A script that
/// reads the answer reads it from a pipe or a file; cron has no display; and a process that systemd starts is its
/// unit's main process. `BABYBASICS_NOTIFY` overrides this.
enum DesktopKey {
  static var hasStartedThis: Bool {
    switch variable(ClientVariable.notify) {
    case "yes": return true
    case "no": return false
    default: break
    }
    guard variable("WAYLAND_DISPLAY") != nil || variable("DISPLAY") != nil else { return false }
    return !isOutputRead && !hasTerminal && !isService
  }

  private static func variable(_ name: String) -> String? {
    EnvironmentVariables.process[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Whether systemd has started the process as a service, such as for a timer. Desktops create units whose names begin
  /// with `app-` for programs that a person starts.
  private static var isService: Bool {
    guard variable("SYSTEMD_EXEC_PID") == "\(getpid())" else { return false }
    let groups = StateFile.text("/proc/self/cgroup", limit: 4096) ?? ""
    return !(groups.split(separator: "/").last?.hasPrefix("app-") ?? false)
  }

  /// Whether the output is read: it goes into a pipe or a file other than the desktop's log.
  private static var isOutputRead: Bool {
    var (output, errors) = (stat(), stat())
    guard fstat(STDOUT_FILENO, &output) == 0 else { return false }
    switch output.st_mode & S_IFMT {
    case S_IFIFO: return true
    case S_IFREG:
      return fstat(STDERR_FILENO, &errors) != 0 || (output.st_dev, output.st_ino) != (errors.st_dev, errors.st_ino)
    default: return false
    }
  }

  /// Whether the process belongs to a terminal, whatever its input and output are.
  private static var hasTerminal: Bool {
    let terminal = open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC)
    guard terminal >= 0 else { return false }
    close(terminal)
    return true
  }
}
