import BabyEngine
import BabyModel
import BabyProtocol
import BabySocket
import BabyStore

/// Facts about the daemon itself.
struct DaemonFacts: Sendable {
  var version: String
  var pid: Int
  var startedAt: Instant
  var configuration: DaemonConfiguration?
  var socket: String
  /// The version that ran before, and when this one replaced it.
  var upgrade: (from: String, at: Instant)?
}

extension MethodHandlers {
  /// The daemon itself and the connection.
  mutating func addDaemon(_ parts: DaemonParts, commits: CommitWatch, feed: ChangeFeed) {
    let (facts, counters, statistics, executor) = (parts.facts, parts.counters, parts.statistics, parts.readExecutor)
    // Most clients send hello together with their only call: it must not make that wait for the database.
    immediately(Hello.self) { request, session, engine in
      try? hello(Hello.Params(strictly: request.params), session, engine, facts, lastSeq: commits.lastSeq).encoded
    }
    call(Hello.self) { params, session, engine in
      try hello(params, session, engine, facts, lastSeq: commits.lastSeq)
    }
    call(DaemonStatus.self) { _, _, engine in
      let contents = await DatabaseContents(of: engine, lastSeq: commits.lastSeq, executor)
      return DaemonStatus.Answer(
        version: facts.version, build: buildText, upgradedFrom: facts.upgrade?.from, upgradedAt: facts.upgrade?.at,
        pid: facts.pid, startedAt: facts.startedAt, socket: facts.socket, database: engine.store.path,
        trouble: contents.trouble, setAside: contents.setAside, backup: contents.backup,
        instance: "\(engine.store.instance)", seq: contents.seq, children: contents.children,
        entries: contents.entries, connections: counters.values.connections, subscriptions: feed.subscriptionCount,
        calls: counters.values.calls, failedCalls: counters.values.failedCalls)
    }
    call(DaemonDiagnostics.self) { _, _, engine in
      let (counts, queue, isSetAside) = try await engine.store.read { database in
        let counts = try database.children().reduce(into: [EntryKind: Int]()) { counts, child in
          counts.merge(try database.entryCounts(child: child.id)) { $0 + $1 }
        }
        return (counts, try database.queueCounts(), try database.succeedsDamaged)
      }
      let values = counters.values
      return DaemonDiagnostics.Answer(
        version: facts.version, at: engine.now(), startedAt: facts.startedAt, sqlite: Store.sqliteVersion,
        databaseSize: engine.store.fileSize, isSetAside: isSetAside,
        configuration: facts.configuration?.redacted ?? [],
        counts: EntryKind.allCases.map { .init(kind: $0, count: counts[$0] ?? 0) }, unsent: queue.waiting,
        unsentFailed: queue.failed, connections: values.connections, subscriptions: feed.subscriptionCount,
        refusedConnections: values.refusedConnections, stalledConnections: values.stalledConnections,
        methods: statistics.methods, lastErrors: statistics.lastErrors)
    }
    call(Discover.self) { _, _, _ in
      // Making it takes milliseconds.
      await withTaskExecutorPreference(executor) { OpenRPC.document(version: facts.version) }
    }
  }
}

/// The database's state: whether it cannot be read.
private struct DatabaseContents {
  var children = 0
  var entries = 0
  var seq: Int
  /// Where a damaged one is, in whose place it was begun.
  var setAside: String?
  /// The newest backup that can be restored, where it or the one before is damaged.
  var backup: String?
  var trouble: String?

  /// - Parameter executor: where backups are looked at, which takes its time.
  init(of engine: Engine, lastSeq: Int64, _ executor: any TaskExecutor) async {
    seq = Int(lastSeq)
    do {
      let isLogLost: Bool
      (children, entries, seq, isLogLost) = try await engine.store.read { database in
        let children = try database.children()
        let entries = try children.reduce(0) { try $0 + database.entryCounts(child: $1.id).values.reduce(0, +) }
        return (children.count, entries, Int(try database.lastSeq()), try database.succeedsDamaged)
      }
      let lost = isLogLost ? try await engine.lostLog() : nil
      (setAside, backup) = (lost?.path, lost?.backup)
    } catch {
      trouble = RPCError(error).message
      backup = await withTaskExecutorPreference(executor) { engine.backups.newestSound?.name }
    }
  }
}

private func hello(
  _ params: Hello.Params, _ session: ClientSession, _ engine: Engine, _ facts: DaemonFacts, lastSeq: Int64
) throws -> Hello.Answer {
  let wanted = params.protocolVersions ?? [Hello.protocolVersions.lowerBound, Hello.protocolVersions.upperBound]
  guard let version = Hello.protocolVersions.last(where: { (wanted[0]...wanted[1]).contains($0) }) else {
    throw RPCError(
      .invalidParams,
      "This daemon speaks versions \(Hello.protocolVersions) of the protocol; the caller asked for \(wanted).",
      fields: [FieldError("protocol", "has no version in common")])
  }
  session.clientName = params.client
  return Hello.Answer(
    server: "babybasicsd", version: facts.version, protocolVersion: version, instance: "\(engine.store.instance)",
    seq: Int(lastSeq), capabilities: [])
}
