import BabyModel
import BabyProtocol
import Foundation

@testable import BabyDaemon
@testable import BabySocket

/// A client that builds its picture of the family from a snapshot and events alone, and subscribes again where it was
/// when its connection or its subscription ends.
final class FollowingClient {
  static let topics: [Topic] = [
    .dashboard, .sleep, .tummy, .children, .settings, .reminders, .timeline, .banner,
  ]

  private let sockets: SocketFixture
  private var client: TestClient
  private(set) var picture = FamilySnapshot()
  private var subscription: JSON?
  /// Everything up to here has been told for certain: of the last event's seq there may be more.
  private var place: JSON?
  private var calls = 0

  init(_ sockets: SocketFixture) async throws {
    self.sockets = sockets
    client = try sockets.connect()
    try await subscribe()
  }

  /// Loses the connection, and makes another.
  func reconnect() async throws {
    client = try sockets.connect()
    try await subscribe()
  }

  /// Takes in the next event, or subscribes again.
  func takeNext() async throws {
    let message = try await client.answer()
    guard message["params"]?["subscription"] == subscription else { return }
    if message["method"]?.stringValue == ChangesEnded.method {
      place = position(message["params"]?["lastSeq"]?.integerValue ?? 0)
      try await subscribe()
    } else {
      try take(message["params"] ?? .null)
    }
  }

  private func subscribe() async throws {
    calls += 1
    var params: [(String, JSON)] = [("topics", .array(Self.topics.map { .string($0.rawValue) }))]
    if let place { params.append(("since", place)) }
    var answer = try await client.call(line(calls, "changes.subscribe", .object(JSONObject(params))))
    while answer["id"] != .integer(Int64(calls)) { answer = try await client.answer() }
    guard let result = answer["result"], let snapshot = result["snapshot"] else { throw TestFailure(answer.text) }
    picture.begin(snapshot, keepingTimeline: place != nil && result["resync"] != true)
    subscription = result["subscription"]
    instance = result["instance"]
    place = position(result["seq"]?.integerValue ?? 0)
  }

  private var instance: JSON?

  private func position(_ seq: Int64) -> JSON {
    ["instance": instance ?? .null, "seq": .integer(seq)]
  }

  private func take(_ event: JSON) throws {
    guard let topic = event["topic"]?.stringValue.flatMap(Topic.init), let data = event["data"] else {
      throw TestFailure("no event: \(event.text)")
    }
    picture.take(topic, data)
    if let seq = event["seq"]?.integerValue { place = position(max(0, seq - 1)) }
  }
}

/// What a client knows of the family.
struct FamilySnapshot: Hashable {
  private(set) var states: [Topic: JSON] = [:]
  /// Entries that are not deleted, by id.
  private(set) var entries: [String: JSON] = [:]

  init() {}

  /// - Parameter snapshot: of a subscription that has just begun.
  init(fresh snapshot: JSON) { begin(snapshot, keepingTimeline: false) }

  mutating func begin(_ snapshot: JSON, keepingTimeline: Bool) {
    for topic in Topic.allCases where topic.isState { states[topic] = snapshot[topic.rawValue].map(Self.withoutSeq) }
    guard !keepingTimeline else { return }
    entries = [:]
    for entry in snapshot["timeline"]?["entries"]?.arrayValue ?? [] { put(entry) }
  }

  mutating func take(_ topic: Topic, _ data: JSON) {
    if topic.isState {
      states[topic] = Self.withoutSeq(data)
    } else if topic == .timeline, let entry = data["entry"] {
      put(entry)
    }
  }

  /// What another snapshot has that is not in this one, for a failing test.
  func differences(from other: FamilySnapshot) -> [String] {
    states.filter { other.states[$0.key] != $0.value }
      .map { "\($0.key): \($0.value.text) and not \(other.states[$0.key]?.text ?? "nothing")" }
      + Set(entries.keys).union(other.entries.keys).filter { entries[$0] != other.entries[$0] }
      .map { "\(entries[$0]?.text ?? "no \($0)") and not \(other.entries[$0]?.text ?? "nothing")" }
  }

  private mutating func put(_ entry: JSON) {
    guard let id = entry["id"]?.stringValue else { return }
    if entry["deletedAt"] == nil { entries[id] = entry } else { entries.removeValue(forKey: id) }
  }

  /// A dashboard's number goes up with changes that concern another child.
  private static func withoutSeq(_ state: JSON) -> JSON {
    guard case .object(var object) = state else { return state }
    object.members.removeAll { $0.name == "seq" }
    return .object(object)
  }
}
