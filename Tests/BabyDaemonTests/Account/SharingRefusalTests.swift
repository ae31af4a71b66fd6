import BabyModel
import BabyProtocol
import BabyAccount
import Testing

@testable import BabyDaemon

@Suite("The server's refusals about sharing")
struct SharingRefusalTests {
  private static let words = "In the server's words."

  @Test(
    "have their own errors",
    arguments: [
      (403, "share.create", ["childId": "Eva"], "child.notOwner", words),
      (400, "share.accept", ["code": "mistyped"], "share.notFound", words),
      (404, "share.accept", ["code": "abc"], "share.notFound", words),
      (409, "share.accept", ["code": "abc"], "share.alreadyMember", words),
      (404, "share.create", ["childId": "Eva"], "child.notFound", "The family server does not know Eva."),
      (404, "share.members", ["childId": "Eva"], "child.notFound", "The family server does not know Eva."),
    ] as [(Int, String, JSON, String, String)])
  func refused(status: Int, method: String, params: JSON, name: String, message: String) async throws {
    let refusal = UpstreamError.refused(Refusal(status: status, message: Self.words))
    let daemon = try await TestDaemon(upstream: RefusingUpstream(error: refusal, letsIn: true))
    _ = try await daemon.call(ChildAdd.self, .init(name: "Eva", born: LocalDate(dayNumber: 18_400), zone: "UTC"))
    let credentials: JSON = [
      "email": "anna@example.org", "password": "correct horse", "server": "https://baby.example.org",
    ]
    _ = try await daemon.answer(line(1, "account.login", credentials))
    let answer = try JSON(parsing: try await daemon.answer(line(2, method, params)).utf8)
    #expect(answer.errorName == name)
    #expect(answer["error"]?["message"] == .string(message))
  }
}
