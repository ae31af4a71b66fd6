import BabyModel
import BabyProtocol

/// The answers of a daemon that holds the sample family.
enum SampleDaemon {
  /// - Parameter account: who is logged in, and how the family server is reached.
  static func start(_ account: AccountStatus.Answer = Sample.noAccount) throws -> FakeDaemon {
    try FakeDaemon { answer($0, account) }
  }

  static func answer(_ request: Request, _ account: AccountStatus.Answer = Sample.noAccount) -> FakeDaemon.Reply {
    syncReply(to: request, account: account) ?? reply(to: request)
  }

  private static func phrase(_ text: String, _ entry: (EntryRecord, String) -> FakeDaemon.Reply) -> FakeDaemon.Reply {
    switch text {
    case "left 15m", "feed left 15m", "feed 15 min", "log left 15m":
      return entry(Sample.leftBreast, "Logged left breast · 15 min")
    case "wet", "wet -20m", "wet note a little rash", "wet 20m ago": return entry(Sample.wetDiaper, "Logged wet diaper")
    case "feed 15":
      return .error(
        RPCError(
          .phraseUnclear, "\"feed 15\" can be read in several ways: say \"feed 15 ml\" or \"feed 15 min\".",
          details: JSONObject([("text", "feed 15"), ("choices", ["feed 15 ml", "feed 15 min"])])))
    case "tylenol 2.5 ml":
      return .error(
        RPCError(
          .phraseNotKept, "There is no entry kind for that. Log it as a note.",
          hint: "bbctl note 'tylenol 2.5 ml' --category medicine"))
    default: return .error(RPCError(.phraseNotUnderstood, "\"\(text)\" is not understood."))
    }
  }

