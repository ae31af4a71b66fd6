import BabyClient
import BabyModel
import BabyProtocol

extension Sheet {
  /// To log an entry of a kind, or to start or stop its timer.
  init(logging kind: EntryKind, for dashboard: DashboardGet.Answer, key: String) {
    let running =
      switch kind {
      case .feeding: dashboard.runningFeeding
      case .sleep: dashboard.runningSleep
      case .tummyTime: dashboard.runningTummyTime
      case .diaper, .note, .declared: EntryRecord?.none
      }
    let quick = dashboard.quick
    let note = Field("note", DashWords.note, .text(""))
    let length = Field("for", DashWords.length, .text(""), example: "15m")
    let when = Field("at", DashWords.when, .when(0, exact: ""), example: DashWords.timeExample)
    var fields: [Field]
    switch kind {
    case .feeding:
      let options = Self.feedOptions(dashboard, running)
      let amount = Words.amount(Volume(quick.amount, quick.unit), in: quick.unit)
      fields = [
        Field("action", DashWords.what, .choice(options, Self.usual(of: dashboard, options)), isOptional: false),
        Field("amount", DashWords.amount, .text(amount), example: "120 ml"),
        Field(
          "content", DashWords.content,
          .choice(BottleContent.allCases.map { Option(word: $0.rawValue, label: Words.name(of: $0)) }, nil)),
        length, when, note,
      ]
    case .diaper:
      let types = DiaperType.allCases.map { Option(word: $0.rawValue, label: Words.title($0)) }
      let chosen = DiaperType.allCases.firstIndex(of: quick.diaperType)
      fields = [Field("type", DashWords.what, .choice(types, chosen), isOptional: false), when, note]
    case .sleep, .tummyTime:
      let timer = kind == .sleep ? TimerKey.sleep : .tummyTime
      let first =
        running.map { Option(word: "stop", label: Words.stop(timer, since: $0.startClock(in: dashboard))) }
        ?? Option(word: "start", label: Words.start(timer))
      let over = Option(word: "log", label: DashWords.over)
      let isStart = kind == .sleep || running != nil
      let usual = kind == .sleep ? "" : Words.duration(.seconds(quick.tummySeconds))
      fields = [
        Field("action", DashWords.what, .choice([first, over], isStart ? 0 : 1), isOptional: false),
        Field("for", DashWords.length, .text(usual), example: "40m"), when, note,
      ]
    case .note, .declared:
      let categories = NoteCategory.allCases.map { Option(word: $0.rawValue, label: Words.title($0)) }
      fields = [
        note, Field("category", DashWords.category, .choice(categories, 0), isOptional: false), when,
      ]
    }
    self.init(
      .log(kind, dashboard.child.id, running: running), Words.line([Words.title(kind), dashboard.child.name]), fields,
      key: key)
  }

  private static func feedOptions(_ dashboard: DashboardGet.Answer, _ running: EntryRecord?) -> [Option] {
    var options: [Option] = []
    if let running, let turn = running.entry.turn {
      options = [
        Option(word: "stop", label: Words.stop(.feeding, since: running.startClock(in: dashboard))),
        Option(word: "switch", label: Words.switchSides(to: turn.side.opposite)),
        turn.isPaused
          ? Option(word: "resume", label: Words.resumeFeed) : Option(word: "pause", label: Words.pauseFeed),
      ]
    }
    options += [
      Option(word: "left", label: Words.title(Side.left)), Option(word: "right", label: Words.title(Side.right)),
      Option(word: "both", label: DashWords.both), Option(word: "bottle", label: DashWords.bottle),
      Option(word: "pumping", label: DashWords.pumping),
    ]
    guard running == nil else { return options }
    let next = dashboard.suggestedSide ?? .left
    return options + [next, next.opposite].map { Option(word: "start-\($0.rawValue)", label: Words.startFeed($0)) }
  }

  /// What is running is ended; otherwise it is as the last feed was, at the breast to offer next.
  private static func usual(of dashboard: DashboardGet.Answer, _ options: [Option]) -> Int {
    let word: String
    switch QuickLog.usualMethod(nil, last: dashboard.lastFeeding?.entry) {
    case _ where dashboard.runningFeeding != nil: word = "stop"
    case .breast: word = (dashboard.suggestedSide ?? .left).rawValue
    case .bottle, .pumping: word = "bottle"
    }
    return options.firstIndex { $0.word == word } ?? 0
  }

  /// The call that it stands for.
  ///
  /// - Throws: `FieldProblem` for what is no number and no length.
  func call() throws(FieldProblem) -> MethodCall {
    let options = WriteOptions(idempotencyKey: key)
    switch subject {
    case .edit(let record): return try update(record, options)
    case .log(let kind, let child, let running):
      if let call = timerCall(kind, "\(child)", running, options) { return call }
      var input = FieldInputs()
      for name in ["amount", "content", "type", "category"] {
        if let field = self[name] { input.fields += try inputs(of: field, kind.declaration) }
      }
      if kind == .feeding { input.fields = feeding + input.fields }
      return MethodCall(
        EntryLog.self,
        .init(
          childID: "\(child)", entry: EntryInput(kind, input), note: self["note"]?.said,
          time: TimeTexts(at: self["at"]?.said, for: self["for"]?.said), options: options))
    }
  }

  /// How the child was fed, as fields of the entry.
  private var feeding: [FieldInputs.Field] {
    let side: [FieldInputs.Field]
    switch self["action"]?.said {
    case "left", "right":
      side = [.init("startedSide", .word(self["action"]?.said ?? "")), .init("breasts", .word(Breasts.one.rawValue))]
    case "both": side = [.init("breasts", .word(Breasts.both.rawValue))]
    case let method: return [.init("method", .word(method ?? ""))]
    }
    return [.init("method", .word(FeedingMethod.breast.rawValue))] + side
  }

  private func timerCall(
    _ kind: EntryKind, _ child: String, _ running: EntryRecord?, _ options: WriteOptions
  ) -> MethodCall? {
    let at = self["at"]?.said
    let note = self["note"]?.said
    let timer: TimerKey = kind == .sleep ? .sleep : kind == .tummyTime ? .tummyTime : .feeding
    let step = TimerTurnParams(childID: child, at: at, options: options)
    func start(_ side: Side? = nil) -> MethodCall {
      MethodCall(
        TimerStart.self,
        .init(childID: child, timer: timer, side: TimerSide(side), at: at, note: note, options: options))
    }
    return switch self["action"]?.said {
    case "start": start()
    case "start-left": start(.left)
    case "start-right": start(.right)
    case "stop":
      MethodCall(
        TimerStop.self,
        .init(childID: child, timer: timer, at: at, note: note, ifRunning: running?.entry.id, options: options))
    case "switch": MethodCall(TimerSwitch.self, step)
    case "pause": MethodCall(TimerPause.self, step)
    case "resume": MethodCall(TimerResume.self, .init(childID: child, at: at, options: options))
    default: nil
    }
  }
}
