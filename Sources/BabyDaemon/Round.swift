import BabyEngine
import BabyModel
import BabyProtocol
import BabyStore

/// The feed's queries for one round, all in one database state.
struct RoundQuery: Sendable {
  /// A client that has missed more than this gets no events again, only a snapshot.
  var longestReplay: (events: Int, bytes: Int)
  /// How the family server is reached.
  var connectionStatus: ConnectionStatus
  /// The scopes with subscribers.
  var scopes: Set<Scope>
  var states: Set<StateKey>
  /// Changes after this one are requested; nil without subscribers.
  var logAfter: Int64?
  /// The authors of the latest changes, by seq.
  var clients: [Int64: String]
  var joins: [JoinParams]
}

/// A requested subscription.
struct JoinParams: Sendable {
  var caller: Caller
  var topics: Set<Topic>
  var child: String?
  var since: ChangePosition?
}

struct RoundResult: Sendable {
  var seq: Int64
  /// When the first of the dashboards is no longer right without any change.
  var dayEnd: Instant?
  var states: [StateKey: EncodedState] = [:]
  /// The child that each scope means.
  var children: [Scope: ChildID] = [:]
  var log: [FeedEvent] = []
  /// There are more changes than were read; those up to here have been.
  var logEnd: Int64?
  var joins: [Result<JoinAnswer, RPCError>] = []
}

/// A subscription that has begun.
struct JoinAnswer: Sendable {
  /// The subscription's number for clients, once it has one.
  var number = 0
  /// Number of the last change that the snapshot takes in.
  var seq: Int64
  var scope: Scope
  var isResync: Bool
  /// Events after the client's position, to be sent again.
  var replay: [FeedEvent]
  /// The topics' snapshots, encoded.
  var snapshot: [UInt8]
  /// The child that it is about.
  var child: ChildID?
  var states: [Topic: EncodedState]
  /// Whether something that the topics are about has changed after the client's place.
  var hasChanged: Bool
}

extension LogbookReader {
  /// The maximum number of changes in a round.
  private static let changesPerRound = 256
  private static let snapshotEntries = 100

  func answer(_ question: RoundQuery, instance: String, unresolved: [BannerRecord]) throws -> RoundResult {
    var round = RoundResult(seq: try transaction.lastSeq())
    for scope in question.scopes {
      round.children[scope] = try asked(by: Caller(uid: scope.uid, client: caller.client)).scopedChild(scope)?.id
    }
    for key in question.states { try read(key, connectionStatus: question.connectionStatus, into: &round) }
    if let after = question.logAfter, after < round.seq {
      let changes = try transaction.changes(after: after, limit: Self.changesPerRound)
      round.log = try events(of: changes, clients: question.clients)
      if changes.count == Self.changesPerRound { round.logEnd = changes.last?.seq }
    }
    for join in question.joins {
      do {
        round.joins.append(
          .success(try answer(join, of: question, instance: instance, unresolved: unresolved, round: &round)))
      } catch let error as BabyError {
        round.joins.append(.failure(RPCError(error)))
      }
    }
    return round
  }

  private func read(_ key: StateKey, connectionStatus: ConnectionStatus, into round: inout RoundResult) throws {
    guard round.states[key] == nil else { return }
    let logbook = asked(by: Caller(uid: key.scope.uid, client: caller.client))
    round.states[key] = try logbook.state(
      key.topic, of: key.scope, connectionStatus: connectionStatus, dayEnd: &round.dayEnd)
  }

  private func answer(
    _ join: JoinParams, of question: RoundQuery, instance: String, unresolved: [BannerRecord],
    round: inout RoundResult
  ) throws -> JoinAnswer {
    let logbook = asked(by: join.caller)
    let scope = Scope(uid: join.caller.uid, child: try join.child.map { try logbook.child($0).id })
    let current = try logbook.scopedChild(scope)
    round.children[scope] = current?.id
    for topic in join.topics where topic.isState {
      try read(StateKey(scope: scope, topic: topic), connectionStatus: question.connectionStatus, into: &round)
    }
    let snapshot = try logbook.snapshot(
      join.topics, scope: scope, child: current, unresolved: unresolved, round: round)
    let states = Dictionary(
      uniqueKeysWithValues: join.topics.compactMap { topic in
        round.states[StateKey(scope: scope, topic: topic)].map { (topic, $0) }
      })
    var answer = JoinAnswer(
      seq: round.seq, scope: scope, isResync: false, replay: [], snapshot: snapshot, child: current?.id,
      states: states, hasChanged: false)
    guard let since = join.since else { return answer }
    let missed = try logbook.changes(
      since: since, instance: instance, seq: round.seq, limit: question.longestReplay.events)
    let replay = try missed.map { try logbook.events(of: $0) } ?? []
    answer.hasChanged =
      try missed?.contains { change in
        try join.topics.contains { try logbook.concerns(change, $0, of: scope, child: current?.id) }
      } ?? true
    answer.isResync =
      missed == nil || replay.count > question.longestReplay.events
      || replay.reduce(0) { $0 + $1.size } > question.longestReplay.bytes
      || join.topics.contains(.timeline) && replay.contains { $0.voidsTimeline(of: scope) }
    answer.replay = answer.isResync ? [] : replay
    answer.hasChanged =
      answer.hasChanged || answer.isResync
      || replay.contains { $0.data(for: join.topics, in: scope, about: current?.id) != nil }
    return answer
  }

  /// The changes after a client's position; nil if they are no longer available.
  private func changes(since: ChangePosition, instance: String, seq: Int64, limit: Int) throws -> [LoggedEvent]? {
    let place = Int64(since.seq)
    guard since.instance == instance, place <= seq, try transaction.reachesBack(to: place) else { return nil }
    let changes = try transaction.changes(after: place, limit: limit + 1)
    return changes.count <= limit ? changes : nil
  }

  private func snapshot(
    _ topics: Set<Topic>, scope: Scope, child: Child?, unresolved: [BannerRecord], round: RoundResult
  ) throws -> [UInt8] {
    var writer = JSONWriter()
    let timeline = topics.contains(.timeline) ? try latestEntries(of: child) : []
    let reminders = topics.contains(.reminder) ? try reminders(in: scope) : []
    let counts = topics.contains(.queue) ? try transaction.queueCounts() : QueueCounts(waiting: 0, failed: 0)
    let unsent = topics.contains(.banner) ? try queueBanners() : []
    writer.object { members in
      for topic in Topic.allCases where topics.contains(topic) {
        switch topic {
        case .timeline: members.field(topic.rawValue, TimelineSnapshot(entries: timeline))
        case .queue: members.field(topic.rawValue, QueueSnapshot(unsent: counts.waiting, failed: counts.failed))
        case .reminder: members.field(topic.rawValue, ReminderSnapshot(open: openReminders(reminders)))
        case .banner: members.field(topic.rawValue, BannerSnapshot(unresolved: unresolved + unsent))
        default:
          let state = round.states[StateKey(scope: scope, topic: topic)]
          members.raw(topic.rawValue) { $0.encoded(state?.data ?? EncodedState.null.data) }
        }
      }
    }
    return writer.bytes
  }

  private func latestEntries(of child: Child?) throws -> [EntryRecord] {
    guard let child else { return [] }
    var query = EntryQuery(child: child.id, limit: Self.snapshotEntries)
    query.room = EntryQuery.answerRoom
    return try transaction.entries(query).entries.map { try record($0, of: child) }
  }
}
