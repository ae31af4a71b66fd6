/// Where the daemon and its clients find each other and their files, after the XDG Base Directory specification.
///
/// A pure function of the environment: `HOME` and the `XDG_*` variables alone move everything.
public struct StandardPaths: Hashable, Sendable {
  /// The daemon's socket.
  public var socket: String
  /// The directory of the databases, one file for each account.
  public var data: String
  /// The directory of what a program keeps between two runs and can do without.
  public var state: String
  /// Configuration files that are read when they exist, the most important first.
  public var configurationFiles: [String]

  /// - Parameter environment: `BABYBASICS_SOCKET` sets the socket's path. An empty variable counts as not set, and one
  ///   that is not an absolute path is ignored, as the specification demands. Without `XDG_RUNTIME_DIR`, as in a
  ///   container or under `su`, the socket is in the state directory.
  public init(environment: [String: String]) { self.init { environment[$0] } }

  /// - Parameter variable: returns the value of an environment variable, only if needed; see `init(environment:)`.
  public init(variable: (String) -> String?) {
    func directory(_ name: String) -> String? {
      variable(name).flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    let home = directory("HOME") ?? "/"
    func inHome(_ name: String, _ fallback: String) -> String {
      directory(name) ?? (home == "/" ? "/" : home + "/") + fallback
    }
    if let named = variable("BABYBASICS_SOCKET"), !named.isEmpty {
      socket = named
    } else {
      let runtime = directory("XDG_RUNTIME_DIR") ?? inHome("XDG_STATE_HOME", ".local/state")
      socket = runtime + "/babybasics/daemon.sock"
    }
    state = inHome("XDG_STATE_HOME", ".local/state") + "/babybasics"
    data = inHome("XDG_DATA_HOME", ".local/share") + "/babybasics"
    configurationFiles = [
      inHome("XDG_CONFIG_HOME", ".config") + "/babybasics/config.yaml", "/etc/babybasics/config.yaml",
    ]
  }

  /// The socket of a daemon that runs for the whole system.
  public static let systemSocket = "/run/babybasics/daemon.sock"

  /// The longest path that a Unix socket can have, in bytes.
  public static let longestSocketPath = 107
}

/// Variables of the environment that are about clients. The daemon, which may be started where they are set, ignores them.
package enum ClientVariable {
  /// How many seconds a client waits for the daemon's answer.
  package static let timeout = "BABYBASICS_TIMEOUT"
  /// Whether `bbctl` was run by a key of the desktop, or by a script.
  package static let notify = "BABYBASICS_NOTIFY"
  /// The prefix of the variables that `bbctl remind --exec` sets for its command.
  package static let reminderPrefix = "BABYBASICS_REMINDER_"

  package static func isOne(_ name: String) -> Bool {
    name == timeout || name == notify || name.hasPrefix(reminderPrefix)
  }
}
