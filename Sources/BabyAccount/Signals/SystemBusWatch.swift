import Systemd

/// Signals of the system bus about sleep and the network. It belongs to the thread that made it.
final class SystemBusWatch {
  private static let managers = ["org.freedesktop.NetworkManager", "org.freedesktop.network1"]

  let bus: Bus
  private var registrations: [BusRegistration] = []
  /// Which network managers are running; nil for one that has not answered yet.
  private var presence: [String: Bool] = [:]
  private let tell: (SystemSignal) -> Void

  init(address: String, tell: @escaping (SystemSignal) -> Void) throws(BusError) {
    bus = try Bus(address: address)
    self.tell = tell
    try hear(
      "org.freedesktop.login1", "/org/freedesktop/login1", "org.freedesktop.login1.Manager", "PrepareForSleep"
    ) { $0.first?.truth == false ? .resumed : nil }
    try hear(
      "org.freedesktop.NetworkManager", "/org/freedesktop/NetworkManager", "org.freedesktop.NetworkManager",
      "StateChanged"
    ) { arguments in
      // NM_STATE_CONNECTED_SITE: no way to the Internet, but maybe one to a server at home.
      arguments.first?.integer.map { $0 >= 60 } ?? false ? .networkUp : nil
    }
    try hear(
      "org.freedesktop.network1", "/org/freedesktop/network1", "org.freedesktop.DBus.Properties", "PropertiesChanged"
    ) { arguments in
      arguments.count > 1 && arguments[1]["OperationalState"]?.text == "routable" ? .networkUp : nil
    }
    for name in Self.managers {
      registrations.append(try bus.watch(name: name) { [unowned self] owner in presence[name] = owner != nil })
      let question = BusMember(
        service: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
        name: "NameHasOwner")
      try bus.call(question, [.string(name)]) { [unowned self] answer in
        if case .success(let values) = answer { presence[name] = values.first?.truth ?? false }
      }
    }
  }

  /// The bus has answered: this connection does not break at once.
  var isSettled: Bool { presence.count == Self.managers.count }

  /// Another service watches the network and reports it.
  var hasNetworkManager: Bool { presence.values.contains(true) }

  private func hear(
    _ sender: String, _ path: String, _ interface: String, _ name: String,
    _ meaning: @escaping ([BusValue]) -> SystemSignal?
  ) throws(BusError) {
    let match = SignalMatch(sender: sender, path: path, interface: interface, name: name)
    registrations.append(try bus.hear(match) { [tell] signal in meaning(signal.arguments).map(tell) })
  }
}
