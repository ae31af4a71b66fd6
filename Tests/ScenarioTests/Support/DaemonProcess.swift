import Foundation

/// A running `babybasicsd`, with the test in the place of its service manager.
final class DaemonProcess {
  let process: ChildProcess
  private let notifications: NotifySocket
  private let errors: String

  init(
    _ program: String, _ arguments: [String], environment: [String: String], notifyPath: String, errors: String
  ) throws {
    self.errors = errors
    notifications = try NotifySocket(path: notifyPath)
    var environment = environment
    environment["NOTIFY_SOCKET"] = notifyPath
    process = try ChildProcess(program, arguments, environment: environment, output: nil, errors: errors)
  }

  /// The next notification's lines; nil when the daemon ends before it, or none comes in time.
  func nextNotification(within limit: Duration = .seconds(30)) -> [String]? {
    notifications.next(from: process, within: limit)
  }

  func waitUntilReady() throws {
    let notification = nextNotification()
    guard notification?.contains("READY=1") != true else { return }
    process.signal(SIGTERM)
    let status = try process.wait()
    let said = (try? String(contentsOfFile: errors, encoding: .utf8)) ?? ""
    throw ScenarioFailure("the daemon said \(notification ?? []) and not that it is ready: \(status), \(said)")
  }
}
