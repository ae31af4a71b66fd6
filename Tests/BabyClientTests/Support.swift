import BabyModel
import BabyProtocol
import Foundation
import Glibc
import TestSupport

@testable import BabyClient

/// A family of up to three children on an evening, in a zone without an offset.
enum Sample {
  static let now = at("20:30")
  static let eva = ChildReference(id: identifier(0xe0a), name: "Eva")
  static let ben = ChildReference(id: identifier(0xbe7), name: "Ben")
  static let mia = ChildReference(id: identifier(0x31a), name: "Mia")

  static func identifier<Subject>(_ number: UInt64) -> Identifier<Subject> {
    Identifier(high: 0x0192_0000_0000_7000, low: 0x8000_0000_0000_0000 | number)
  }

  /// A time on Saturday, 14 November 2026.
  static func at(_ clock: String) -> Instant {
    guard let instant = Instant(rfc3339: "2026-11-14T\(clock):00Z") else { preconditionFailure(clock) }
    return instant
  }

  // MARK: What is so

  /// A sleep that is running since 8:14 PM.
  static let night = running(.sleep, 1, since: "20:14")

  static func running(_ content: EntryContent, _ number: UInt64, since clock: String) -> EntryRecord {
    let entry = Entry(
      id: identifier(number), childID: eva.id, content: content, start: at(clock), createdAt: at(clock),
      updatedAt: at(clock))
    return EntryRecord(entry, startLocal: at(clock).utcText, endLocal: nil)
  }

  static func dashboard(
    of child: ChildReference, sleep: EntryRecord? = nil, tummyTime: EntryRecord? = nil, side: Side? = nil
  ) -> DashboardGet.Answer {
    let day = DayRecord(
      date: LocalDate("2026-11-14") ?? LocalDate(dayNumber: 0), start: at("00:00"), end: at("00:00") + .hours(24))
    return .init(
      child: child, zone: "UTC", units: .milliliters, timeFormat: .twelveHour, theme: .init(), day: day,
      runningSleep: sleep,
      runningTummyTime: tummyTime, suggestedSide: side,
      quick: .init(amount: 120, unit: .milliliters, diaperType: .wet, tummySeconds: 300), today: .sample, seq: 42)
  }

  static func record(_ reference: ChildReference, isCurrent: Bool = false) -> ChildRecord {
    let child = Child(
      id: reference.id, name: reference.name, born: LocalDate("2026-01-31") ?? LocalDate(dayNumber: 0), zone: "UTC",
      createdAt: at("00:00"), updatedAt: at("00:00"))
    return ChildRecord(child, isCurrent: isCurrent)
  }

  /// Eva's family; of other children the first is the current one.
  static func family(_ children: ChildReference...) -> ChangeSnapshot {
    let children = children.isEmpty ? [eva] : children
    var snapshot = ChangeSnapshot()
    snapshot.dashboard = dashboard(of: children[0])
    snapshot.children = .init(children: children.map { record($0, isCurrent: $0 == children[0]) })
    return snapshot
  }

  /// A reminder of a feed that was told at 8 PM.
  static let reminder = ReminderRecord(
    Reminder(
      id: "feeding.1", rule: .feeding, since: at("17:00"), ruleDue: at("20:00"), due: at("20:00"), at: at("20:00"),
      toldAt: at("20:00")),
    of: eva, zone: .utc)

  // MARK: Events

  static func snapshot(_ snapshot: ChangeSnapshot, seq: Int = 42, isResync: Bool = false) -> FollowerEvent {
    .snapshot(.init(subscription: 1, instance: "0192", seq: seq, isResync: isResync, snapshot: snapshot))
  }

  static func event(_ topic: Topic, _ data: JSON) -> FollowerEvent {
    .change(ChangeEvent(subscription: 1, seq: 43, topic: topic, at: now, data: data))
  }

  static func event(_ topic: Topic, _ value: some WireObject) throws -> FollowerEvent {
    event(topic, try JSON(parsing: value.encoded))
  }

