import BabyClient
import BabyCommands
import BabyModel
import BabyProtocol
import Testing

@testable import bbctl_dash

/// The terminal app with the sample family, without a terminal: what is pressed, what it asks the daemon, and what it shows.
struct DashPlay {
  var state: DashState
  var now = Sample.now
  /// The calls so far, without those that only look.
  private(set) var writes: [MethodCall] = []
  private(set) var effects: [DashEffect] = []
  /// The daemon's answer to a call.
  var reply: (Request) -> FakeDaemon.Reply = { SampleDaemon.answer($0) }

  /// - Parameters:
  ///   - columns: of the terminal, of which one stays free.
  ///   - dashboard: nil while there is no child.
  init(columns: Int = 80, rows: Int = 24, dashboard: DashboardGet.Answer? = Sample.dashboard()) throws {
    state = DashState(columns: columns - 1, rows: rows, run: "test")
    try take(.event(.snapshot(Self.snapshot(dashboard))))
  }

  static func snapshot(_ dashboard: DashboardGet.Answer?) -> ChangesSubscribe.Answer {
    let children = [("Eva", 0xe0a as UInt64), ("Max", 0xe0b)].map { name, number in
      ChildRecord(
        Child(
          id: Sample.identifier(number), name: name, born: Sample.date("2026-06-28"), zone: Sample.zone.name,
          createdAt: Sample.now, updatedAt: Sample.now), isCurrent: name == "Eva")
    }
    return .init(
      subscription: 1, instance: "0", seq: 42,
      snapshot: .init(dashboard: dashboard, children: .init(children: dashboard == nil ? [] : children)))
  }

  /// Takes an input, and the daemon's answers to all that follows from it.
  mutating func take(_ input: DashInput) throws {
    var inputs = [input]
    while !inputs.isEmpty {
      for effect in state.take(inputs.removeFirst(), at: now) {
        guard case .call(let call) = effect else {
          effects.append(effect)
          continue
        }
        inputs.append(.answered(call.purpose, try answer(call)))
      }
    }
  }

  private mutating func answer(_ call: DashCall) throws -> Result<JSON, ClientError> {
    if case .write = call.purpose { writes.append(call.call) }
    let params = try JSON(parsing: call.call.params)
    switch reply(Request(id: .number(1), method: call.call.method, params: params)) {
    case .result(let json), .lastResult(let json): return .success(json)
    case .error(let error): return .failure(.refused(error))
    case .raw, .silence, .hangUp: return .failure(.connectionLost(method: call.call.method, sent: true))
    }
  }

  /// Presses keys, one after the other.
  mutating func press(_ keys: TerminalInput.Key...) throws { for key in keys { try take(.key(key)) } }

  /// Types letters.
  mutating func type(_ text: String) throws { for letter in text { try take(.key(.character(letter))) } }

  /// What is on the screen, without colours and the spaces at the ends of lines.
  var screen: [String] {
    DashView(state, now: now).screen().lines.map { spans in
      let line = spans.map(\.text).joined()
      return String(line[..<(line.lastIndex { $0 != " " }.map { line.index(after: $0) } ?? line.startIndex)])
    }
  }

  /// The params of the last write, without its key.
  var lastParams: String? {
    guard let last = writes.last, case .object(let object)? = try? JSON(parsing: last.params) else { return nil }
    let params = object.members.filter { $0.name != "idempotencyKey" && $0.name != "childId" }
    return "\(last.method) \(JSON.object(JSONObject(params.map { ($0.name, $0.value) })).text)"
  }

  var lastKey: String? { writes.last.flatMap { try? JSON(parsing: $0.params) }?["idempotencyKey"]?.stringValue }

  var sheet: Sheet? { if case .sheet(let sheet) = state.mode { sheet } else { nil } }
}
