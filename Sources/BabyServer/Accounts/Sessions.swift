import BabyAPI
import BabyModel
import BabyProtocol
import BabyStore
import Foundation
import Synchronization

extension OperationHandlers {
  /// The caller's own sessions: others cannot be addressed.
  mutating func addSessions() {
    read(Operations.sessionsList) { authorized in
      let sessions = try authorized.reader.sessions(of: authorized.user.id, now: authorized.call.now)
      return authorized.answer(AccountSessions.Answer(sessions: sessions, current: authorized.session.id))
    }
    write(Operations.sessionsRename) { authorized, writer in
      let session: SessionID = try authorized.call.id("session")
      let name = try authorized.body().name.trimmed
      if let problem = AccountSession.problem(withName: name) { throw APIError.invalid("name", problem) }
      guard try writer.rename(session, to: name, of: authorized.user.id),
        let renamed = try authorized.reader.session(session, of: authorized.user.id)
      else { throw APIError.nothing }
      return authorized.answer(renamed)
    }
    write(Operations.sessionsEnd) { authorized, writer in
      guard try writer.end(authorized.call.id("session"), of: authorized.user.id) else { throw APIError.nothing }
      return authorized.done()
    }
    write(Operations.sessionsEndOthers) { authorized, writer in
      let count = try writer.endSessions(of: authorized.user.id, but: authorized.session.id)
      return authorized.answer(EndedSessions(count: count))
    }
  }
}

enum SessionName {
  /// Each before those that also name themselves so.
  private static let devices = ["iPhone", "iPad", "Android", "Macintosh", "Windows", "Linux"]
  private static let browsers = [
    ("Edg", "Edge"), ("Firefox", "Firefox"), ("FxiOS", "Firefox"), ("CriOS", "Chrome"), ("Chrome", "Chrome"),
    ("Safari", "Safari"),
  ]

  /// The machine's name, otherwise the browser, otherwise the program in its `User-Agent`; nil if none of them can be
  /// shown.
  static func given(header: String?, userAgent: String?) -> String? {
    let program = userAgent?.split(whereSeparator: { $0 == "/" || $0 == " " }).first.map(String.init)
    return [header?.removingPercentEncoding, userAgent.flatMap(browser), program].lazy.compactMap(\.self)
      .map { $0.trimmingCharacters(in: .whitespaces) }
      .first { AccountSession.problem(withName: $0) == nil }
  }

  /// "iPhone · Safari"; nil if it is not a browser.
  private static func browser(_ userAgent: String) -> String? {
    guard userAgent.hasPrefix("Mozilla/"), let device = devices.first(where: userAgent.contains) else { return nil }
    let browser = browsers.first { userAgent.contains($0.0) }
    return ([device] + [browser?.1].compactMap(\.self)).joined(separator: " · ")
  }
}

/// When sessions were used since that was last written down.
///
/// A use is written to the hour, and with those of other sessions: a commit costs the disk a sync, and makes the server
/// forget all that it could answer from memory. Until then it is here.
final class SessionUses: Sendable {
  private static let precision: Duration = .hours(1)

  private let lifetime: Duration
  private let pending = Mutex<[SessionID: SessionUse]>([:])

  /// - Parameter lifetime: when an unused session expires.
  init(lifetime: Duration) { self.lifetime = lifetime }

  /// Counts a use, if the last one that is written down was long ago.
  ///
  /// - Parameter network: see `NetworkAddress.network`; evaluated only if needed.
  /// - Returns: whether the session now lives longer.
  @discardableResult
  func note(_ session: SessionStamp, network: @autoclosure () -> [UInt8], now: Instant) -> Bool {
    guard now - session.usedAt >= Self.precision else { return false }
    let use = SessionUse(at: now, network: NetworkAddress.region(of: network()))
    pending.withLock { $0[session.id] = use }
    return true
  }

  /// Writes down what has been counted; what could not be written stays for the next time.
  func write(to store: ServerStore, at now: Instant) async throws {
    let uses = pending.withLock { pending in
      defer { pending = [:] }
      return pending
    }
    guard !uses.isEmpty else { return }
    do { try await store.write(at: now) { [lifetime] in try $0.note(uses, lifetime: lifetime) } } catch {
      pending.withLock { $0.merge(uses) { newer, _ in newer } }
      throw error
    }
  }
}

/// A session, and when it was last used as far as that is written down.
struct SessionStamp: Hashable, Sendable {
  let id: SessionID
  let usedAt: Instant

  init(_ session: ServerSession) { (id, usedAt) = (session.id, session.usedAt) }
}