  private static func reply(to request: Request) -> FakeDaemon.Reply {
    let isDryRun = request.params["dryRun"] == true
    func entry(_ record: EntryRecord, _ message: String) -> FakeDaemon.Reply {
      .result(Sample.answer(record, message, isDryRun: isDryRun).json)
    }
    switch request.method {
    case "dashboard.get":
      let child = request.params["childId"]?.stringValue
      if child == "Mia" {
        return .error(
          RPCError(.childNotFound, "There is no child \"Mia\".", fields: [.init("childId", "is unknown")]))
      }
      if child == "due" { return .result(Sample.dashboardWithIntervals.json) }
      return .result(Sample.dashboard(isAsleep: child != "awake", isNew: child == "new").json)
    case "timeline.list": return .result(timeline(request).json)
    case "activity.list":
      let isNew = request.params["childId"] == "new"
      return .result(Sample.activity(isNew: isNew, isSaid: request.params["since"] != nil).json)
    case "entry.get":
      return .result(EntryGet.Answer(entry: Sample.leftBreast, child: Sample.child, timeFormat: .twelveHour).json)
    case "entry.update":
      var record = Sample.leftBreast
      record.entry.end = Sample.at("2026-11-15T04:34:00Z")
      record.endLocal = record.entry.end?.text(in: Sample.zone)
      return entry(record, "Updated left breast")
    case "entry.delete": return entry(Sample.leftBreast, "Deleted feed")
    case "entry.duplicate": return entry(Sample.wetDiaper, "Logged wet diaper")
    case "entry.log":
      switch request.params["kind"] {
      case "feeding": return entry(Sample.leftBreast, "Logged left breast · 15 min")
      case "diaper": return entry(Sample.wetDiaper, "Logged wet diaper")
      case "sleep": return entry(Sample.lastNight, "Logged sleep · 8h 30m")
      case "tummy": return entry(Sample.tummy, "Logged tummy time · 5 min")
      case "note": return entry(Sample.smile, "Logged milestone")
      default: return .error(RPCError(unknownMethod: request.method))
      }
    case "timer.start" where request.params["kind"] == "tummy":
      return .error(
        RPCError(.timerRunning, "Eva's tummy time has been running since 9:35 PM.", hint: "bbctl tummy stop"))
    case "timer.start", "timer.toggle": return entry(Sample.night, "Sleep started")
    case "timer.stop":
      return .error(RPCError(.timerNotRunning, "Eva is not sleeping.", hint: "bbctl history --kind sleep"))
    case "timer.cancel": return entry(Sample.night, "Sleep cancelled")
    case "phrase.log": return phrase(request.params["text"]?.stringValue ?? "", entry)
    case "undo", "redo":
      var record = Sample.leftBreast
      if request.method == "undo" { record.entry.deletedAt = Sample.now }
      let word = request.method == "undo" ? "Undid" : "Redid"
      return .result(
        Undo.Answer(
          message: "\(word): Logged left breast · 15 min", label: "Logged left breast · 15 min",
          children: [Sample.child], entries: [record], count: 1, step: "step.17",
          later: request.params["id"] == "a1b2c3" ? "Logged bottle · 120 ml" : nil, timeFormat: .twelveHour, seq: 44,
          isDryRun: isDryRun
        ).json)
    case "undo.list": return .result(UndoList.Answer(steps: Sample.steps, timeFormat: .twelveHour).json)
    case "child.list": return .result(ChildList.Answer(children: [eva, tom]).json)
    case "child.add", "child.update", "child.remove", "child.restore", "child.purge", "child.select":
      let word = request.method.dropFirst("child.".count)
      return .result(ChildAnswer(child: eva, message: "Done: \(word) Eva", seq: 45, isDryRun: isDryRun).json)
    case "settings.list": return .result(SettingsList.Answer(settings: settings).json)
    case "settings.get": return .result(SettingsGet.Answer(setting: settings[1]).json)
    case "settings.set", "settings.reset":
      return .result(
        SettingAnswer(setting: settings[1], message: "units is oz now", seq: 46, isDryRun: isDryRun).json)
    case "reminder.list":
      let child = request.params["childId"]?.stringValue
      return .result(Sample.reminders(isEmpty: child != nil, isOn: child != "off").json)
    case "reminder.set", "reminder.remove":
      let message = request.method == "reminder.set" ? "Vitamin D · daily at 9:00 AM" : "Removed Vitamin D"
      return .result(
        CustomReminderAnswer(
          reminder: Sample.reminders().custom[0], message: message, seq: 47, isDryRun: isDryRun
        ).json)
    case "reminder.snooze", "reminder.dismiss":
      if request.params["id"] == "over" {
        return .error(RPCError(.reminderNotFound, "There is no reminder \"over\", or it is over."))
      }
      let word = request.method == "reminder.snooze" ? "Snoozed for 15 min" : "Dismissed"
      let reminder = Sample.reminders().open[0]
      return .result(
        ReminderAnswer(reminder: reminder, message: "\(word) · \(reminder.text)", seq: 48, isDryRun: isDryRun).json)
    case "prediction.get": return .result(Sample.forecast(isEmpty: request.params["childId"] != nil).json)
    case "note.convert":
      return .result(
        Sample.conversion(
          isEmpty: request.params["childId"] != nil, cursor: request.params["cursor"]?.stringValue, isDryRun: isDryRun
        ).json)
    case "food.list":
      return .result(
        Sample.foods(isEmpty: request.params["childId"] != nil, isCut: request.params["limit"] != nil).json)
    case "milk.get":
      return .result(
        Sample.milk(isEmpty: request.params["childId"] != nil, isLess: request.params["limit"] != nil).json)
    case "growth.get":
      return .result(
        Sample.growth(isEmpty: request.params["childId"] != nil, isCut: request.params["limit"] != nil).json)
    case "chart.get":
      if request.params["day"] == "slep" {
        return .error(RPCError(.daysNotUnderstood, "\"slep\" is not a day."))
      }
      if let kind = request.params["chart"]?.stringValue.flatMap(ChartKind.init), kind != .day {
        return .result(Sample.panelChart(kind, isEmpty: request.params["childId"] == "new").json)
      }
      let days = request.params["days"]?.integerValue.map(Int.init) ?? 1
      return .result(Sample.chart(days: days, svg: request.params["svg"] != nil).json)
    case "trend.list": return .result(Sample.trends(of: request.params["childId"]?.stringValue).json)
    case "report.get":
      return .result(Sample.report(isHTML: request.params["format"] == "html").json)
    case "insight.get": return .result(Sample.insight(of: request.params["childId"]?.stringValue).json)
    case "prediction.feedback":
      return .result(
        PredictionFeedback.Answer(child: Sample.child, message: "Noted · Next nap too early", seq: 49, isDryRun: false)
          .json)
    case "prediction.backtest":
      return .result(Sample.backtest(isEmpty: request.params["childId"] != nil).json)
    case "daemon.status":
      return .result(
        DaemonStatus.Answer(
          version: version, pid: 7, startedAt: Sample.now, socket: "/run/user/1000/babybasics/daemon.sock",
          database: "/home/eva/.local/share/babybasics/local.db", setAside: nil, instance: "\(Sample.child.id)",
          seq: 43,
          children: 1, entries: 4_207, connections: 1, subscriptions: 0, calls: 1, failedCalls: 0
        ).json)
    case "data.import": return .result(imported(request).json)
    case "data.export":
      return .result(DataExport.Answer(format: .csv, text: "id,child\r\n", entries: 1_204, isEnd: true).json)
    case "data.backups":
      return .result(DataBackups.Answer(folder: "/home/eva/.local/share/babybasics/backups", backups: [backup]).json)
    case "data.backup":
      let isRead = request.params["name"] != nil
      return .result(DataBackup.Answer(backup: backup, chunk: isRead ? "aGVsbG8=" : nil, isEnd: isRead).json)
    case "data.restore":
      let answer = DataRestore.Answer(bytes: 0, isRestored: true, children: 1, entries: 4_207, replaced: backup).json
      // A chunk of a file is followed by the next one.
      let isWhole = request.params["name"] != nil || request.params["end"] == true
      return isWhole ? .lastResult(answer) : .result(answer)
    case "data.erase":
      let server = request.params["onServer"] == true ? "baby.example" : nil
      let children = server.map { _ in [ErasedChild(name: "Eva", others: 2), ErasedChild(name: "Tom", others: 0)] }
      let isDone = request.params["dryRun"] != true
      let answer = DataErase.Answer(removedFiles: isDone ? 9 : 0, server: server, children: children)
      return isDone ? .lastResult(answer.json) : .result(answer.json)
    default: return .error(RPCError(.methodNotFound, "There is no method \"\(request.method)\"."))
    }
  }

