import BabyClient
import BabyCommands
import BabyModel
import BabyProtocol

/// Everything that the terminal app knows and shows. It has no clock, no terminal and no socket, and no rules about babies:
/// each press becomes a call, and the daemon decides.
struct DashState {
  /// What the keys are for.
  enum Mode {
    case home
    case sheet(Sheet)
    case question(Question)
    /// What is typed to search for.
    case search(String)
    case help
  }

  /// A question that `y` answers with yes, and any other key with no.
  struct Question {
    let text: String
    let call: DashCall
  }

  /// The result of the last action; it stays for a while.
  struct Message {
    let text: String
    let style: Page.Style
    let until: Instant
  }

  private(set) var columns: Int
  private(set) var rows: Int
  private(set) var family = FamilyView()
  var mode = Mode.home
  /// How many days before today are shown.
  var daysBack = 0
  /// What was searched for, while what was found is shown.
  var query: String?
  /// The shown day's entries, or those found, newest first; nil until they have come.
  private(set) var entries: TimelineList.Answer?
  private(set) var chart: ChartGet.Answer?
  /// The entry that keys act on.
  var selection: EntryID?
  private(set) var message: Message?
  var keys: WriteKeys
  /// A write is on its way: another one waits for its answer.
  private(set) var isWriting = false
  /// Number of the latest request for entries.
  private var request = 0
  /// How many answers to it are still to come.
  private var awaited = 0
  /// Something has changed since it was sent.
  private var isStale = false

  /// - Parameter run: what no other run of the program has; see `WriteKeys`.
  init(columns: Int, rows: Int, run: String) {
    (self.columns, self.rows) = (columns, rows)
    keys = WriteKeys(run: run)
  }

  var dashboard: DashboardGet.Answer? { family.dashboard }

  /// The day that is shown.
  var date: LocalDate? { dashboard.map { $0.day.date.adding(days: -daysBack) } }

  var selected: EntryRecord? {
    entries?.entries.first { $0.entry.id == selection } ?? (selection == nil ? entries?.entries.first : nil)
  }

  /// When something on the screen turns by itself. Of all the minutes that pass, that of what runs is enough, otherwise
  /// that of the last feed. Nil while nothing is known.
  func nextTurn(after now: Instant) -> Instant? {
    [nextMinute(after: now), message?.until].compactMap(\.self).min()
  }

  private func nextMinute(after now: Instant) -> Instant? {
    guard let dashboard else { return nil }
    let running = DashboardLines(dashboard, now: now).running.first?.entry.countedSince
    let start = running ?? dashboard.fedSince ?? dashboard.day.start
    guard now >= start else { return start }
    return now + .milliseconds(60_000 - (now.milliseconds - start.milliseconds) % 60_000)
  }

  // MARK: What happens

  /// - Returns: what to do, in order.
  mutating func take(_ input: DashInput, at now: Instant) -> [DashEffect] {
    switch input {
    case .key(let key): return press(key, at: now)
    case .pasted(let letter): return paste(letter)
    case .mouse(let mouse): return point(mouse, at: now)
    case .event(let event): return learn(event, at: now)
    case .answered(let purpose, let result): return take(result, of: purpose, at: now)
    case .resized(let columns, let rows):
      (self.columns, self.rows) = (columns, rows)
      return []
    case .tick:
      if let until = message?.until, until <= now { message = nil }
      return []
    }
  }

  private mutating func learn(_ event: FollowerEvent, at now: Instant) -> [DashEffect] {
    if let refusal = event.refusal { return [.fail(refusal)] }
    let child = dashboard?.child.id
    family.learn(event, at: now)
    if case .lost = event { return [] }
    if child != dashboard?.child.id { showToday() }
    return refresh()
  }

