import BabyModel
import BabyProtocol
import BabyAccount
import Testing

@testable import BabyDaemon

@Suite("A login without a family server")
struct UnreachableServerTests {
  private static let there = "The address was https://baby.example.org."

  @Test(
    "names the address and a command that asks there",
    arguments: [
      (
        Outage.network("nothing is listening there"),
        "The family server cannot be reached: nothing is listening there."
      ),
      (.timeout, "The family server did not answer in time."),
      (.badAnswer("a page"), "The server at this address is not a family server: it sent a page."),
    ])
  func named(outage: Outage, reason: String) async throws {
    let daemon = try await TestDaemon(upstream: RefusingUpstream(error: .unavailable(outage)))
    let login: JSON = [
      "email": "anna@example.org", "password": "correct horse", "server": "https://baby.example.org",
    ]
    let registration: JSON = [
      "email": "anna@example.org", "password": "correct horse", "server": "https://baby.example.org", "name": "Anna",
    ]
    for (method, params) in [("account.login", login), ("account.register", registration)] {
      let answer = try JSON(parsing: try await daemon.answer(line(1, method, params)).utf8)
      #expect(answer["error"]?["message"] == .string("\(reason) \(Self.there)"))
      #expect(answer["error"]?["data"]?["hint"] == "curl -sS https://baby.example.org/healthz")
    }
  }
}
