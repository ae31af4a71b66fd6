package import BabyModel
package import BabyProtocol

/// The effect of one press: an item in the menus of the tray and the bars, a click, a button of a notification.
///
/// It contains the state that was shown, so that a press on an outdated display does only what was offered.
package struct QuickAction: Hashable, Sendable {
  /// The label in a menu, on one line.
  package let label: String
  package let call: MethodCall
  /// The same as a command line, for bars that can only run one.
  package let command: String

  init(_ label: String, _ call: MethodCall, _ command: String) {
    self.label = label
    self.call = call
    self.command = "bbctl " + command
  }
}

extension QuickAction {
  /// The menu for the child of a dashboard, in groups: feeds, diapers, timers, and undo. The likely items come first in
  /// each.
  ///
  /// - Parameter undoable: the change that undo would take back; nil for the last one, whatever it is.
  package static func menu(_ dashboard: DashboardGet.Answer, undoable: UndoableChange? = nil) -> [[QuickAction]] {
    let child = dashboard.child.id
    let (next, first) = (dashboard.suggestedSide, dashboard.suggestedSide ?? .left)
    return [
      [first, first.opposite].map { breast($0, isNext: $0 == next, of: child) } + [bottle(dashboard)],
      DiaperType.allCases.map { diaper($0, of: child) },
      nursing(dashboard) + [sleep(dashboard)] + waking(dashboard) + [tummyTime(dashboard)] + activities(dashboard),
      [undo(undoable)],
    ]
  }

  /// Actions on the running feed; if none is running, starting one.
  private static func nursing(_ dashboard: DashboardGet.Answer) -> [QuickAction] {
    guard let turn = dashboard.runningFeeding?.entry.turn else { return [feed(dashboard)] }
    let child = dashboard.child.id
    let params = TimerTurnParams(childID: "\(child)")
    let other = QuickAction(
      Words.switchSides(to: turn.side.opposite), MethodCall(TimerSwitch.self, params),
      "feed switch --child \(child)")
    let step =
      turn.isPaused
      ? QuickAction(
        Words.resumeFeed, MethodCall(TimerResume.self, .init(childID: "\(child)")), "feed resume --child \(child)")
      : QuickAction(Words.pauseFeed, MethodCall(TimerPause.self, params), "feed pause --child \(child)")
    return [feed(dashboard), other, step]
  }

  /// Ends the feed that is shown, or starts one on the side to offer next where none is.
  package static func feed(_ dashboard: DashboardGet.Answer) -> QuickAction {
    let child = dashboard.child.id
    guard let running = dashboard.runningFeeding else {
      let side = dashboard.suggestedSide ?? .left
      return QuickAction(
        Words.startFeed(side),
        MethodCall(
          TimerToggle.self, .init(childID: "\(child)", timer: .feeding, side: TimerSide(side), ifRunning: .null)),
        "feed start \(side.rawValue) --child \(child)")
    }
    return QuickAction(
      Words.stop(.feeding, since: running.startClock(in: dashboard)),
      MethodCall(TimerToggle.self, .init(childID: "\(child)", timer: .feeding, ifRunning: .value(running.entry.id))),
      "feed stop --child \(child)")
  }

  static func breast(_ side: Side, isNext: Bool, of child: ChildID) -> QuickAction {
    QuickAction(
      Words.log(side, isNext: isNext),
      MethodCall(EntryLog.self, .init(childID: "\(child)", entry: .feeding(method: .breast, startedSide: side))),
      "feed \(side.rawValue) --child \(child)")
  }

  /// As big as the last one.
  static func bottle(_ dashboard: DashboardGet.Answer) -> QuickAction {
    let (child, amount, unit) = (dashboard.child.id, dashboard.quick.amount, dashboard.quick.unit)
    return QuickAction(
      Words.logBottle(Volume(amount, unit), in: dashboard.units),
      MethodCall(
        EntryLog.self, .init(childID: "\(child)", entry: .feeding(method: .bottle, amount: amount, unit: unit))),
      "feed bottle \(Words.decimalText(amount, places: 3))\(unit.rawValue) --child \(child)")
  }

  static func diaper(_ type: DiaperType, of child: ChildID) -> QuickAction {
    QuickAction(
      Words.log(type), MethodCall(EntryLog.self, .init(childID: "\(child)", entry: .diaper(type))),
      "diaper \(type.rawValue) --child \(child)")
  }

  /// Ends the sleep that is shown, or starts one where none is.
  package static func sleep(_ dashboard: DashboardGet.Answer) -> QuickAction {
    let child = dashboard.child.id
    guard let running = dashboard.runningSleep else { return startSleep(of: child) }
    return QuickAction(
      Words.stop(.sleep, since: running.startClock(in: dashboard)),
      MethodCall(TimerToggle.self, .init(childID: "\(child)", timer: .sleep, ifRunning: .value(running.entry.id))),
      "sleep stop --child \(child)")
  }

