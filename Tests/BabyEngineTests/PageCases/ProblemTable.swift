import BabyModel
import BabyProtocol

/// What the model says is wrong with an entry; names and numbers are left open.
enum ProblemTable {
  static let all: JSON = .present([
    "inFuture": .string(problem(Sample.entry(.sleep), "start", now: Sample.start - .hours(1))),
    "beforeBirth": .string(beforeBirth.with("\(Sample.child.born)")),
    "beforeStart": .string(problem(Sample.entry(.sleep, lasting: .seconds(-1)), "end")),
    "notAfterStart": .string(problem(Sample.entry(.sleep, lasting: .zero), "end")),
    "tooLong": .string(problem(Sample.entry(.sleep, lasting: .hours(25)), "end").with("24")),
    "noAmount": .string(problem(.feeding, [("method", .word("bottle")), ("amount", .number(0))], "amount")),
    "tooMuch": .string(
      problem(.feeding, [("method", .word("bottle")), ("amount", .number(501))], "amount").with("500 ml")),
    "sidesTooLong": .string(problem(.feeding, sides(30_000), "leftSeconds", lasting: .hours(9)).with("6")),
    "sidesLonger": .string(problem(.feeding, sides(601), "leftSeconds", lasting: .minutes(10))),
    "missing": .string(problem(.diaper, [], "type")),
    "empty": .string(problem(.note, [], EntryKind.note.declaration.requiredNote ?? "note")),
    "controlCharacters": .string(problem(.sleep, [], "note", note: "a\u{7}b")),
    "notPlain": .string(problem(medicine, [("name", .word("a\nb"))], "name")),
    "tooManyBytes": .string(problem(medicine, name("漢", 400), "name").with("\(TextLimits.field.bytes)")),
    "tooManyCharacters": .string(
      problem(medicine, name("x", 201), "name").with("\(TextLimits.field.characters)")),
    "notANumber": .string(problem(.declared(.temperature), [("value", .word("warm"))], "value")),
    "outOfRange": .string(limited(.declared(.temperature), "value", -1_000_000)),
    "outOfSense": .string(
      problem(.declared(.temperature), [("value", .number(20))], "value").with("25").with("45").with("celsius")),
    "notWhole": .string(problem(medicine, name("x", 1) + [("mostPerDay", .number(0.5))], "mostPerDay").range),
    "notWholeSeconds": .string(
      problem(medicine, name("x", 1) + [("intervalSeconds", .number(0.5))], "intervalSeconds").range),
    "beforeTurn": .string(stopped(isPaused: false).with("left")), "beforePause": .string(stopped(isPaused: true)),
  ])

  private static let medicine = EntryKind.declared(.medicine)

  private static let beforeBirth: String = {
    var entry = Sample.entry(.sleep)
    entry.start = Sample.start - .hours(24 * 700)
    return problem(entry, "start")
  }()

  private static func sides(_ seconds: Double) -> [(String, FieldInputs.Value)] {
    [("method", .word("breast")), ("startedSide", .word("left")), ("leftSeconds", .number(seconds))]
  }

  private static func name(_ letter: String, _ count: Int) -> [(String, FieldInputs.Value)] {
    [("name", .word(String(repeating: letter, count: count)))]
  }

  private static func limited(_ kind: EntryKind, _ field: String, _ number: Double) -> String {
    problem(kind, [(field, .number(number))], field).range
  }

  private static func problem(_ entry: Entry, _ field: String, now: Instant = Sample.start + .hours(48)) -> String {
    do throws(BabyError) {
      try entry.validate(child: Sample.child, zone: .utc, now: now)
      preconditionFailure("nothing is wrong")
    } catch {
      return message(of: error, field)
    }
  }

  private static func problem(
    _ kind: EntryKind, _ said: [(String, FieldInputs.Value)], _ field: String, lasting length: Duration? = nil,
    note: String? = nil
  ) -> String {
    do throws(BabyError) {
      let content = try EntryContent(kind, fields: FieldInputs(said.map { FieldInputs.Field($0.0, $0.1) }))
      var entry = Sample.entry(content, lasting: length)
      entry.note = note
      return problem(entry, field)
    } catch {
      return message(of: error, field)
    }
  }

  /// A feed that is ended before its last turn, or its pause, began.
  private static func stopped(isPaused: Bool) -> String {
    var feed = Sample.nursing(.left, isPaused: isPaused)
    guard case .feeding(var feeding) = feed.content else { return "" }
    feeding.turn = NursingTurn(.left, since: feed.start + .hours(1), isPaused: isPaused)
    feed.content = .feeding(feeding)
    let earlier = feed.start + .minutes(30)
    do throws(BabyError) {
      _ = try Timer.stop(
        feed.timer, child: Sample.child, running: feed, at: earlier, now: feed.start + .hours(2))
      preconditionFailure("it can be ended")
    } catch {
      return message(of: error, "at")
    }
  }

  private static func message(of error: BabyError, _ field: String) -> String {
    guard case .entryInvalid(let errors) = error, let found = errors.first(where: { $0.field == field }) else {
      preconditionFailure("\(error)")
    }
    return found.message
  }
}

extension String {
  /// The text with places for the two numbers of a range.
  fileprivate var range: String {
    let numbers = split { !($0.isNumber || $0 == "-" || $0 == ".") }.filter { $0.contains { $0.isNumber } }
    precondition(numbers.count == 2, self)
    return split(separator: " ", omittingEmptySubsequences: false)
      .map { numbers.contains($0) ? Sample.place : String($0) }.joined(separator: " ")
  }
}