  /// Requests what is shown again, once the answers to the last request are there.
  mutating func refresh() -> [DashEffect] {
    guard awaited == 0 else {
      isStale = true
      return []
    }
    isStale = false
    guard let dashboard, let date else { return [] }
    request += 1
    awaited = 2
    let child = "\(dashboard.child.id)"
    let entries =
      query.map { TimelineList.Params(childID: child, search: $0, limit: 200) }
      ?? TimelineList.Params(childID: child, day: "\(date)", limit: 1000)
    return [
      .call(DashCall(.entries(request), TimelineList.self, entries)),
      .call(DashCall(.chart(request), ChartGet.self, .init(childID: child, day: "\(date)"))),
    ]
  }

  /// The same for another day or another search: what is shown is not of it.
  mutating func turn() -> [DashEffect] {
    forget()
    return refresh()
  }

  private mutating func showToday() {
    (daysBack, query) = (0, nil)
    forget()
  }

  /// Nothing is known of what is to be shown, and answers that are on their way are of something else.
  private mutating func forget() {
    (entries, chart, selection) = (nil, nil, nil)
    request += 1
  }

  /// - Parameter style: nil for something that went well.
  mutating func say(_ text: String, _ style: Page.Style = .severity(.success), at now: Instant) {
    message = Message(text: text, style: style, until: now + .seconds(10))
  }

  // MARK: Answers

  private mutating func take(
    _ result: Result<JSON, ClientError>, of purpose: DashCall.Purpose, at now: Instant
  ) -> [DashEffect] {
    switch purpose {
    case .entries(let number):
      if number == request { take(result, at: now) { (state, answer: TimelineList.Answer) in state.show(answer) } }
      return settle()
    case .chart(let number):
      if number == request { take(result, at: now) { (state, answer: ChartGet.Answer) in state.chart = answer } }
      return settle()
    case .write:
      isWriting = false
      return end(result, at: now)
    case .undoQuestion:
      isWriting = false
      guard case .success(let json) = result, let answer = try? Undo.Answer(json: json) else {
        return end(result, at: now)
      }
      return undo(answer)
    }
  }

  /// Does something with an answer, or says why there is none.
  private mutating func take<Answer: WireObject>(
    _ result: Result<JSON, ClientError>, at now: Instant, _ body: (inout DashState, Answer) -> Void
  ) {
    switch result {
    case .success(let json):
      if let answer = try? Answer(json: json) { body(&self, answer) }
    // That the daemon is away is shown anyway.
    case .failure(.refused(let refusal)): say(refusal.message, .severity(.error), at: now)
    case .failure: break
    }
  }

  private mutating func show(_ answer: TimelineList.Answer) {
    entries = answer
    if !answer.entries.contains(where: { $0.entry.id == selection }) { selection = nil }
  }

  private mutating func settle() -> [DashEffect] {
    awaited -= 1
    return awaited == 0 && isStale ? refresh() : []
  }

  /// A write has been answered: a sheet closes, or says at its fields what is wrong.
  private mutating func end(_ result: Result<JSON, ClientError>, at now: Instant) -> [DashEffect] {
    switch result {
    case .success(let answer):
      if case .sheet = mode { mode = .home }
      say(answer["message"]?.stringValue ?? "", at: now)
    case .failure(let error):
      if case .sheet(var sheet) = mode {
        sheet.take(error)
        mode = .sheet(sheet)
      } else {
        say(error.message, .severity(.error), at: now)
      }
    }
    return []
  }

  /// Undoes what a dry run has shown, after a question if it is not the last change.
  private mutating func undo(_ shown: Undo.Answer) -> [DashEffect] {
    let options = WriteOptions(idempotencyKey: keys.next())
    let call = DashCall(write: MethodCall(Undo.self, .init(id: shown.step, options: options)))
    guard let later = shown.later else { return write(call) }
    mode = .question(Question(text: DashWords.undo(shown.label, later: later), call: call))
    return []
  }

  /// Makes a write, unless one is on its way.
  mutating func write(_ call: DashCall) -> [DashEffect] {
    guard !isWriting else { return [] }
    isWriting = true
    return [.call(call)]
  }
}