  /// A brief waking of this moment within the sleep that runs, where the family logs such.
  private static func waking(_ dashboard: DashboardGet.Answer) -> [QuickAction] {
    guard dashboard.runningSleep != nil, dashboard.uses(.briefWaking) else { return [] }
    let child = dashboard.child.id
    return [
      QuickAction(
        Words.log(.briefWaking),
        MethodCall(EntryLog.self, .init(childID: "\(child)", entry: EntryInput(.declared(.briefWaking)))),
        "sleep waking --child \(child)")
    ]
  }

  /// The action of a click on the whole display: it ends the running feed, which is shown first; otherwise it starts or
  /// stops the sleep.
  package static func shown(_ dashboard: DashboardGet.Answer) -> QuickAction {
    dashboard.runningFeeding == nil ? sleep(dashboard) : feed(dashboard)
  }

  /// Starts a sleep while none is running.
  package static func startSleep(of child: ChildID) -> QuickAction {
    QuickAction(
      Words.start(.sleep), MethodCall(TimerToggle.self, .init(childID: "\(child)", timer: .sleep, ifRunning: .null)),
      "sleep start --child \(child)")
  }

  private static func tummyTime(_ dashboard: DashboardGet.Answer) -> QuickAction {
    let child = dashboard.child.id
    guard let running = dashboard.runningTummyTime else {
      return QuickAction(
        Words.start(.tummyTime), MethodCall(TimerStart.self, .init(childID: "\(child)", timer: .tummyTime)),
        "tummy start --child \(child)")
    }
    return QuickAction(
      Words.stop(.tummyTime, since: running.startClock(in: dashboard)),
      MethodCall(TimerStop.self, .init(childID: "\(child)", timer: .tummyTime)), "tummy stop --child \(child)")
  }

  /// Ends each of the other running activities.
  private static func activities(_ dashboard: DashboardGet.Answer) -> [QuickAction] {
    let child = dashboard.child.id
    return (dashboard.runningActivities ?? []).map { running in
      let timer = running.entry.timer
      return QuickAction(
        SafeText.line(Words.stop(timer, since: running.startClock(in: dashboard))),
        MethodCall(TimerStop.self, .init(childID: "\(child)", timer: timer)),
        "stop \(timer.name.shellQuoted) --child \(child)")
    }
  }

  /// - Parameter change: the one to take back; nil for the last one, whatever it is.
  package static func undo(_ change: UndoableChange? = nil) -> QuickAction {
    QuickAction(
      Words.undo(change?.text), MethodCall(Undo.self, .init(id: change?.id)),
      (["undo"] + [change?.id].compactMap(\.self)).joined(separator: " "))
  }

  /// Sends again all that could not be sent to the family server.
  package static func retry(failed count: Int) -> QuickAction {
    QuickAction(Words.retryFailed(count), MethodCall(QueueRetry.self, .init()), "queue retry")
  }

  /// Makes a child the current one.
  package static func select(_ child: Child) -> QuickAction {
    QuickAction(
      SafeText.line(child.name), MethodCall(ChildSelect.self, .init(childID: "\(child.id)")),
      "child select \(child.id)")
  }
}

extension DashboardGet.Answer {
  fileprivate func uses(_ kind: KindDeclaration) -> Bool { recentKinds?.contains(kind.word) == true }

  /// The kinds that the family uses of which an entry says something, so that it is typed.
  package var typedKinds: [KindDeclaration] {
    guard let recentKinds else { return [] }
    return DeclaredKinds.all.filter { recentKinds.contains($0.word) && !$0.fields.isEmpty }
  }
}

extension QuickAction {
  /// The child's usual feed, as a quick log without details fills it in.
  ///
  /// - Parameter style: how the child is mostly fed.
  package static func usualFeed(_ dashboard: DashboardGet.Answer, style: FeedingStyle?) -> QuickAction {
    let isSolid = dashboard.lastFeeding.map { $0.entry.kind != .feeding } ?? false
    // After solid food the dashboard does not show the last milk feed: assume the breast if it was ever used.
    let lastSide: FeedingStyle? = isSolid && dashboard.suggestedSide != nil ? .breast : nil
    return switch QuickLog.usualMethod(style ?? lastSide, last: dashboard.lastFeeding?.entry) {
    case .breast: breast(dashboard.suggestedSide ?? .left, isNext: false, of: dashboard.child.id)
    case .bottle, .pumping: bottle(dashboard)
    }
  }

  /// Entries that are usually logged after they end: a nap, and tummy time as long as the last one.
  package static func finished(_ dashboard: DashboardGet.Answer) -> [QuickAction] {
    let (child, seconds) = (dashboard.child.id, dashboard.quick.tummySeconds)
    return [
      QuickAction(
        Words.logNap(QuickLog.napDuration), MethodCall(EntryLog.self, .nap(childID: "\(child)")),
        "sleep nap --child \(child)"),
      QuickAction(
        Words.logTummyTime(.seconds(seconds)),
        MethodCall(EntryLog.self, .init(childID: "\(child)", entry: .tummyTime, time: .init(for: "\(seconds)s"))),
        "tummy \(seconds)s --child \(child)"),
    ]
  }

  package static func usualDiaper(_ dashboard: DashboardGet.Answer) -> QuickAction {
    diaper(dashboard.quick.diaperType, of: dashboard.child.id)
  }
}
