import Foundation
import TestSupport

/// A running `babybasicsd`, with the test in the place of its service manager.
final class DaemonProcess {
  let process: ChildProcess
  private let notifications: NotifySocket
  private let errors: String

  /// - Parameter socket: a listening one to be handed over.
  init(
    _ program: String, _ arguments: [String], environment: [String: String], notifyPath: String, errors: String,
    socket: CInt?
  ) throws {
    self.errors = errors
    notifications = try NotifySocket(path: notifyPath)
    var environment = environment
    environment["NOTIFY_SOCKET"] = notifyPath
    var command = [program] + arguments
    if socket != nil {
      environment["LISTEN_FDS"] = "1"
      // Only the process itself knows its id before it runs.
      command = ["/bin/sh", "-c", #"export LISTEN_PID=$$; exec "$@""#, "sh"] + command
    }
    process = try ChildProcess(
      command[0], Array(command.dropFirst()), environment: environment, output: nil, errors: errors, socket: socket)
  }

  /// The next notification's lines; nil when the daemon ends before it, or none comes in time.
  func nextNotification(within limit: Duration = Patience.limit) -> [String]? {
    notifications.next(from: process, within: limit)
  }

  func waitUntilReady() throws {
    var notification = nextNotification()
    // How the family is doing may be told before, and that calls get on.
    while let told = notification, told.allSatisfy({ $0.hasPrefix("STATUS=") || $0 == "WATCHDOG=1" }) {
      notification = nextNotification()
    }
    guard notification?.contains("READY=1") != true else { return }
    process.signal(SIGTERM)
    let status = try process.wait()
    let said = (try? String(contentsOfFile: errors, encoding: .utf8)) ?? ""
    throw ScenarioFailure("the daemon said \(notification ?? []) and not that it is ready: \(status), \(said)")
  }
}
