import BabyClient
import BabyModel
import BabyProtocol
import Glibc
import Systemd

/// The running desktop agent: the daemon's events go to the tray and to notifications, and clicks go to the daemon.
///
/// One thread waits for the bus, the daemon, signals and the next notice's end, whichever comes first; only what is running
/// goes with the clock, once a minute.
final class Agent {
  /// The name that one agent of a session has.
  static let busName = "org.babybasics.Agent"
  /// The name that the daemon knows the agent by.
  static let clientName = ClientNames.agent

  private static let topics: [Topic] = [.dashboard, .children, .connection, .reminders, .banner]

  private let bus: Bus
  private let follower: Follower
  private let clock: AgentClock
  private var view = FamilyView()
  private var notices = ActiveNotices()
  private var item: StatusNotifierItem?
  private var menu: TrayMenuService?
  private var notifications: NotificationService?
  private var portal: DesktopPortal?
  private var report = PreferenceReport()
  /// Calls without a click: their results are ignored.
  private var reportCalls: Set<Int64> = []
  private var scrolling = ScrollGesture()

  init(bus: Bus, socket: String, timeout: Duration, theme: IconTheme, clock: AgentClock) throws(BusError) {
    self.bus = bus
    self.clock = clock
    follower = Follower(socket: socket, name: Self.clientName, topics: Self.topics, timeout: timeout)
    menu = try TrayMenuService(bus: bus, menu: TrayMenu(view)) { [unowned self] in perform($0) }
    item = try StatusNotifierItem(
      bus: bus, process: getpid(), appearance: TrayAppearance(view, now: clock.now()), theme: theme
    ) {
      [unowned self] in clicked($0)
    }
    notifications = try NotificationService(bus: bus, theme: theme) {
      [unowned self] in responded($0)
    }
    portal = try DesktopPortal(bus: bus) { [unowned self] in tell(report.saw($0)) }
  }

  /// Works until a signal says that it is enough.
  ///
  /// - Parameter signals: a descriptor that can be read then.
  /// - Throws: when the bus is gone.
  func run(until signals: Int32) throws(BusError) {
    while true {
      try bus.process()
      for event in follower.process() { happened(event) }
      notices.expire(at: clock.monotonic())
      present()
      if wait(for: signals) { break }
    }
    notifications?.show(nil)
    try bus.flush()
  }

  /// Waits until there is something to do; true when it is a signal.
  private func wait(for signals: Int32) -> Bool {
    var polls = [
      pollfd(fd: bus.descriptor, events: bus.events, revents: 0),
      pollfd(fd: follower.descriptor, events: follower.events, revents: 0),
      pollfd(fd: signals, events: Int16(POLLIN), revents: 0),
    ]
    let now = clock.monotonic()
    let dues = [bus.deadline, notices.due].compactMap(\.self).map { due in
      Int32(clamping: max(0, (due - now + .microseconds(999)).inMilliseconds))
    }
    let turn = TrayAppearance.nextTurn(view, after: clock.now()).map { turn in
      Int32(clamping: max(0, (turn - clock.now()).inMilliseconds + 1))
    }
    let limits = dues + [turn].compactMap(\.self) + [follower.millisecondsLeft].filter { $0 >= 0 }
    poll(&polls, nfds_t(polls.count), limits.min() ?? -1)
    return polls[2].revents != 0
  }

  private func present() {
    item?.show(TrayAppearance(view, now: clock.now()))
    menu?.show(TrayMenu(view))
    notifications?.show(notices.shown)
  }

  // MARK: Events of the daemon

  private func happened(_ event: FollowerEvent) {
    view.learn(event, at: clock.now())
    switch event {
    case .snapshot:
      notices.begin(with: view.errors)
      notices.remind(of: view.reminders, in: view)
      tell(report.connected())
    case .change(let event):
      notices.remind(of: view.reminders, in: view)
      guard case .banner(let record)? = try? event.payload() else { return }
      notices.add(record, age: clock.now() - event.at, now: clock.monotonic())
    case .answered(let id, let answer) where reportCalls.remove(id) != nil:
      if case .success(let answer) = answer { tell(report.answered(answer)) }
    case .answered(_, .failure(let error)): fail(error.message)
    case .answered, .lost: break
    }
  }

  private func tell(_ call: MethodCall?) {
    guard let call, let id = follower.call(call) else { return }
    reportCalls.insert(id)
  }

  private func fail(_ reason: String) { notices.fail(reason, now: clock.monotonic()) }

  // MARK: What a person does

  private func clicked(_ click: StatusNotifierItem.Click) {
    guard view.absence == nil, let dashboard = view.dashboard else {
      fail(view.absence ?? Words.noChild)
      return
    }
    switch click {
    case .left: perform(QuickAction.shown(dashboard).call)
    case .middle: perform(QuickAction.undo(view.undoable).call)
    case .scroll(let delta):
      if scrolling.begins(at: clock.monotonic()), let next = view.child(delta.signum()) {
        perform(QuickAction.select(next).call)
      }
    }
  }

  private func responded(_ response: NotificationService.Response) {
    switch response {
    case .pressed(let button, let notice):
      notices.dismiss(notice.id)
      perform(button.call)
    case .closed(let notice): notices.dismiss(notice.id)
    }
  }

  /// The daemon's events show the result; only a refusal is for the agent alone.
  private func perform(_ call: MethodCall) {
    if follower.call(call) == nil {
      fail(view.absence ?? "The daemon is not running.")
    }
  }
}

extension FamilyView {
  /// Why there is nothing to press; nil while there is.
  var absence: String? {
    switch reachability {
    case .awaited: "Waiting for the daemon."
    case .live: nil
    case .lost(let reason, _): SafeText.line(reason.message)
    }
  }
}

/// The current time.
struct AgentClock {
  var now: () -> Instant
  /// Since whenever, and never back.
  var monotonic: () -> Duration
}
