import BabyModel
import BabyProtocol
import Systemd

/// Watches the desktop's portal for light or dark: `color-scheme` of org.freedesktop.portal.Settings.
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

/// Decides when to report the desktop's preference to the daemon: when it changes, and when the daemon starts with
/// another value.
///
/// Changes by others meanwhile are left alone. Otherwise the agents of two sessions would correct each other for ever.
struct PreferenceReport {
  private static let key = "theme.desktop"

  /// Nil until the desktop has reported it.
  private var preference: DesktopPreference?
  /// The settings' value when last read or written; nil until then.
  private var recorded: DesktopPreference?
  private var isAsking = false

  /// The desktop prefers this now.
  ///
  /// - Returns: the call to make, if any; so do the others.
  mutating func saw(_ preference: DesktopPreference) -> MethodCall? {
    self.preference = preference
    return next()
  }

  /// The daemon can be called, and may be another one than before.
  mutating func connected() -> MethodCall? {
    recorded = nil
    isAsking = false
    return next()
  }

  /// One of the calls was answered. Only the answer to a question is news.
  mutating func answered(_ answer: JSON) -> MethodCall? {
    guard isAsking, let setting = try? SettingsGet.Answer(json: answer).setting else { return nil }
    recorded = DesktopPreference(rawValue: setting.value)
    isAsking = recorded == nil
    return next()
  }

  private mutating func next() -> MethodCall? {
    guard let preference, preference != recorded, !isAsking else { return nil }
    guard recorded != nil else {
      isAsking = true
      return MethodCall(SettingsGet.self, .init(key: Self.key))
    }
    recorded = preference
    return MethodCall(SettingsSet.self, .init(key: Self.key, value: preference.rawValue))
  }
}
