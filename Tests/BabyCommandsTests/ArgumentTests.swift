import BabyModel
import BabyProtocol
import Testing

@testable import BabyCommands

/// What each command line asks the daemon to do.
@Suite struct ArgumentTests {
  static let table: [(line: String, method: String, params: String)] = [
    ("feed", "entry.log", #"{"kind":"feeding"}"#),
    (
      "feed left --for 15m", "entry.log",
      #"{"kind":"feeding","method":"breast","startedSide":"left","breasts":"one","for":"15m"}"#
    ),
    ("feed right", "entry.log", #"{"kind":"feeding","method":"breast","startedSide":"right","breasts":"one"}"#),
    (
      "feed both --started right", "entry.log",
      #"{"kind":"feeding","method":"breast","startedSide":"right","breasts":"both"}"#
    ),
    ("feed both", "entry.log", #"{"kind":"feeding","method":"breast","breasts":"both"}"#),
    ("feed bottle", "entry.log", #"{"kind":"feeding","method":"bottle"}"#),
    ("feed bottle 120ml", "entry.log", #"{"kind":"feeding","method":"bottle","amount":120,"unit":"ml"}"#),
    ("feed bottle 120 ml", "entry.log", #"{"kind":"feeding","method":"bottle","amount":120,"unit":"ml"}"#),
    ("feed bottle 4oz", "entry.log", #"{"kind":"feeding","method":"bottle","amount":4,"unit":"oz"}"#),
    ("feed bottle 4,5OZ", "entry.log", #"{"kind":"feeding","method":"bottle","amount":4.5,"unit":"oz"}"#),
    ("feed bottle 120", "entry.log", #"{"kind":"feeding","method":"bottle","amount":120}"#),
    (
      "feed bottle 90ml --content breast-milk", "entry.log",
      #"{"kind":"feeding","method":"bottle","amount":90,"unit":"ml","content":"breastMilk"}"#
    ),
    ("feed bottle --content ebm", "entry.log", #"{"kind":"feeding","method":"bottle","content":"breastMilk"}"#),
    (
      "feed bottle 60ml of formula --note warm", "entry.log",
      #"{"kind":"feeding","method":"bottle","amount":60,"unit":"ml","content":"formula","note":"warm"}"#
    ),
    (
      "feed bottle formula 4 --dry-run", "entry.log",
      #"{"kind":"feeding","method":"bottle","amount":4,"content":"formula","dryRun":true}"#
    ),
    ("feed bottle 90ml formula", "phrase.log", #"{"text":"feed bottle 90ml formula"}"#),
    (
      "feed pump 80ml --for 20m --started left", "entry.log",
      #"{"kind":"feeding","method":"pumping","startedSide":"left","amount":80,"unit":"ml","for":"20m"}"#
    ),
    (
      "feed left --from 2:10am --to 2:40am --note 'spat up' --child Eva --dry-run --idempotency-key k1", "entry.log",
      #"{"childId":"Eva","kind":"feeding","method":"breast","startedSide":"left","breasts":"one","note":"spat up","from":"2:10am","#
        + #""to":"2:40am","idempotencyKey":"k1","dryRun":true}"#
    ),
    ("diaper", "entry.log", #"{"kind":"diaper"}"#),
    ("diaper wet", "entry.log", #"{"kind":"diaper","type":"wet"}"#),
    ("diaper dirty", "entry.log", #"{"kind":"diaper","type":"dirty"}"#),
    ("diaper both --at '10m ago'", "entry.log", #"{"kind":"diaper","type":"both","at":"10m ago"}"#),
    ("diaper pee", "entry.log", #"{"kind":"diaper","type":"wet"}"#),
    ("diaper poop", "entry.log", #"{"kind":"diaper","type":"dirty"}"#),
    ("remind", "reminder.list", "{}"),
    ("remind list --child Eva", "reminder.list", #"{"childId":"Eva"}"#),
    ("remind add 'Vitamin D' --daily 09:00", "reminder.set", #"{"name":"Vitamin D","daily":"09:00"}"#),
    ("remind add Drops --every 8h --child Eva", "reminder.set", #"{"name":"Drops","every":"8h","childId":"Eva"}"#),
    ("remind remove Drops", "reminder.remove", #"{"name":"Drops"}"#),
    ("remind snooze", "reminder.snooze", "{}"),
    ("remind snooze diaper --for 45", "reminder.snooze", #"{"id":"diaper","minutes":45}"#),
    ("remind snooze --for '1h 30m'", "reminder.snooze", #"{"minutes":90}"#),
    ("remind dismiss 'Vitamin D'", "reminder.dismiss", #"{"id":"Vitamin D"}"#),
    ("remind off", "settings.set", #"{"key":"reminders.enabled","value":"off"}"#),
    ("remind on --child Eva", "settings.set", #"{"key":"reminders.enabled","value":"on","childId":"Eva"}"#),
    ("account", "account.status", #"{"thorough":true}"#),
    ("account upload --child Eva --into Evi", "account.upload", #"{"childId":"Eva","into":"Evi"}"#),
    ("account sessions", "account.sessions", "{}"),
    ("account sessions rename kitchen", "account.renameSession", #"{"name":"kitchen"}"#),
    (
      "account sessions rename kitchen --session a1b2", "account.renameSession",
      #"{"id":"a1b2","name":"kitchen"}"#
    ),
    ("account sessions end a1b2", "account.endSession", #"{"id":"a1b2"}"#),
    ("account sessions end-others", "account.endOtherSessions", "{}"),
    ("account name 'Anna Maria'", "account.update", #"{"name":"Anna Maria"}"#),
    ("logout", "account.logout", "{}"),
    ("logout --local", "account.logout", #"{"local":true}"#),
    ("sync", "dashboard.refresh", "{}"),
    ("share", "share.members", "{}"),
    ("share create --role viewer --child Eva", "share.create", #"{"childId":"Eva","role":"viewer"}"#),
    ("share list", "share.list", "{}"),
    ("share revoke a1b2", "share.revoke", #"{"id":"a1b2"}"#),
    ("share accept abc", "share.accept", #"{"code":"abc"}"#),
    ("share accept k7qm2 xnpa4", "share.accept", #"{"code":"k7qm2 xnpa4"}"#),
    ("share role Ben viewer", "share.role", #"{"member":"Ben","role":"viewer"}"#),
    ("share role Ben owner --yes", "share.role", #"{"member":"Ben","role":"owner"}"#),
    ("share remove ben@example.org --child Eva -y", "share.remove", #"{"member":"ben@example.org","childId":"Eva"}"#),
    ("share leave --yes", "share.leave", "{}"),
    ("share transfer Ben --yes", "share.transfer", #"{"member":"Ben"}"#),
    ("queue", "queue.list", "{}"),
    ("queue list --limit 1000", "queue.list", #"{"limit":1000}"#),
    ("queue retry", "queue.retry", "{}"),
    ("queue retry a1b2c3 --idempotency-key k", "queue.retry", #"{"id":"a1b2c3","idempotencyKey":"k"}"#),
    ("queue discard a1b2c3 --dry-run", "queue.discard", #"{"id":"a1b2c3","dryRun":true}"#),
    ("queue discard --failed --yes", "queue.discard", "{}"),
    ("inbox", "inbox.list", "{}"),
    ("inbox --all", "inbox.list", #"{"includeDismissed":true}"#),
    ("inbox dismiss 12", "inbox.dismiss", #"{"id":12}"#),
    ("inbox apply 12", "inbox.apply", #"{"id":12}"#),
    ("sleep start --at '20m ago'", "timer.start", #"{"kind":"sleep","at":"20m ago"}"#),
    ("sleep stop", "timer.stop", #"{"kind":"sleep"}"#),
    (
      "sleep stop --at 'last night 22:10' --note early", "timer.stop",
      #"{"kind":"sleep","at":"last night 22:10","note":"early"}"#
    ),
    ("sleep toggle", "timer.toggle", #"{"kind":"sleep"}"#),
    ("sleep status", "dashboard.get", "{}"),
    ("sleep", "dashboard.get", "{}"),
    ("sleep cancel --yes", "timer.cancel", #"{"kind":"sleep"}"#),
    ("sleep log --at 22:10-05:40", "entry.log", #"{"kind":"sleep","at":"22:10-05:40"}"#),
    ("sleep nap", "entry.log", #"{"kind":"sleep","note":"Quick log nap (10 min)","for":"10m"}"#),
    ("tummy", "entry.log", #"{"kind":"tummy"}"#),
    ("tummy 5m", "entry.log", #"{"kind":"tummy","for":"5m"}"#),
    ("tummy 1h 5m --at 14:05", "entry.log", #"{"kind":"tummy","at":"14:05","for":"1h 5m"}"#),
    ("tummy --for 5m", "entry.log", #"{"kind":"tummy","for":"5m"}"#),
    ("tummy start --at '5m ago'", "timer.start", #"{"kind":"tummy","at":"5m ago"}"#),
    ("tummy stop", "timer.stop", #"{"kind":"tummy"}"#),
    (
      "note 'first smile' --category milestone", "entry.log",
      #"{"kind":"note","category":"milestone","note":"first smile"}"#
    ),
    ("note first smile", "entry.log", #"{"kind":"note","note":"first smile"}"#),
    ("status --child Eva", "dashboard.get", #"{"childId":"Eva"}"#),
    ("today", "timeline.list", #"{"day":"today","limit":1000}"#),
    ("history", "timeline.list", "{}"),
    ("history yesterday", "timeline.list", #"{"day":"yesterday","limit":1000}"#),
    (
      "history 2026-11-14 --kind feed --kind diaper", "timeline.list",
      #"{"day":"2026-11-14","kinds":["feeding","diaper"],"limit":1000}"#
    ),
    ("history --last 7d --kind sleep", "timeline.list", #"{"days":7,"kinds":["sleep"],"limit":1000}"#),
    ("history Nov 3 to Nov 10", "timeline.list", #"{"day":"Nov 3 to Nov 10","limit":1000}"#),
    ("history --from 2020-03 --to may", "timeline.list", #"{"from":"2020-03","to":"may","limit":1000}"#),
    ("history --totals", "timeline.list", #"{"days":7,"totalsOnly":true}"#),
    ("history november --totals", "timeline.list", #"{"day":"november","totalsOnly":true}"#),
    ("activity", "activity.list", "{}"),
    (
      "activity --since '6h ago' --child Eva --limit 5", "activity.list",
      #"{"childId":"Eva","since":"6h ago","limit":5}"#
    ),
    ("foods", "food.list", "{}"), ("foods --limit 3 --child Eva", "food.list", #"{"childId":"Eva","limit":3}"#),
    ("milk", "milk.get", "{}"), ("milk --child Eva --limit 3", "milk.get", #"{"childId":"Eva","limit":3}"#),
    ("convert --dry-run", "note.convert", #"{"dryRun":true}"#),
    ("convert --yes --child Eva", "note.convert", #"{"childId":"Eva"}"#),
    ("chart", "chart.get", #"{"chart":"day"}"#), ("chart --last 2w", "chart.get", #"{"chart":"day","days":14}"#),
    ("chart last week --child Eva", "chart.get", #"{"childId":"Eva","chart":"day","day":"last week"}"#),
    ("report -", "report.get", #"{"format":"svg"}"#),
    (
      "report - last month --html --child Eva", "report.get",
      #"{"childId":"Eva","day":"last month","format":"html"}"#
    ),
    ("report - --last 2w --paper letter", "report.get", #"{"days":14,"paper":"letter","format":"svg"}"#),
    ("report - --since-visit", "report.get", #"{"sinceVisit":true,"format":"svg"}"#),
    ("trends", "trend.list", "{}"), ("trends --child Eva", "trend.list", #"{"childId":"Eva"}"#),
    ("chart sleep", "chart.get", #"{"chart":"sleep"}"#),
    ("chart Weight", "chart.get", #"{"chart":"growth"}"#),
    ("chart naps november --child Eva", "chart.get", #"{"childId":"Eva","chart":"sleep","day":"november"}"#),
    ("chart feeds --all", "chart.get", #"{"chart":"feeds","whole":true}"#),
    ("chart sleep --last 3660d", "chart.get", #"{"chart":"sleep","days":3660}"#),
    ("growth", "growth.get", "{}"), ("growth --child Eva --limit 5", "growth.get", #"{"childId":"Eva","limit":5}"#),
    ("why", "insight.get", "{}"), ("why --child Eva", "insight.get", #"{"childId":"Eva"}"#),
    ("summary --child Eva", "timeline.list", #"{"childId":"Eva","limit":1}"#),
    ("show a1b2c3", "entry.get", #"{"id":"a1b2c3"}"#),
    ("delete a1b2 a1b3 -y", "entry.deleteSeveral", #"{"ids":["a1b2","a1b3"]}"#),
    ("history --search 8:30 --limit 5", "timeline.list", #"{"search":"8:30","limit":5}"#),
    ("delete last --yes", "entry.delete", #"{"id":"last"}"#),
    ("delete a1b2c3 -y", "entry.delete", #"{"id":"a1b2c3"}"#),
    ("delete a1b2c3 --dry-run", "entry.delete", #"{"id":"a1b2c3","dryRun":true}"#),
    ("undo", "undo", "{}"),
    ("redo --dry-run", "redo", #"{"dryRun":true}"#),
    ("duplicate last", "entry.duplicate", #"{"id":"last"}"#),
    ("child", "child.list", "{}"),
    ("child list --removed", "child.list", #"{"includeRemoved":true}"#),
    (
      "child add Eva --born 2019-12-18 --zone America/Los_Angeles", "child.add",
      #"{"name":"Eva","born":"2019-12-18","zone":"America/Los_Angeles"}"#
    ),
    (
      "child edit Eva --name Evi --sex none --feeding-style both", "child.update",
      #"{"childId":"Eva","name":"Evi","sex":null,"feedingStyle":"both"}"#
    ),
    (
      "child add Eva --born 2026-02-11 --due 2026-03-01 --birth-weight 7lb4oz", "child.add",
      #"{"name":"Eva","born":"2026-02-11","dueDate":"2026-03-01","birthWeight":{"value":7.25,"unit":"lb"}}"#
    ),
    (
      "child edit Eva --due none --birth-weight 3,2kg", "child.update",
      #"{"childId":"Eva","dueDate":null,"birthWeight":{"value":3.2,"unit":"kg"}}"#
    ),
    ("child remove Eva --yes", "child.remove", #"{"childId":"Eva"}"#),
    ("child purge Eva --yes", "child.purge", #"{"childId":"Eva"}"#),
    ("child restore Eva", "child.restore", #"{"childId":"Eva"}"#),
    ("child select Eva", "child.select", #"{"childId":"Eva"}"#),
    ("settings", "settings.list", "{}"),
    ("settings list --child Eva", "settings.list", #"{"childId":"Eva"}"#),
    ("settings get units", "settings.get", #"{"key":"units"}"#),
    ("settings set units oz", "settings.set", #"{"key":"units","value":"oz"}"#),
    ("settings reset units --child Eva", "settings.reset", #"{"key":"units","childId":"Eva"}"#),
    ("call dashboard.get", "dashboard.get", "{}"),
    (#"call timeline.list '{"day":"today"}'"#, "timeline.list", #"{"day":"today"}"#),
  ]

  /// Sentences whose first word is not a command.
  private static let sentences: [(line: String, method: String, params: String)] = [
    ("formula 40 ml", "phrase.log", #"{"text":"formula 40 ml"}"#),
    ("poop, green", "phrase.log", #"{"text":"poop, green"}"#),
    ("bottle 90ml --content breast-milk", "phrase.log", #"{"text":"bottle 90ml breast milk"}"#),
  ]

  @Test("each command line becomes one call", arguments: table + sentences)
  func call(line: String, method: String, params: String) throws {
    let daemon = try FakeDaemon { _ in .error(RPCError(.cancelled, "enough")) }
    defer { daemon.stop() }
    _ = Run(words(line), socket: daemon.socket)
    #expect(daemon.calls.map(\.method) == [method])
    #expect(daemon.calls.first?.params.text == params)
  }

  @Test("the daemon knows every param that is sent", arguments: table + sentences)
  func paramsAreKnown(line: String, method: String, params: String) throws {
    let method = try #require(allMethods.first { $0.name == method })
    #expect(throws: Never.self) { try Self.readStrictly(method, params) }
  }

  private static func readStrictly<Method: RPCMethod>(_ method: Method.Type, _ params: String) throws {
    _ = try Method.Params(strictly: JSON(parsing: params.utf8))
  }

  @Test(
    "an activity needs no keyword; a name of several words is one argument",
    arguments: [
      ("start bath", #"{"text":"start bath"}"#), ("stop bath", #"{"text":"stop bath"}"#),
      ("cancel bath", #"{"text":"cancel bath"}"#), ("bath", #"{"text":"bath"}"#),
      ("skin to skin 30m", #"{"text":"skin to skin 30m"}"#),
      ("start 'music class'", #"{"text":"start \"music class\""}"#),
      ("stop 'music class' --at '10m ago'", #"{"text":"stop \"music class\" 10m ago"}"#),
      ("log start 'music class'", #"{"text":"start \"music class\""}"#),
      ("activity 'music class' 45m", #"{"text":"activity \"music class\" 45m"}"#),
      ("activity 'music class'", #"{"text":"activity \"music class\""}"#),
      ("activity bath 20m --child Eva", #"{"childId":"Eva","text":"activity bath 20m"}"#),
    ])
  func activities(line: String, params: String) throws {
    let daemon = try FakeDaemon { _ in .hangUp }
    defer { daemon.stop() }
    _ = Run(words(line), socket: daemon.socket)
    #expect(daemon.calls.map(\.method) == ["phrase.log"])
    #expect(daemon.calls.first?.params.text == params)
  }

  @Test("an edit reads the entry first and uses its full id")
  func edit() throws {
    let found = EntryGet.Answer(entry: Sample.leftBreast, child: Sample.child, timeFormat: .twelveHour)
    let daemon = try FakeDaemon { $0.method == "entry.get" ? .result(found.json) : .hangUp }
    defer { daemon.stop() }
    _ = Run(words("edit last --at 8:10pm --note '' --side both --started left --amount none"), socket: daemon.socket)
    #expect(daemon.calls.map(\.method) == ["entry.get", "entry.update"])
    let id = Sample.leftBreast.entry.id
    #expect(
      daemon.calls.last?.params.text
        == #"{"id":"\#(id)","startedSide":"left","breasts":"both","amount":null,"note":null,"at":"8:10pm"}"#)
  }

  @Test(
    "an edit sets a bottle's content, and none clears it", arguments: [("formula", "\"formula\""), ("none", "null")])
  func editContent(word: String, value: String) throws {
    let found = EntryGet.Answer(entry: Sample.bottle, child: Sample.child, timeFormat: .twelveHour)
    let daemon = try FakeDaemon { $0.method == "entry.get" ? .result(found.json) : .hangUp }
    defer { daemon.stop() }
    _ = Run(words("edit last --content \(word)"), socket: daemon.socket)
    #expect(daemon.calls.last?.params.text == #"{"id":"\#(Sample.bottle.entry.id)","content":\#(value)}"#)
  }

  @Test("an edit sets a kind's fields by their names: a number if it is one, and none clears")
  func editFields() throws {
    let found = EntryGet.Answer(entry: Sample.leftBreast, child: Sample.child, timeFormat: .twelveHour)
    let daemon = try FakeDaemon { $0.method == "entry.get" ? .result(found.json) : .hangUp }
    defer { daemon.stop() }
    _ = Run(
      words("edit last --set amount=90.5 --set unit=ml --set breasts=none --set method=a=b"), socket: daemon.socket)
    let id = Sample.leftBreast.entry.id
    #expect(
      daemon.calls.last?.params.text
        == #"{"id":"\#(id)","fields":{"amount":90.5,"unit":"ml","breasts":null,"method":"a=b"}}"#)
  }

  @Test(
    "words after a command that only shows are logged",
    arguments: [
      ("foods banana", "foods banana", nil), ("milk add 120ml", "milk add 120ml", nil), ("milk 4oz", "milk 4oz", nil),
      ("milk less 30ml --note spilled --child Eva", "milk less 30ml note spilled", "Eva"),
    ] as [(String, String, String?)])
  func reports(line: String, text: String, child: String?) throws {
    let daemon = try FakeDaemon { _ in .hangUp }
    defer { daemon.stop() }
    _ = Run(words(line), socket: daemon.socket)
    #expect(daemon.calls.map(\.method) == ["phrase.log"])
    #expect(daemon.calls.first?.params["text"]?.stringValue == text)
    #expect(daemon.calls.first?.params["childId"]?.stringValue == child)
  }

  @Test("a daemon from before an update is named as such, with the command that restarts it")
  func olderDaemon() throws {
    let daemon = try FakeDaemon { .error(RPCError(.methodNotFound, "There is no method \"\($0.method)\".")) }
    defer { daemon.stop() }
    let run = Run(words("activity"), socket: daemon.socket)
    #expect(run.status == .invalid)
    #expect(
      run.errors == """
        bbctl: The daemon is of an older version than this bbctl, and does not know this yet.
          Try: systemctl --user restart babybasicsd
           Or: sudo systemctl restart babybasicsd

        """)
    #expect(Run(words("call activity.list"), socket: daemon.socket).errors.contains("There is no method"))
  }

  @Test("only the first call tells the daemon the program's name")
  func introduction() throws {
    let found = EntryGet.Answer(entry: Sample.wetDiaper, child: Sample.child, timeFormat: .twelveHour)
    let daemon = try FakeDaemon { $0.method == "entry.get" ? .result(found.json) : .hangUp }
    defer { daemon.stop() }
    _ = Run(words("edit last --type both"), socket: daemon.socket)
    #expect(daemon.requests.map(\.method) == ["hello", "entry.get", "entry.update"])
    #expect(daemon.requests.first?.id == nil)
    #expect(daemon.requests.first?.params == ["client": "bbctl"])
  }
}
