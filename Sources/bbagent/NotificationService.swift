import Systemd

/// Shows one notification by the desktop's notification service, and keeps it up to date: it is replaced by the next
/// notice, and closed without one.
final class NotificationService {
  /// A person's response to a notice.
  enum Response {
    case pressed(NoticeButton, notice: Notice)
    case closed(notice: Notice)
  }

  private struct Sent {
    var shown: ActiveNotices.Shown
    var number: UInt32
  }

  private let bus: Bus
  private let theme: IconTheme
  private let respond: (Response) -> Void
  private var registrations: [BusRegistration] = []
  private var wanted: ActiveNotices.Shown?
  private var sent: Sent?
  /// Nil until the service has answered.
  private var abilities: Set<String>?
  /// A query is in progress; its answer triggers the next update.
  private var isWaiting = false

  /// - Parameters:
  ///   - theme: where pictures are.
  ///   - respond: called within the bus's `process()`.
  init(bus: Bus, theme: IconTheme, respond: @escaping (Response) -> Void) throws(BusError) {
    self.bus = bus
    self.theme = theme
    self.respond = respond
    registrations = [
      try bus.watch(name: Notifications.name) { [unowned self] _ in ownerChanged() },
      try bus.hear(Notifications.match("ActionInvoked")) { [unowned self] in pressed($0.arguments) },
      try bus.hear(Notifications.match("NotificationClosed")) { [unowned self] in closed($0.arguments) },
    ]
  }

  /// Has this shown from now on; nil for nothing.
  func show(_ shown: ActiveNotices.Shown?) {
    guard shown != wanted else { return }
    wanted = shown
    reconcile()
  }

  private func reconcile() {
    guard !isWaiting else { return }
    guard let wanted else { return close() }
    guard let abilities else { return ask() }
    if wanted != sent?.shown { notify(wanted, abilities) }
  }

  private func close() {
    guard let number = sent?.number else { return }
    sent = nil
    // Closed already, perhaps; that is as good.
    call("CloseNotification", [.uint32(number)]) { _ in }
  }

  private func ask() {
    isWaiting = true
    call("GetCapabilities") { [unowned self] answer in
      isWaiting = false
      // Without a service there is no notification: the tray item shows the same, and a service that starts later is
      // noticed.
      guard case .success(let values) = answer else { return }
      abilities = Notifications.abilities(values)
      reconcile()
    }
  }

  private func notify(_ shown: ActiveNotices.Shown, _ abilities: Set<String>) {
    let content = NotificationContent(shown.notice, others: shown.others, abilities: abilities)
    var request = content.request(theme)
    request.replaced = sent?.number ?? 0
    // A notice with an end does not belong in the history.
    request.isTransient = shown.notice.end != nil
    isWaiting = true
    call("Notify", request.arguments) { [unowned self] answer in
      isWaiting = false
      guard case .success(let values) = answer, let number = Notifications.number(values) else {
        return self.abilities = nil
      }
      sent = Sent(shown: shown, number: number)
      reconcile()
    }
  }

  private func call(
    _ method: String, _ arguments: [BusValue] = [], completion: @escaping (Result<[BusValue], BusError>) -> Void
  ) {
    do { try bus.call(Notifications.member(method), arguments, completion: completion) } catch {
      completion(.failure(error))
    }
  }

  // MARK: Signals of the service

  private func ownerChanged() {
    // A new service does not know the former one's notifications. A pending query starts a service itself, and is
    // answered by it.
    sent = nil
    guard !isWaiting else { return }
    abilities = nil
    reconcile()
  }

  private func pressed(_ arguments: [BusValue]) {
    guard arguments.count == 2, let sent, arguments[0].integer == Int(sent.number),
      let button = sent.shown.notice.buttons.first(where: { $0.key == arguments[1].text })
    else { return }
    respond(.pressed(button, notice: sent.shown.notice))
  }

  private func closed(_ arguments: [BusValue]) {
    guard arguments.count == 2, let sent, arguments[0].integer == Int(sent.number) else { return }
    self.sent = nil
    respond(.closed(notice: sent.shown.notice))
  }
}

/// org.freedesktop.Notifications: its calls and signals.
enum Notifications {
  static let name = "org.freedesktop.Notifications"
  static let path = "/org/freedesktop/Notifications"

  static func member(_ method: String) -> BusMember {
    BusMember(service: name, path: path, interface: name, name: method)
  }

  /// Signals of the service itself; what others send under its name is not heard.
  static func match(_ signal: String) -> SignalMatch {
    SignalMatch(sender: name, path: path, interface: name, name: signal)
  }

  /// The capabilities in the answer to GetCapabilities.
  static func abilities(_ answer: [BusValue]) -> Set<String> {
    Set((answer.first?.elements ?? []).compactMap(\.text))
  }

  /// The number in the answer to Notify.
  static func number(_ answer: [BusValue]) -> UInt32? {
    answer.first?.integer.flatMap { UInt32(exactly: $0) }
  }

  /// The arguments of Notify.
  struct Request {
    /// Number of the notification whose place it takes; 0 for none.
    var replaced: UInt32 = 0
    /// Name in the icon theme; empty for none.
    var icon = ""
    /// Path of the picture's file; nil for none. A path, since not every service looks names up in the theme.
    var image: String?
    /// Plain text.
    var summary: String
    /// Markup, escaped.
    var body: String
    /// Key and label of each.
    var buttons: [(key: String, label: String)] = []
    /// 0, 1 and 2 are low, normal and critical.
    var urgency: UInt8 = 1
    /// Not worth keeping in a list once it is gone.
    var isTransient = false
    /// 0 for never.
    var timeoutMilliseconds: Int32

    /// The path, percent-encoded for a URL.
    private static func inURL(_ path: String) -> String {
      path.utf8.map { byte in
        let isPlain = "/-_.~".utf8.contains(byte) || (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
        let digits = String(byte, radix: 16, uppercase: true)
        return isPlain ? String(UnicodeScalar(byte)) : "%" + (digits.count == 1 ? "0" : "") + digits
      }.joined()
    }

    var arguments: [BusValue] {
      var hints: [String: BusValue] = ["urgency": .byte(urgency), "desktop-entry": .string("babybasics")]
      if let image { hints["image-path"] = .string("file://" + Self.inURL(image)) }
      if isTransient { hints["transient"] = .bool(true) }
      return [
        .string("Baby Basics"), .uint32(replaced), .string(icon), .string(summary), .string(body),
        .strings(buttons.flatMap { [$0.key, $0.label] }), .properties(hints), .int32(timeoutMilliseconds),
      ]
    }
  }
}
