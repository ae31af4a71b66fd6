import BabyClient
import BabyModel
import BabyProtocol
import Glibc
import Systemd

/// Asks by a notification whether to follow a link, and does so when the button is pressed.
///
/// A link is hostile until then: it is bounded and parsed, and the daemon rehearses it, which changes nothing.
final class LinkPrompt {
  /// How long the question stands.
  static let patience = Duration.seconds(120)

  private static let confirm = "log"
  private static let cancel = "cancel"

  private let bus: Bus
  private let client: Client
  private let clock: AgentClock
  private let abilities: Set<String>
  private var registrations: [BusRegistration] = []
  /// The open question, and the answer.
  private var question: UInt32?
  private var response: String?

  /// - Throws: when there are no notifications here.
  init(bus: Bus, socket: String, timeout: Duration, clock: AgentClock) throws(BusError) {
    self.bus = bus
    self.clock = clock
    client = Client(socket: socket, name: Agent.clientName, timeout: timeout)
    abilities = Notifications.abilities(try bus.call(Notifications.member("GetCapabilities")))
    registrations = [
      try bus.hear(Notifications.match("ActionInvoked")) { [unowned self] in responded($0.arguments) },
      try bus.hear(Notifications.match("NotificationClosed")) { [unowned self] in responded($0.arguments) },
    ]
  }

  /// Follows a link after confirmation.
  func run(_ url: String) throws(BusError) -> ExitStatus {
    let link: Link
    do { link = try Link(parsing: url) } catch {
      try tell("✗ The link cannot be followed", error.message)
      return .invalid
    }
    guard let rehearsal = link.rehearsal else {
      if link == .open(.home) { return try showDay() }
      try tell("Baby Basics", "In a terminal: \(LinkWords.command(for: link))")
      return .success
    }
    let shown: EntryAnswer
    do { shown = try call(rehearsal) } catch { return try tell(error) }
    guard let confirmed = link.confirmed(as: shown), try isConfirmed(link, shown) else { return .success }
    let answer: EntryAnswer
    do { answer = try call(confirmed) } catch { return try tell(error) }
    // A running agent announces it, with a button for undo.
    if try !isAgentThere() { try tell("✓ Done", answer.message) }
    return .success
  }

  private func call(_ call: MethodCall) throws(ClientError) -> EntryAnswer {
    try Client.read(EntryAnswer.self, of: call.method, try client.call(call))
  }

  // MARK: Asking

  private func isConfirmed(_ link: Link, _ shown: EntryAnswer) throws(BusError) -> Bool {
    let details = LinkWords.details(link, about: shown, now: clock.now())
    guard abilities.contains("actions") else {
      try tell("Nothing was logged: \(details)", "In a terminal: \(LinkWords.command(for: link))")
      return false
    }
    return try ask(LinkWords.question(link), details, [(Self.confirm, "Log"), (Self.cancel, "Cancel")]) == Self.confirm
  }

  /// Shows the state of the day, with buttons for the usual entries: the action of a launcher.
  private func showDay() throws(BusError) -> ExitStatus {
    let dashboard: DashboardGet.Answer
    do { dashboard = try client.call(DashboardGet.self, .init()) } catch {
      try tell("Baby Basics", error.message)
      return error.exitStatus
    }
    let lines = DashboardLines(dashboard, now: clock.now())
    let style = try? client.call(ChildList.self, .init()).children.first { $0.isCurrent }?.child.feedingStyle
    let actions = [
      QuickAction.usualFeed(dashboard, style: style ?? nil), .usualDiaper(dashboard), .sleep(dashboard),
    ]
    let last = [EntryKind.feeding, .diaper].compactMap { kind in
      lines.last(kind).map { "\(Words.title(kind)) \($0.ago)" }
    }
    let parts = lines.running.map(lines.running) + last + ["Today: " + lines.today]
    let buttons = actions.enumerated().map { ("\($0.offset)", $0.element.label) }
    let heading = dashboard.child.name
    let text = parts.joined(separator: Words.separator)
    guard abilities.contains("actions") else {
      try tell(heading, text)
      return .success
    }
    guard let index = try ask(heading, text, buttons).flatMap({ Int($0) }), actions.indices.contains(index) else {
      return .success
    }
    let answer: EntryAnswer
    do { answer = try call(actions[index].call) } catch { return try tell(error) }
    if try !isAgentThere() { try tell("✓ Done", answer.message) }
    return .success
  }

  /// Asks a question, and closes it.
  ///
  /// - Returns: the key of the button that was pressed; nil when none was, in time.
  private func ask(
    _ heading: String, _ text: String, _ buttons: [(key: String, label: String)]
  ) throws(BusError) -> String? {
    var request = request(heading, text)
    request.buttons = buttons
    question = Notifications.number(try bus.call(Notifications.member("Notify"), request.arguments))
    let end = clock.monotonic() + Self.patience
    while response == nil, clock.monotonic() < end {
      try bus.process()
      if response == nil { wait(until: end) }
    }
    if let question {
      // It may be closed already, but not every service closes an answered notification.
      _ = try? bus.call(Notifications.member("CloseNotification"), [.uint32(question)])
    }
    return response.flatMap { $0.isEmpty ? nil : $0 }
  }

  private func wait(until end: Duration) {
    var poll = pollfd(fd: bus.descriptor, events: bus.events, revents: 0)
    let due = min(end, bus.deadline ?? end)
    Glibc.poll(&poll, 1, Int32(clamping: max(0, (due - clock.monotonic() + .microseconds(999)).inMilliseconds)))
  }

  /// Takes in a button that was pressed, or that the question was closed: its number, and which or why.
  private func responded(_ arguments: [BusValue]) {
    guard arguments.count == 2, let question, arguments[0].integer == Int(question), response == nil else { return }
    // Why it was closed is a number.
    response = arguments[1].text ?? ""
  }

  // MARK: Telling

  private func isAgentThere() throws(BusError) -> Bool {
    let member = BusMember(
      service: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
      name: "NameHasOwner")
    return try bus.call(member, [.string(Agent.busName)]).first?.truth ?? false
  }

  private func tell(_ error: ClientError) throws(BusError) -> ExitStatus {
    try tell("✗ Nothing was logged", error.message)
    return error.exitStatus
  }

  private func tell(_ heading: String, _ text: String) throws(BusError) {
    _ = try bus.call(Notifications.member("Notify"), request(heading, text).arguments)
  }

  private func request(_ heading: String, _ text: String) -> Notifications.Request {
    let (heading, text) = (SafeText.line(heading), SafeText.line(text))
    let milliseconds = Int32(clamping: Self.patience.inMilliseconds)
    guard abilities.contains("body") else {
      return .init(summary: heading + Words.separator + text, body: "", timeoutMilliseconds: milliseconds)
    }
    return .init(summary: heading, body: Markup.escape(text), timeoutMilliseconds: milliseconds)
  }
}
