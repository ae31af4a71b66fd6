import BabyProtocol
import Foundation

/// The agent's tray item and menu, used over the bus as a tray does.
struct TrayItem {
  let desktop: Desktop
  let process: ChildProcess

  private static let item = "org.kde.StatusNotifierItem"
  private var busName: String { "\(Self.item)-\(process.pid)-1" }

  /// Starts the agent, and waits until it knows the daemon.
  init(on desktop: Desktop, variables: [String: String] = [:]) throws {
    self.desktop = desktop
    let before = desktop.machine.environment
    desktop.machine.environment.merge(variables) { $1 }
    defer { desktop.machine.environment = before }
    process = try desktop.start("bbagent")
    try desktop.waits(for: "the menu") { try menu.contains("Log wet diaper") }
  }

  // MARK: The item

  func property(_ name: String) throws -> String {
    try call("/StatusNotifierItem", "org.freedesktop.DBus.Properties.Get", Self.item, name)
  }

  func press(_ method: String, _ arguments: String...) throws {
    _ = try call("/StatusNotifierItem", "\(Self.item).\(method)", arguments: arguments)
  }

  // MARK: The menu

  /// The menu as gdbus writes it.
  var menu: String {
    get throws { try call("/StatusNotifierItem/Menu", "com.canonical.dbusmenu.GetLayout", "0", "-1", "[]") }
  }

  /// The number of the item with a label.
  func number(of label: String) throws -> String {
    let text = try menu
    guard let range = text.range(of: "'label': <'\(label)'>") else { throw ScenarioFailure("no \(label) in \(text)") }
    // "(1003, {'label': …"
    guard let start = text[..<range.lowerBound].lastIndex(of: "(") else { throw ScenarioFailure(text) }
    return String(text[text.index(after: start)..<range.lowerBound].prefix { $0.isNumber })
  }

  func click(_ label: String) throws { try click(number: number(of: label)) }

  /// As libdbusmenu sends it.
  func click(number: String) throws {
    _ = try call("/StatusNotifierItem/Menu", "com.canonical.dbusmenu.AboutToShowGroup", "[0]")
    _ = try call("/StatusNotifierItem/Menu", "com.canonical.dbusmenu.EventGroup", "[(\(number), 'clicked', <0>, 0)]")
  }

  private func call(_ path: String, _ method: String, _ arguments: String...) throws -> String {
    try call(path, method, arguments: arguments)
  }

  private func call(_ path: String, _ method: String, arguments: [String]) throws -> String {
    let call = ["call", "--session", "--dest", busName, "--object-path", path, "--method", method, "--"] + arguments
    let run = try desktop.machine.run("gdbus", call)
    // It is not there before the agent has got so far.
    return run.status == 0 ? run.output : run.errors
  }
}

extension Desktop {
  /// Entries in the timeline, the latest first, as what was logged.
  func logged() throws -> [String] {
    let entries = try machine.call("timeline.list")["entries"]?.arrayValue ?? []
    return entries.compactMap { entry in
      let kind = entry["kind"]?.stringValue ?? ""
      let what = entry["type"]?.stringValue ?? entry["startedSide"]?.stringValue ?? entry["method"]?.stringValue
      return ([kind, what].compactMap(\.self) + (entry["running"] == true ? ["running"] : [])).joined(separator: " ")
    }
  }

  func waitsUntilLogged(_ entries: [String]) throws {
    try waits(for: "\(entries) in \(logged())") { try logged() == entries }
  }
}
