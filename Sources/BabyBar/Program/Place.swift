import BabyClient
import Glibc

extension Invocation.Place {
  /// By this name the daemon knows that two clicks are one bar's, whichever process made them.
  static let client = "bbbar"

  /// The daemon's socket.
  var path: String {
    DaemonSocket(option: socket) { name in getenv(name).map { String(cString: $0) } }.path
  }

  func connect() -> Client { Client(socket: path, name: Self.client) }

  /// Opens the menu of what to log in a process of its own, which outlives the bar. False when that failed.
  func openMenu() -> Bool {
    var arguments = ["/proc/self/exe", "menu"]
    if let socket { arguments += ["--socket", socket] }
    if let child { arguments += ["--child", child] }
    return Spawn.start(arguments, isDetached: true) != nil
  }
}