  private static func timeline(_ request: Request) -> TimelineList.Answer {
    let isDay = request.params["day"] != nil
    var (bottle, tummy) = (Sample.bottle, Sample.tummy)
    bottle.entry.author = "Ben"
    tummy.entry.author = "Anna"
    let found = request.params["search"] == "ben" ? [bottle, tummy] : []
    let entries = [
      Sample.wetDiaper, Sample.night, Sample.leftBreast, Sample.bottle, Sample.nap, Sample.tummy, Sample.smile,
      Sample.lastNight,
    ]
    return TimelineList.Answer(
      child: Sample.child, units: .milliliters, timeFormat: isDay ? .twelveHour : .twentyFourHour, theme: .init(),
      entries: request.params["search"] == nil ? entries : found, nextCursor: isDay ? nil : "next",
      day: isDay ? Sample.day : nil, totals: isDay ? Sample.totals : nil)
  }

  private static let eva = ChildRecord(
    Child(
      id: Sample.child.id, name: "Eva", born: Sample.date("2019-12-18"), sex: .female, zone: "America/Los_Angeles",
      createdAt: Sample.now, updatedAt: Sample.now), isCurrent: true)

  private static let tom = ChildRecord(
    Child(
      id: Sample.identifier(0x70), name: "Tom Ümit", born: Sample.date("2026-01-31"), zone: "Europe/Berlin",
      createdAt: Sample.now, updatedAt: Sample.now, removedAt: Sample.now), isCurrent: false)

  private static let settings = [
    SettingRecord(
      key: "day.start", value: "04:00", defaultValue: "00:00", source: .child, summary: "When a day begins."),
    SettingRecord(
      key: "units", value: "oz", defaultValue: "ml", source: .family, summary: "The unit to show amounts in."),
  ]

  private static let backup = BackupRecord(
    name: "local-20261114T060000Z.db", at: Sample.at("2026-11-14T06:00:00Z"), bytes: 1_433_600)

  /// An import with a unit leaves the dates open until they are given.
  private static func imported(_ request: Request) -> DataImport.Answer {
    let isDone = request.params["end"] == true
    let words = [("dryRun", "dry"), ("volume", "open"), ("dateOrder", "said")]
    let begun = "import" + words.map { request.params[$0.0] == nil ? "" : "-" + $0.1 }.joined()
    let id = request.params["importId"]?.stringValue ?? begun
    let question = ImportQuestionRecord(
      option: "date-order", choices: ["day-month", "month-day"],
      text:
        "Do dates begin with the day or with the month, such as 3/4/2020? The file does not say: every date in "
        + "the file fits both orders."
    )
    let isOpen = id.contains("open") && !id.contains("said")
    let summary = ImportSummaryRecord(
      format: "babyconnect-csv",
      decisions: [
        .init(subject: "Dates", value: "month before day", reason: "on line 2 the second number is over 12"),
        .init(subject: "Clock", value: "12 hours", reason: "times have AM or PM"),
      ], questions: isOpen ? [question] : nil,
      kinds: [.init(name: "feeding", count: 2_317), .init(name: "sleep", count: 1_859)],
      keptAsNotes: [.init(name: "Solid", count: 10)], badRows: [.init(line: 17, reason: "its end is before its start")],
      badRowCount: 1, flaggedRows: (2_030...2_045).map { .init(line: $0, reason: "overlaps line \($0 - 1)") },
      flags: [.init(name: "nearDuplicate", count: 5), .init(name: "overlap", count: 1_016)],
      editedRows: [.init(line: 12)],
      similarRows: [
        .init(
          line: 14, kind: "sleep", startLocal: "2026-11-14T19:47:00.000+01:00",
          entryID: EntryID(high: 0x0192_0000_0000_7000, low: 0x8000_0000_0000_0e14),
          entryStartLocal: "2026-11-14T19:48:00.000+01:00", entryApp: "Nara"),
        .init(
          line: 16, kind: "weight", startLocal: "2026-11-14T12:00:00.000+01:00",
          entryID: EntryID(high: 0x0192_0000_0000_7000, low: 0x8000_0000_0000_0e16),
          entryStartLocal: "2026-11-14T12:00:00.000+01:00", entryApp: "Nara"),
      ],
      first: Sample.at("2019-12-18T10:00:00Z"), last: Sample.now, firstDay: LocalDate(dayNumber: 18_248),
      lastDay: LocalDate(dayNumber: 20_772))
    return DataImport.Answer(
      importID: id, child: Sample.child, rows: isDone ? 4_207 : 100, added: isDone ? 4_201 : 100, unchanged: 1,
      updated: isDone ? 1 : 0, editedHere: isDone ? 1 : 0, similar: isDone ? 2 : 0, isDryRun: id.contains("dry"),
      summary: isDone ? summary : nil)
  }
}
