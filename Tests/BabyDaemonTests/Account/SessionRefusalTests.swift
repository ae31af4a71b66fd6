import BabyAccount
import BabyModel
import BabyProtocol
import Testing

@testable import BabyDaemon

@Suite("The server's refusals about sessions and the account")
struct SessionRefusalTests {
  @Test(
    "have helpful texts",
    arguments: [
      (
        .tooOld, "account.sessions", [:], "server.tooOld",
        "The family server is too old for this. Ask its administrator to update babybasics-server. Nothing was changed."
      ),
      (
        .tooOld, "account.password", ["old": "correct horse", "new": "battery staple"], "server.tooOld",
        "The family server is too old for this. Ask its administrator to update babybasics-server. Nothing was changed."
      ),
      (
        .wrongCredentials, "account.password", ["old": "wrong horse", "new": "battery staple"],
        "account.wrongCredentials", "The current password is wrong."
      ),
      (
        .refused(Refusal(status: 409, message: "Email already registered.")), "account.update",
        ["email": "ben@example.org", "password": "correct horse"], "account.emailTaken", "Email already registered."
      ),
      (
        .refused(Refusal(status: 400, message: "code has been used.", details: [FieldError("code", "has been used")])),
        "account.reset", ["code": "abc", "password": "battery staple", "server": "https://baby.example"],
        "account.invalid", "code has been used."
      ),
      (
        // What a server answers that does not know codes.
        .refused(
          Refusal(status: 400, message: "code is not known.", details: [FieldError("code", "is not known")])),
        "account.register",
        ["email": "ben@example.org", "password": "correct horse", "name": "Ben", "code": "abc"], "server.tooOld",
        "The family server is older than this program and takes no codes here. Register without --code, then accept "
          + "the code: bbctl share accept CODE"
      ),
      (
        .refused(Refusal(status: 400, message: "code has been used.", details: [FieldError("code", "has been used")])),
        "account.register",
        ["email": "ben@example.org", "password": "correct horse", "name": "Ben", "code": "abc"], "account.invalid",
        "code has been used."
      ),
    ] as [(UpstreamError, String, JSON, String, String)])
  func refused(error: UpstreamError, method: String, params: JSON, name: String, message: String) async throws {
    let daemon = try await TestDaemon(upstream: RefusingUpstream(error: error, letsIn: true))
    let credentials: JSON = [
      "email": "anna@example.org", "password": "correct horse", "server": "https://baby.example",
    ]
    _ = try await daemon.answer(line(1, "account.login", credentials))
    let answer = try JSON(parsing: try await daemon.answer(line(2, method, params)).utf8)
    #expect(answer.errorName == name)
    #expect(answer["error"]?["message"] == .string(message))
    #expect(!(answer["error"]?.text.contains("horse") ?? true))
  }

  @Test(
    "a session that was just listed has ended meanwhile, which does not mean an older server",
    arguments: [("account.endSession", ["id": "0002"]), ("account.renameSession", ["id": "0002", "name": "x"])]
      as [(String, JSON)])
  func ended(method: String, params: JSON) async throws {
    let now = Instant(milliseconds: 0)
    let sessions = [SessionID(high: 0, low: 1), SessionID(high: 0, low: 2)].map { id in
      AccountSession(id: id, name: "x", createdAt: now, usedAt: now, network: nil, expiresAt: now)
    }
    let upstream = RefusingUpstream(
      error: .refused(Refusal(status: 404, message: "Not found.")), letsIn: true,
      list: AccountSessions.Answer(sessions: sessions, current: sessions[0].id))
    let daemon = try await TestDaemon(upstream: upstream)
    let credentials: JSON = [
      "email": "anna@example.org", "password": "correct horse", "server": "https://baby.example",
    ]
    _ = try await daemon.answer(line(1, "account.login", credentials))
    let answer = try JSON(parsing: try await daemon.answer(line(2, method, params)).utf8)
    #expect(answer.errorName == "account.sessionNotFound")
    #expect(answer["error"]?["message"] == "The session has ended meanwhile.")
  }
}
