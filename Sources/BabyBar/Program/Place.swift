import BabyClient
import Glibc

extension Invocation.Place {
  /// By this name the daemon knows that two clicks are one bar's, whichever process made them.
  static let client = "bbbar"

  /// The daemon's socket.
  var path: String {
    DaemonSocket(option: socket, variable: Self.variable).path
  }

  /// How long the daemon may take to answer.
  func timeout(usual: Duration = CallTimeout.standard) throws(ClientError) -> Duration {
    try CallTimeout.chosen(usual: usual, variable: Self.variable)
  }

  func connect() throws(ClientError) -> Client { Client(socket: path, name: Self.client, timeout: try timeout()) }

  private static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  /// Opens the menu of what to log in a process of its own, which outlives the bar. False when that failed.
  func openMenu() -> Bool {
    var arguments = ["/proc/self/exe", "menu"]
    if let socket { arguments += ["--socket", socket] }
    if let child { arguments += ["--child", child] }
    return Spawn.start(arguments, isDetached: true) != nil
  }
}
