import BabyProtocol
import Glibc

/// Which daemon a client talks to.
///
/// What is named goes first, by an option or by `BABYBASICS_SOCKET`; then the user's own daemon, and then, where there
/// is no socket of that one, the system's.
public struct DaemonSocket: Hashable, Sendable {
  public enum Origin: String, Hashable, Sendable { case option, environment, user, system }

  /// A path, or `ssh://user@host` for the daemon of another machine.
  public let path: String
  public let origin: Origin

  /// Whether it is another machine's.
  public var isRemote: Bool { RemoteHost(path) != nil }

  /// Whether there is a file at a path.
  public static func isThere(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// - Parameters:
  ///   - option: what was named on the command line.
  ///   - variable: the value of a variable of the environment.
  ///   - exists: whether there is a file at a path.
  public init(
    option: String?, variable: (String) -> String?, exists: (String) -> Bool = DaemonSocket.isThere
  ) {
    let standard = StandardPaths(variable: variable).socket
    if let option {
      (path, origin) = (option, .option)
    } else if let named = variable("BABYBASICS_SOCKET"), !named.isEmpty {
      (path, origin) = (standard, .environment)
    } else if !exists(standard), exists(StandardPaths.systemSocket) {
      (path, origin) = (StandardPaths.systemSocket, .system)
    } else {
      (path, origin) = (standard, .user)
    }
  }
}
