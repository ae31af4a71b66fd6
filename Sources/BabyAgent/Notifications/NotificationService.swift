import Systemd

/// Shows one bubble by the desktop's notification service, and keeps it as it should be: replaced when something else
/// is to be shown, closed when nothing is.
final class NotificationService {
  /// What a person did with a notice.
  enum Response {
    case pressed(NoticeButton, notice: Notice)
    case closed(notice: Notice)
  }

  private struct Sent {
    var shown: NoticeBoard.Shown
    var number: UInt32
  }

  private let bus: Bus
  private let theme: IconTheme
  private let respond: (Response) -> Void
  private var registrations: [BusRegistration] = []
  private var wanted: NoticeBoard.Shown?
  private var sent: Sent?
  /// Nil until the service was asked.
  private var abilities: Set<String>?
  /// A question is on its way; what is wanted by then is looked at with its answer.
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
  func show(_ shown: NoticeBoard.Shown?) {
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
      // Without a service there is nobody to tell: the tray item says it too, and a service that comes is heard of.
      guard case .success(let values) = answer else { return }
      abilities = Notifications.abilities(values)
      reconcile()
    }
  }

  private func notify(_ shown: NoticeBoard.Shown, _ abilities: Set<String>) {
    let bubble = Bubble(shown.notice, others: shown.others, abilities: abilities)
    var request = bubble.request(theme)
    request.replaced = sent?.number ?? 0
    // What ends by itself is not worth keeping in a list.
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

  // MARK: What the service tells

  private func ownerChanged() {
    // Another service knows nothing of what the one before it showed. A question that is on its way starts a service
    // by itself, and is answered by it.
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
