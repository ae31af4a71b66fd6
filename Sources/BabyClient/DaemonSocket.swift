import BabyProtocol
import Glibc

/// Selects the daemon that a client connects to.
///
/// An explicit address comes first, from an option or `BABYBASICS_SOCKET`. Otherwise it is the user's own daemon or the
/// system's, whichever exists. If both exist and the user may use the system's, the user's own comes first if it
/// contains any data: the client has to ask it, because systemd creates a socket for each user who logs in.
public struct DaemonSocket: Hashable, Sendable {
  public enum Origin: String, Hashable, Sendable { case option, environment, user, system }

  /// A path, or `ssh://user@host` for the daemon of another machine.
  public let path: String
  public let origin: Origin
  /// The socket of the user's other daemon, where there was a choice.
  public let other: String?

  /// Whether it is another machine's.
  public var isRemote: Bool { RemoteHost(path) != nil }

  /// Whether there is a file at a path.
  public static func isThere(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Whether this user may connect to the socket at a path.
  public static func mayOpen(_ path: String) -> Bool { access(path, R_OK | W_OK) == 0 }

  /// Whether the daemon at a socket is empty: no child, no account, and no damaged database. A daemon that does not
  /// answer counts as not empty.
  public static func holdsNothing(_ socket: String, timeout: Duration) -> Bool {
    let client = Client(socket: socket, name: "bbctl", timeout: timeout)
    do {
      let status = try client.call(DaemonStatus.self, NoParams())
      guard status.children == 0, status.setAside == nil, !status.isOfAccount else { return false }
      return try client.call(ChildList.self, .init(includesRemoved: true)).children.isEmpty
    } catch { return false }
  }

  /// - Parameters:
  ///   - option: the value of the command line.
  ///   - variable: the value of a variable of the environment.
  ///   - exists: whether there is a file at a path.
  ///   - mayOpen: whether this user may connect to the socket at a path.
  ///   - holdsNothing: asks the daemon at a socket, which may start it and has so long to answer; only where there are two to choose from, and the
  ///     user's own has left any trace.
  public init(
    option: String?, variable: (String) -> String?, exists: (String) -> Bool = DaemonSocket.isThere,
    mayOpen: (String) -> Bool = DaemonSocket.mayOpen,
    holdsNothing: (String, Duration) -> Bool = DaemonSocket.holdsNothing(_:timeout:)
  ) {
    let paths = StandardPaths(variable: variable)
    let (own, system) = (paths.socket, StandardPaths.systemSocket)
    func choose(_ path: String, _ origin: Origin, other: String? = nil) -> Self {
      Self(path: path, origin: origin, other: other)
    }
    if let option {
      self = choose(option, .option)
    } else if let named = variable("BABYBASICS_SOCKET"), !named.isEmpty {
      self = choose(own, .environment)
    } else if !exists(own) {
      self = exists(system) ? choose(system, .system) : choose(own, .user)
    } else if !mayOpen(system) {
      self = choose(own, .user)
    } else {
      // A daemon that has never run and is not configured stores nothing, so there is no need to start it for this. The
      // actual call reports an invalid variable.
      let timeout = (try? CallTimeout.chosen(variable: variable)) ?? CallTimeout.standard
      let isUnused = ![paths.data, paths.configurationFiles[0]].contains(where: exists) || holdsNothing(own, timeout)
      self = isUnused ? choose(system, .system, other: own) : choose(own, .user, other: system)
    }
  }

  private init(path: String, origin: Origin, other: String?) {
    self.path = path
    self.origin = origin
    self.other = other
  }
}

extension DaemonStatus.Answer {
  /// Whether what is served is an account's database, and not that of the machine.
  package var isOfAccount: Bool { !database.hasSuffix("/local.db") }
}
