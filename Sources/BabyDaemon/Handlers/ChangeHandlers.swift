import BabyEngine
import BabyModel
import BabyProtocol
import BabySocket
import BabyStore

extension MethodHandlers {
  /// Subscriptions to changes.
  ///
  /// - Parameter after: calls back when a time is over, unless what it returns has been called before.
  mutating func addChanges(
    _ feed: ChangeFeed, after: @escaping @Sendable (Duration, @escaping @Sendable () -> Void) -> @Sendable () -> Void
  ) {
    add(ChangesSubscribe.self) { request, session, engine in
      let params = try ChangesSubscribe.Params(strictly: request.params)
      let join = try JoinParams(params.topics, child: params.childID, since: params.since, caller: session.caller)
      let joined = try await feed.subscribe(join, session: session.id, sink: session.sink)
      return joined.subscribed(to: "\(engine.store.instance)")
    }
    call(ChangesUnsubscribe.self) { params, session, _ in
      let hasEnded = feed.unsubscribe(params.subscription, session: session.id)
      session.sink.forget(params.subscription)
      return ChangesUnsubscribe.Answer(hasEnded: hasEnded)
    }
    add(ChangesWait.self) { request, session, engine in
      let params = try ChangesWait.Params(strictly: request.params)
      let join = try JoinParams(params.topics, child: params.childID, since: params.since, caller: session.caller)
      let timeout = params.timeoutSeconds ?? ChangesWait.longestTimeout
      return try await feed.nextEvents(join, session: session, engine: engine) { stop in after(.seconds(timeout), stop)
      }
    }
  }
}

extension ChangeFeed: ConnectionObserver {
  func isInUse(by session: ClientSession) -> Bool { hasSubscription(session: session.id) }

  func ended(_ session: ClientSession) { ended(session: session.id) }
}

extension JoinParams {
  fileprivate init(_ topics: [Topic], child: String?, since: ChangePosition?, caller: Caller) throws {
    guard !topics.isEmpty else {
      throw RPCError(
        .invalidParams, "topics is empty. Choose from \(Topic.allCases.map(\.rawValue).joined(separator: ", ")).",
        fields: [FieldError("topics", "must not be empty")])
    }
    self.init(caller: caller, topics: Set(topics), child: child, since: since)
  }
}

extension JoinAnswer {
  /// The answer to `changes.subscribe`, its snapshot encoded already.
  fileprivate func subscribed(to instance: String) -> [UInt8] {
    var writer = JSONWriter(reservingCapacity: snapshot.count + 128)
    writer.object { members in
      members.field("subscription", number)
      members.field("instance", instance)
      members.field("seq", Int(seq))
      members.flag("resync", isResync)
      members.raw("snapshot") { $0.encoded(snapshot) }
    }
    return writer.bytes
  }
}

extension ChangeFeed {
  /// Answers `changes.wait`: at once for a change after the caller's position, otherwise with the next change.
  ///
  /// - Parameter limit: begins to count the time until it calls what it is given; returns how to stop counting.
  fileprivate func nextEvents(
    _ join: JoinParams, session: ClientSession, engine: Engine,
    limit: (@escaping @Sendable () -> Void) -> @Sendable () -> Void
  ) async throws -> [UInt8] {
    let instance = "\(engine.store.instance)"
    let waiting = WaitingCall()
    let first = try await subscribe(join, session: session.id, sink: waiting)
    defer { _ = unsubscribe(first.number, session: session.id) }
    if join.since != nil, first.hasChanged {
      return first.events(instance: instance, topics: join.topics, at: engine.now(), knowing: [:])
    }
    let stopLimit = limit { waiting.stop() }
    await withTaskCancellationHandler {
      await waiting.wait()
    } onCancel: {
      waiting.stop()
    }
    stopLimit()
    try Task.checkCancellation()
    var again = join
    again.since = ChangePosition(instance: instance, seq: Int(first.seq))
    let second = try await subscribe(again, session: session.id, sink: waiting)
    _ = unsubscribe(second.number, session: session.id)
    return second.events(instance: instance, topics: join.topics, at: engine.now(), knowing: first.states)
  }
}

extension JoinAnswer {
  /// The answer to `changes.wait`: events of the log after the caller's place, and the states that differ.
  fileprivate func events(
    instance: String, topics: Set<Topic>, at now: Instant, knowing known: [Topic: EncodedState]
  ) -> [UInt8] {
    var events = replay.compactMap { event in
      event.data(for: topics, in: scope, about: child).map { topic, data in
        RoundEvents.params(subscription: number, seq: event.seq, topic: topic, at: event.at, data: data)
      }
    }
    for topic in Topic.allCases {
      guard let state = states[topic], state.signature != known[topic]?.signature else { continue }
      events.append(RoundEvents.params(subscription: number, seq: seq, topic: topic, at: now, data: state.data))
    }
    var writer = JSONWriter()
    writer.object { members in
      members.field("instance", instance)
      members.field("seq", Int(seq))
      members.flag("resync", isResync)
      members.raw("events") { writer in writer.array(events) { $0.encoded($1) } }
    }
    return writer.bytes
  }
}