  static func logged(_ text: String, id: String = "step.1") -> BannerRecord {
    BannerRecord(id: id, severity: .success, text: text, action: .undo, child: eva, client: "bbctl")
  }

  static func error(_ text: String, id: String = "store.full", isResolved: Bool = false) -> BannerRecord {
    BannerRecord(id: id, severity: .error, text: text, isResolved: isResolved)
  }
}

extension ReminderList.Answer {
  /// One that says only that a reminder is open.
  static func open(_ reminder: ReminderRecord) -> ReminderList.Answer {
    .init(isOn: true, open: [reminder], waiting: [], custom: [], timeFormat: .twelveHour)
  }
}

/// A daemon that does what the test says, in the test's own thread.
final class ScriptedDaemon {
  let socket: String
  private var listener: Int32 = -1
  private var connection: Int32 = -1
  private var received = LineBuffer()

  /// - Parameter directory: need not exist until `listen()`.
  init(in directory: String) { socket = directory + "/run/babybasics/daemon.sock" }

  deinit { stop() }

  /// Makes the socket, and its directory where there is none.
  func listen() throws {
    let folder = URL(filePath: socket).deletingLastPathComponent()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    listener = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    let address = try DaemonConnection.address(socket)
    let bound = withUnsafePointer(to: address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    var limit = timeval(tv_sec: Patience.seconds, tv_usec: 0)
    setsockopt(listener, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    guard bound == 0, Glibc.listen(listener, 4) == 0 else { throw POSIXError(.EADDRINUSE) }
  }

  /// Ends as a daemon that was killed does: the socket's file stays, unless it is to be removed.
  func stop(removing: Bool = true) {
    for descriptor in [listener, connection] where descriptor >= 0 { close(descriptor) }
    (listener, connection) = (-1, -1)
    received = LineBuffer()
    if removing { unlink(socket) }
  }

  /// Whether a client waits to be accepted.
  var hasCaller: Bool {
    var ready = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
    return poll(&ready, 1, 0) > 0
  }

  /// The next request.
  func request() throws -> Request {
    if connection < 0 {
      connection = Glibc.accept(listener, nil, nil)
      var limit = timeval(tv_sec: Patience.seconds, tv_usec: 0)
      setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }
    while true {
      if let line = received.next() { return try Request(json: JSON(parsing: line)) }
      var chunk = [UInt8](repeating: 0, count: 4096)
      let count = recv(connection, &chunk, chunk.count, 0)
      guard count > 0 else { throw POSIXError(.ECONNRESET) }
      received.append(Array(chunk[..<count]))
    }
  }

  func say(_ line: [UInt8]) {
    let bytes = line + [UInt8(ascii: "\n")]
    _ = send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }

  /// Takes the introduction and answers the subscription.
  func accept(seq: Int) throws -> Request {
    _ = try request()
    let request = try request()
    let answer = ChangesSubscribe.Answer(
      subscription: 1, instance: "0192", seq: seq, isResync: false, snapshot: .init())
    if let id = request.id { say(Response.success(id: id, result: answer.encoded)) }
    return request
  }
}

extension Follower {
  /// Waits as its owner does until there is something to tell; none when nothing comes.
  func next() -> [FollowerEvent] {
    let end = Deadline(in: Patience.limit)
    while end.millisecondsLeft > 0 {
      let events = process()
      if !events.isEmpty { return events }
      wait(until: end)
    }
    return []
  }

  /// Goes on as its owner does until it has called.
  func connect(to daemon: ScriptedDaemon) {
    let end = Deadline(in: Patience.limit)
    while !daemon.hasCaller, end.millisecondsLeft > 0 {
      _ = process()
      if !daemon.hasCaller { wait(until: end) }
    }
  }

  private func wait(until end: Deadline) {
    var ready = pollfd(fd: descriptor, events: events, revents: 0)
    poll(&ready, 1, millisecondsLeft < 0 ? end.millisecondsLeft : min(millisecondsLeft, end.millisecondsLeft))
  }
}
