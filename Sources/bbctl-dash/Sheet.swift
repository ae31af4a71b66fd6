import BabyClient
import BabyCommands
import BabyModel
import BabyProtocol

/// A form to log from, or to change an entry with. What it says is checked by the daemon, whose errors stand at its fields.
struct Sheet {
  enum Subject {
    /// - Parameter running: the entry that runs, whose timer can be stopped.
    case log(EntryKind, ChildID, running: EntryRecord?)
    case edit(EntryRecord)
  }

  struct Field {
    enum Input: Equatable {
      /// One of some options; nil is none.
      case choice([Option], Int?)
      case text(String)
      /// Now, some minutes ago, or what was typed.
      case when(Int, exact: String)
    }

    /// As the daemon calls it.
    let name: String
    let label: String
    var input: Input
    /// Shown while nothing is typed.
    var example = ""
    /// Whether it can be left without any option.
    var isOptional = true
    /// What it was when the sheet was opened.
    let initial: Input
    var problem: String?

    init(_ name: String, _ label: String, _ input: Input, example: String = "", isOptional: Bool = true) {
      (self.name, self.label, self.input, self.example) = (name, label, input, example)
      self.isOptional = isOptional
      initial = input
    }

    /// What it says: an option's word, a text, or a time in words. Nil if it says nothing.
    var said: String? {
      switch input {
      case .choice(let options, let chosen): return chosen.map { options[$0].word }
      case .when(let chosen, let exact):
        return DashWords.moments.indices.contains(chosen) ? DashWords.moments[chosen].said : exact
      case .text(let text):
        let text = text.trimmingSpaces
        return text.isEmpty ? nil : text
      }
    }
  }

  struct Option: Equatable {
    let word: String
    let label: String
  }

  let subject: Subject
  let title: String
  var fields: [Field]
  /// The field that keys are for.
  var focus = 0
  /// What is wrong and belongs to no field.
  private(set) var problem: String?
  /// It was sent, and is not answered yet.
  private(set) var isBusy = false
  /// The idempotency key of its write: another one after each change.
  var key: String

  init(_ subject: Subject, _ title: String, _ fields: [Field], key: String) {
    (self.subject, self.title, self.fields, self.key) = (subject, title, fields, key)
  }

  subscript(_ name: String) -> Field? { visible.map { fields[$0] }.first { $0.name == name } }

  // MARK: Keys

  /// - Returns: whether it says something else now.
  mutating func press(_ key: TerminalInput.Key) -> Bool {
    switch key {
    case .tab, .down: move(1)
    case .backTab, .up: move(-1)
    case .left: return step(-1)
    case .right: return step(1)
    case .backspace, .delete: return erase()
    case .character(let letter): return type(letter)
    case .enter, .escape, .home, .end, .pageUp, .pageDown: break
    }
    return false
  }

  private mutating func move(_ steps: Int) {
    let visible = visible
    let place = visible.firstIndex(of: focus) ?? 0
    focus = visible[(place + steps + visible.count) % visible.count]
  }

  /// Another option of the field.
  private mutating func step(_ steps: Int) -> Bool {
    switch fields[focus].input {
    case .choice(let options, let chosen):
      let place = (chosen ?? (steps > 0 ? -1 : options.count)) + steps
      if options.indices.contains(place) { return choose(place) }
      guard fields[focus].isOptional, chosen != nil else { return false }
      return change(.choice(options, nil))
    case .when(let chosen, _): return choose(chosen + steps)
    case .text: return false
    }
  }

  /// Chooses an option of the field.
  mutating func choose(_ option: Int) -> Bool {
    switch fields[focus].input {
    case .choice(let options, _): return options.indices.contains(option) && change(.choice(options, option))
    case .when(_, let exact): return 0...DashWords.moments.count ~= option && change(.when(option, exact: exact))
    case .text: return false
    }
  }

  /// Types a letter: a choice takes the next option that begins with it, and a time becomes an exact one.
  ///
  /// Text ends at a length that the daemon refuses, so that nothing which was cut is ever logged.
  mutating func type(_ letter: Character) -> Bool {
    let most = TextLimits.note.bytes
    switch fields[focus].input {
    case .text(let text): return text.utf8.count < most && change(.text(text + String(letter)))
    case .when(_, let exact):
      return exact.utf8.count < most && change(.when(DashWords.moments.count, exact: exact + String(letter)))
    case .choice(let options, let chosen):
      let places = options.indices.filter { options[$0].label.lowercased().hasPrefix(letter.lowercased()) }
      guard let place = places.first(where: { $0 > chosen ?? -1 }) ?? places.first else { return false }
      return change(.choice(options, place))
    }
  }

  private mutating func erase() -> Bool {
    switch fields[focus].input {
    case .text(let text): return change(.text(String(text.dropLast())))
    case .when(let chosen, let exact): return change(.when(chosen, exact: String(exact.dropLast())))
    case .choice(let options, _): return fields[focus].isOptional && change(.choice(options, nil))
    }
  }

  private mutating func change(_ input: Field.Input) -> Bool {
    guard fields[focus].input != input else { return false }
    fields[focus].input = input
    fields[focus].problem = nil
    problem = nil
    return true
  }

  // MARK: Sending

  /// The call that it stands for; nil if a field cannot be read, which then says so.
  mutating func submit() -> MethodCall? {
    problem = nil
    for place in fields.indices { fields[place].problem = nil }
    do {
      let call = try call()
      isBusy = true
      return call
    } catch {
      mark(error.field, error.message)
      return nil
    }
  }

  /// The daemon has not done it.
  mutating func take(_ error: ClientError) {
    isBusy = false
    guard case .refused(let refusal) = error else {
      problem = error.message
      return
    }
    let known = refusal.fields.filter { mark($0.field, $0.message) }
    guard known.isEmpty else { return }
    let isTime = refusal.code.name.hasPrefix("time.")
    if !isTime || !mark(fieldOfTime(in: refusal.message), refusal.message) { problem = refusal.message }
  }

  /// The field whose text an error about a time quotes.
  private func fieldOfTime(in message: String) -> String {
    let times = ["at", "for", "from", "to"].compactMap { self[$0] }
    return times.first { $0.said.map { !$0.isEmpty && message.contains("\"\($0)\"") } ?? false }?.name ?? "at"
  }

  /// The fields that say what the daemon's names of times are about, where none has that name.
  private static let otherNames = [
    "start": ["from", "at"], "from": ["at"], "end": ["to", "for", "at"], "to": ["for", "at"], "for": ["at"],
  ]

  /// - Parameter name: as the daemon has it: of an entry, or of a call.
  /// - Returns: whether there is such a field.
  @discardableResult
  private mutating func mark(_ name: String, _ message: String) -> Bool {
    let visible = visible
    let names = [name] + Self.otherNames[name, default: []]
    let places = names.compactMap { name in visible.first { fields[$0].name == name } }
    guard let place = places.first else { return false }
    fields[place].problem = message
    focus = place
    return true
  }
}

/// A field that cannot be read, before anything is sent.
struct FieldProblem: Error {
  let field: String
  let message: String
}

extension String {
  fileprivate var trimmingSpaces: String {
    let start = drop { $0 == " " }
    return String(start[..<(start.lastIndex { $0 != " " }.map { start.index(after: $0) } ?? start.startIndex)])
  }
}
