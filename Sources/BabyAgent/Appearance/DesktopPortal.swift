import BabyModel
import Systemd

/// Hears from the desktop's portal whether it is to be light or dark: `color-scheme` of org.freedesktop.portal.Settings.
///
/// A portal that is not running is not started for this; one that comes is heard of.
final class DesktopPortal {
  private static let name = "org.freedesktop.portal.Desktop"
  private static let path = "/org/freedesktop/portal/desktop"
  private static let interface = "org.freedesktop.portal.Settings"
  private static let namespace = "org.freedesktop.appearance"
  private static let key = "color-scheme"

  private let bus: Bus
  private let prefers: (DesktopPreference) -> Void
  private var registrations: [BusRegistration] = []

  /// - Parameter prefers: called within the bus's `process()`, each time that the portal says it.
  init(bus: Bus, prefers: @escaping (DesktopPreference) -> Void) throws(BusError) {
    self.bus = bus
    self.prefers = prefers
    let changes = SignalMatch(
      sender: Self.name, path: Self.path, interface: Self.interface, name: "SettingChanged",
      firstArgument: Self.namespace)
    registrations = [
      try bus.watch(name: Self.name) { [unowned self] owner in if owner != nil { read() } },
      try bus.hear(changes) { [unowned self] in changed($0.arguments) },
    ]
    read()
  }

  private func read() {
    ask("ReadOne") { [unowned self] answer in
      // Portals before 1.17 know Read alone, which wraps what it answers once more.
      if case .failure(let error) = answer, error.isUnknownMethod { return ask("Read", take) }
      take(answer)
    }
  }

  private func ask(_ method: String, _ completion: @escaping (Result<[BusValue], BusError>) -> Void) {
    let member = BusMember(service: Self.name, path: Self.path, interface: Self.interface, name: method)
    // A call that cannot be sent is one to a bus that is gone, which the next `process()` says.
    try? bus.call(member, [.string(Self.namespace), .string(Self.key)], startsService: false, completion: completion)
  }

  private func take(_ answer: Result<[BusValue], BusError>) {
    if case .success(let values) = answer { take(values.first) }
  }

  private func changed(_ arguments: [BusValue]) {
    if arguments.count == 3, arguments[1].text == Self.key { take(arguments[2]) }
  }

  private func take(_ value: BusValue?) {
    if let number = value?.integer { prefers(DesktopPreference(colorScheme: number)) }
  }
}

extension DesktopPreference {
  /// - Parameter colorScheme: the portal's number. Those that it does not know yet mean no preference.
  init(colorScheme: Int) {
    switch colorScheme {
    case 1: self = .dark
    case 2: self = .light
    default: self = .noPreference
    }
  }
}
