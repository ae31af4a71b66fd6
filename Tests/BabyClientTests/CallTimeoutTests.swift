import BabyProtocol
import Testing

@testable import BabyClient

@Suite("How long a client waits for the daemon")
struct CallTimeoutTests {
  private func chosen(usual: Duration = CallTimeout.standard, _ value: String?) throws(ClientError) -> Duration {
    try CallTimeout.chosen(usual: usual) { $0 == "BABYBASICS_TIMEOUT" ? value : nil }
  }

  @Test("as long as is usual, where nobody has said anything else")
  func usual() throws {
    for unset in [nil, ""] {
      #expect(try chosen(unset) == .seconds(5))
      #expect(try chosen(usual: .seconds(45), unset) == .seconds(45))
    }
  }

  @Test("as long as the variable says, and what usually has longer than most never less than that")
  func named() throws {
    #expect(try chosen("20") == .seconds(20))
    #expect(try chosen("2.5") == .seconds(2.5))
    #expect(try chosen("3600") == .seconds(3600))
    #expect(try chosen(usual: .milliseconds(500), "20") == .seconds(20))
    #expect(try chosen(usual: .seconds(45), "20") == .seconds(45))
    #expect(try chosen(usual: .seconds(45), "60") == .seconds(60))
  }

  @Test(
    "what is not a number of seconds within the limits is wrong usage, and the variable is named",
    arguments: ["0", "0.5", "3601", "abc", "-5", "+5", "1e2", "0x10", "nan", "inf", "5s", " 5", ".", "1.2.3"])
  func bad(value: String) throws {
    let error = try #require(throws: ClientError.self) { try chosen(value) }
    #expect(error == .badTimeout(value))
    #expect(error.exitStatus == .invalid)
    #expect(error.message.hasPrefix("BABYBASICS_TIMEOUT is \"\(value)\", but must be"))
  }
}
