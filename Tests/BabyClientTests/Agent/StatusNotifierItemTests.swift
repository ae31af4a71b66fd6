import TestSupport
import Systemd
import Testing

@testable import bbagent

@Suite("The tray item's registration", .enabled(if: BusDaemon.isInstalled, Comment(rawValue: BusDaemon.whyNot)))
struct StatusNotifierItemTests {
  /// What items ask a watcher, on a bus of its own.
  private final class Watcher {
    private static let name = "org.kde.StatusNotifierWatcher"
    private static let path = "/StatusNotifierWatcher"

    let daemon: BusDaemon
    let bus: Bus
    var hasHost: Bool
    var asked = 0
    var items: [BusValue] = []
    private var registration: BusRegistration?

    init(hasHost: Bool, on daemon: BusDaemon) throws {
      self.daemon = daemon
      self.hasHost = hasHost
      bus = try daemon.connect()
      let interface = BusInterface(
        name: Self.name,
        methods: [
          .init("RegisterStatusNotifierItem", takes: "s") { [unowned self] arguments in
            items += arguments
            return []
          }
        ],
        properties: [
          .init("IsStatusNotifierHostRegistered", type: "b") { [unowned self] in
            asked += 1
            return .bool(self.hasHost)
          }
        ],
        signals: [.init("StatusNotifierHostRegistered")])
      registration = try bus.export(interface, at: Self.path)
      _ = try bus.request(name: Self.name)
    }

    func registerHost() throws {
      hasHost = true
      try bus.emit("StatusNotifierHostRegistered", of: Self.name, at: Self.path)
    }
  }

  private func item(on bus: Bus) throws -> StatusNotifierItem {
    try StatusNotifierItem(
      bus: bus, process: 7, appearance: TrayAppearance(AgentSample.view(), now: Sample.at("20:59")),
      theme: IconTheme(environment: [:], exists: { _ in false }), clicked: { _ in })
  }

  private let name = BusValue.string("org.kde.StatusNotifierItem-7-1")

  @Test("is immediate if a tray is present")
  func host() throws {
    let daemon = try BusDaemon()
    let watcher = try Watcher(hasHost: true, on: daemon)
    let bus = try daemon.connect()
    let item = try item(on: bus)
    try pump(bus, watcher.bus) { watcher.items == [name] }
    _ = item
  }

  @Test("waits for a tray that is still registering, and would otherwise miss the item")
  func laterHost() throws {
    let daemon = try BusDaemon()
    let bus = try daemon.connect()
    let item = try item(on: bus)
    // The item is there first.
    let watcher = try Watcher(hasHost: false, on: daemon)
    try pump(bus, watcher.bus) { watcher.asked > 0 }
    // What the item sends after the answer comes before its answer to this.
    var answer: Result<[BusValue], BusError>?
    let ping = BusMember(
      service: "org.kde.StatusNotifierItem-7-1", path: "/StatusNotifierItem", interface: "org.freedesktop.DBus.Peer",
      name: "Ping")
    try watcher.bus.call(ping) { answer = $0 }
    try pump(bus, watcher.bus) { answer != nil }
    #expect(answer == .success([]))
    #expect(watcher.items == [])
    try watcher.registerHost()
    try pump(bus, watcher.bus) { watcher.items == [name] }
    _ = item
  }
}
