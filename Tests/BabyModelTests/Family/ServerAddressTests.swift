import BabyModel
import Testing

@Suite("A server's address")
struct ServerAddressTests {
  @Test(
    "is parsed as people write it, and is equal in every spelling",
    arguments: [
      ("baby.example.org", "https://baby.example.org"),
      ("  https://Baby.Example.org/ ", "https://baby.example.org"),
      ("HTTPS://baby.example.org:443", "https://baby.example.org"),
      ("baby.example.org.:8443", "https://baby.example.org:8443"),
      ("https://192.168.1.2:8080", "https://192.168.1.2:8080"),
      ("https://xn--bcher-kva.example", "https://xn--bcher-kva.example"),
      ("https://baby_server", "https://baby_server"),
      ("https://3am.example", "https://3am.example"),
      ("https://baby.3ab", "https://baby.3ab"),
      ("https://[FD00:0:0:0:0:0:0:2]", "https://[fd00::2]"),
      ("https://[2001:db8:0:1:0:0:0:1]:8443", "https://[2001:db8:0:1::1]:8443"),
      ("[::]", "https://[::]"),
    ])
  func reading(_ text: String, _ normal: String) throws {
    let address = try ServerAddress(text)
    #expect(address.description == normal)
    #expect(try ServerAddress(normal) == address)
  }

  @Test("has accessible parts")
  func parts() throws {
    let address = try ServerAddress("http://[::1]:8080")
    #expect((address.scheme, address.host, address.port) == (.http, "::1", 8080))
    #expect(try ServerAddress("baby.example.org").port == 443)
  }

  @Test(
    "of this machine may be plain http, even without a scheme",
    arguments: ["localhost", "LOCALHOST.:8080", "127.0.0.1", "127.1.2.3:80", "[::1]", "[0:0:0:0:0:0:0:1]:8080"])
  func loopback(_ text: String) throws {
    let address = try ServerAddress(text)
    #expect(address.isLoopback)
    #expect(address.scheme == .http)
    #expect(try ServerAddress("https://" + text).scheme == .https)
  }

  @Test(
    "of another machine may be plain http only explicitly",
    arguments: [
      "http://baby.example.org", "http://192.168.1.2", "http://localhost.example.org", "http://baby.localhost",
      "http://[::2]", "http://[::ffff:7f00:1]", "http://0.0.0.0", "http://128.0.0.1",
    ])
  func insecure(_ text: String) throws {
    let insisted = try ServerAddress(text, insecureHTTP: true)
    #expect(insisted.scheme == .http)
    #expect(throws: ServerAddressError.insecure(host: insisted.host)) { try ServerAddress(text) }
  }

  @Test("is only a scheme, a host and a port")
  func refusals() {
    let refusals: [(String, ServerAddressError)] = [
      ("ftp://baby.example.org", .scheme("ftp")),
      ("https://maya:secret@baby.example.org", .credentials),
      ("https://baby.example.org@evil.example", .credentials),
      ("https://baby.example.org/v1", .path),
      ("https://baby.example.org//", .path),
      ("https://baby.example.org?x", .path),
      ("https://baby.example.org\\@evil.example", .credentials),
      ("baby.example.org#x", .path),
      ("", .host("")),
      ("https://", .host("")),
      ("https://:80", .host("")),
      ("https://baby..example", .host("baby..example")),
      ("https://-baby.example", .host("-baby.example")),
      ("https://bücher.example", .host("bücher.example")),
      ("https://baby example.org", .host("baby example.org")),
      ("https://baby%2eexample.org", .host("baby%2eexample.org")),
      ("https://127.1", .host("127.1")),
      ("https://0x7f.0.0.1", .host("0x7f.0.0.1")),
      ("https://127.0.0.0x1", .host("127.0.0.0x1")),
      ("https://2130706433", .host("2130706433")),
      ("https://127.0.0.01", .host("127.0.0.01")),
      ("https://256.0.0.1", .host("256.0.0.1")),
      ("https://[::1", .host("[::1")),
      ("https://[::1]x", .host("[::1]x")),
      ("https://[fe80::1%eth0]", .host("[fe80::1%eth0]")),
      ("https://[1::2::3]", .host("[1::2::3]")),
      ("https://[1:2:3]", .host("[1:2:3]")),
      ("https://[:::]", .host("[:::]")),
      ("https://[12345::]", .host("[12345::]")),
      ("https://::1", .host("")),
      ("https://baby.example.org:", .port("")),
      ("https://baby.example.org:0", .port("0")),
      ("https://baby.example.org:65536", .port("65536")),
      ("https://baby.example.org:+80", .port("+80")),
      ("https://baby.example.org:8０", .port("8０")),
    ]
    for (text, error) in refusals { #expect(throws: error, "\(text)") { try ServerAddress(text) } }
  }

  @Test("with an over-long name is rejected")
  func length() {
    let long = Array(repeating: String(repeating: "a", count: 63), count: 4).joined(separator: ".")
    #expect(throws: ServerAddressError.host(long)) { try ServerAddress(long) }
  }

  @Test("is refused with a sentence")
  func words() {
    #expect(ServerAddressError.scheme("ftp").description.contains("https://"))
    #expect(ServerAddressError.insecure(host: "baby.lan").description.contains("plain http to baby.lan"))
  }
}

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
