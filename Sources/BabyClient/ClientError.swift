public import BabyProtocol
import Glibc
import SystemCalls

/// Why a call got no result.
public enum ClientError: Error, Hashable, Sendable {
  /// No daemon listens on the socket.
  case notRunning(socket: String)
  /// The socket may not be opened by this user.
  case noPermission(socket: String)
  case socketPathTooLong(String)
  /// `BABYBASICS_TIMEOUT` has this value, which is not a time to wait.
  case badTimeout(String)
  /// ssh could not be started, or ended without an answer; it has printed the reason itself.
  case hostNotReached(String)
  /// - Parameter sent: the request was on its way, and may have changed something.
  case timedOut(after: Duration, sent: Bool)
  /// The connection closed before the answer came.
  ///
  /// - Parameter sent: as for `timedOut`.
  case connectionLost(method: String, sent: Bool)
  /// The connection that was followed has closed.
  case disconnected
  /// The answer is not in this protocol, or from another version of it.
  case badAnswer(String)
  /// A local system call failed; `code` is its `errno`.
  case systemFailure(String, socket: String, code: Int32)
  /// The daemon answered with an error.
  case refused(RPCError)
}

extension ClientError {
  /// The reason that `connect` failed.
  static func connecting(_ path: String, failed code: Int32, timeout: Duration) -> ClientError {
    switch code {
    case ENOENT, ECONNREFUSED, ENOTDIR: .notRunning(socket: path)
    case EACCES, EPERM: .noPermission(socket: path)
    case EAGAIN, ETIMEDOUT: .timedOut(after: timeout, sent: false)
    default: .systemFailure("connect", socket: path, code: code)
    }
  }

  /// The same, as the failure of a call of a method: one that only reads has changed nothing, whether it was sent or not.
  func ofCall(_ method: String) -> ClientError {
    guard let known = allMethods.first(where: { $0.name == method }), !known.isWrite else { return self }
    return switch self {
    case .timedOut(let timeout, sent: _): .timedOut(after: timeout, sent: false)
    case .connectionLost(let method, sent: _): .connectionLost(method: method, sent: false)
    default: self
    }
  }

  /// Stable name, beside those of the daemon's own errors.
  public var name: String {
    switch self {
    case .notRunning: "client.notRunning"
    case .noPermission: "client.noPermission"
    case .socketPathTooLong: "client.socketPathTooLong"
    case .badTimeout: "client.badTimeout"
    case .hostNotReached: "client.hostNotReached"
    case .timedOut: "client.timedOut"
    case .connectionLost: "client.connectionLost"
    case .disconnected: "client.disconnected"
    case .badAnswer: "client.badAnswer"
    case .systemFailure: "client.systemFailure"
    case .refused(let error): error.code.name
    }
  }

  public var exitStatus: ExitStatus {
    switch self {
    case .notRunning, .hostNotReached, .connectionLost, .disconnected, .systemFailure: .unreachable
    case .noPermission: .permission
    case .socketPathTooLong, .badTimeout: .invalid
    case .timedOut: .timeout
    case .badAnswer: .failed
    case .refused(let error): error.code.exitStatus
    }
  }

  /// One or two sentences for a person.
  public var message: String {
    switch self {
    case .notRunning(let socket): "The daemon is not running: nothing is listening on \(socket)."
    case .noPermission(let socket): "You do not have permission to open the daemon's socket \(socket)."
    case .socketPathTooLong(let path):
      "The socket's path has \(path.utf8.count) bytes, but may have at most \(StandardPaths.longestSocketPath): \(path)"
    case .badTimeout(let value):
      "\(ClientVariable.timeout) is \"\(value)\", but must be a number of seconds from 1 to 3600."
    case .hostNotReached(let host): "ssh ended without an answer from the daemon on \(RemoteHost(host)?.name ?? host)."
    case .timedOut(let timeout, let sent):
      "The daemon did not answer within \(Self.seconds(timeout)). On a slow machine, set \(ClientVariable.timeout) to more."
        + (sent ? " The call may or may not have been carried out." : "")
    case .connectionLost(let method, let sent):
      "The connection was lost before \(method) was answered."
        + (sent ? " It may or may not have been carried out." : "")
    case .disconnected: "The daemon closed the connection."
    case .badAnswer(let answer): "The daemon's answer could not be understood: \(answer)"
    case .systemFailure(let call, let socket, let code):
      "\(call) failed for \(socket): \(systemErrorText(code))."
    case .refused(let error): error.message
    }
  }

  /// A command line that helps, ready to be pasted.
  public var hint: String {
    switch self {
    case .notRunning(StandardPaths.systemSocket): "sudo systemctl start babybasicsd.socket"
    case .notRunning: "systemctl --user start babybasicsd || babybasicsd"
    case .noPermission(StandardPaths.systemSocket): "sudo adduser $USER babybasics"
    case .noPermission(let socket): "ls -l \(socket)"
    case .hostNotReached(let host): "ssh -T \(host) bbctl doctor"
    case .socketPathTooLong: "export BABYBASICS_SOCKET=/tmp/babybasics.sock"
    case .badTimeout: "export \(ClientVariable.timeout)=30"
    case .timedOut(_, let sent), .connectionLost(_, let sent): sent ? "bbctl today" : "bbctl doctor"
    case .disconnected: "bbctl status"
    case .badAnswer: "bbctl call daemon.status '{}'"
    case .systemFailure: "bbctl call daemon.status '{}'"
    case .refused(let error): error.hint
    }
  }

  private static func seconds(_ duration: Duration) -> String {
    let milliseconds = duration.components.seconds * 1000 + duration.components.attoseconds / 1_000_000_000_000_000
    let text = milliseconds % 1000 == 0 ? String(milliseconds / 1000) : String(Double(milliseconds) / 1000)
    return text == "1" ? "1 second" : text + " seconds"
  }
}
