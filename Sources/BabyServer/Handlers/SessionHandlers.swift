import BabyAPI
import BabyModel
import BabyProtocol
import BabyStore

extension OperationHandlers {
  /// The caller's own sessions: others cannot be addressed.
  mutating func addSessions() {
    read(Operations.sessionsList) { authorized in
      let sessions = try authorized.reader.sessions(of: authorized.user.id, now: authorized.call.now)
      return authorized.answer(SessionList(sessions: sessions, current: authorized.session.id))
    }
    write(Operations.sessionsRename) { authorized, writer in
      let session: SessionID = try authorized.call.id("session")
      let name = try authorized.body().name[...].trimmed.description
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
