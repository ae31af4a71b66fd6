import BabyModel
import Testing

@Suite("A session's token")
struct SessionTokenTests {
  @Test("is what can go into a header, without surrounding white space")
  func reading() {
    #expect(SessionToken("bbs_0123\n")?.secret == "bbs_0123")
    for text in ["", " \n", "a b", "a\r\nHost: evil.example", "bücher", "a\0", String(repeating: "a", count: 4097)] {
      #expect(SessionToken(text) == nil)
    }
  }

  @Test("is never printed")
  func printing() throws {
    let token = try #require(SessionToken("bbs_0123"))
    var dumped = ""
    dump(["token": token], to: &dumped)
    for text in ["\(token)", "\([token])", String(reflecting: Optional(token)), dumped] {
      #expect(!text.contains("bbs_"))
    }
  }
}
