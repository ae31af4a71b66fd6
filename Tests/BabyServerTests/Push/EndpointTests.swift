import Testing

@testable import BabyServer

@Suite("Destinations of messages")
struct EndpointTests {
  @Test(
    "are the browsers' makers",
    arguments: [
      ("https://fcm.googleapis.com/fcm/send/dQw4w9:APA91bE-_x", "https://fcm.googleapis.com"),
      ("https://fcm.googleapis.com/wp/dQw4w9", "https://fcm.googleapis.com"),
      ("https://updates.push.services.mozilla.com/wpush/v2/gAAAAA", "https://updates.push.services.mozilla.com"),
      ("https://web.push.apple.com/QABC", "https://web.push.apple.com"),
      ("https://wns2-par02p.notify.windows.com/w/?token=BQYAAA%3d", "https://wns2-par02p.notify.windows.com"),
      ("https://web.push.apple.com:443/QABC", "https://web.push.apple.com"),
    ])
  func known(text: String, origin: String) throws {
    let endpoint = try #require(PushEndpoint(text))
    #expect(endpoint.text == text && endpoint.origin == origin)
    #expect("https://" + endpoint.host == origin)
  }

  @Test(
    "and no others, whatever the address looks like",
    arguments: [
      "", "https://", "https://fcm.googleapis.com", "https://fcm.googleapis.com/", "http://fcm.googleapis.com/a",
      "https://fcm.googleapis.com:8443/a", "https://fcm.googleapis.com.example.org/a", "https://example.org/a",
      "https://xfcm.googleapis.com/a", "https://a.fcm.googleapis.com/a", "https://push.apple.com/a",
      "https://.push.apple.com/a", "https://evilpush.apple.com.evil/a", "https://notpush.apple.com/a",
      "https://anna@fcm.googleapis.com/a", "https://fcm.googleapis.com@example.org/a",
      "https://example.org/@fcm.googleapis.com/a", "https://example.org?.push.apple.com/a",
      "https://example.org#.push.apple.com/a", "https://example.org\\.push.apple.com/a", "https://127.0.0.1/a",
      "https://[::1]/a", "https://[::1].push.apple.com/a", "https://FCM.googleapis.com/a",
      "HTTPS://fcm.googleapis.com/a",
      "https://fcm.googleapis.com/a#b", "https://fcm.googleapis.com/a b", "https://fcm.googleapis.com/a\r\nX: y",
      "https://fcm.googleapis.com/ä", " https://fcm.googleapis.com/a", "ftp://fcm.googleapis.com/a",
      "https:/fcm.googleapis.com/a", "https://fcm.googleapis.com./a", "https://%66cm.googleapis.com/a",
    ])
  func unknown(text: String) { #expect(PushEndpoint(text) == nil) }

  @Test("an address has at most 1,000 bytes")
  func longest() {
    let text = "https://fcm.googleapis.com/"
    #expect(PushEndpoint(text + String(repeating: "a", count: 1000 - text.utf8.count)) != nil)
    #expect(PushEndpoint(text + String(repeating: "a", count: 1001 - text.utf8.count)) == nil)
  }

  @Test("in a test, only the test's own service")
  func testing() {
    let services = PushServices.testing("http://127.0.0.1:4711")
    #expect(PushEndpoint("http://127.0.0.1:4711/a", of: services)?.origin == "http://127.0.0.1:4711")
    #expect(PushEndpoint("http://127.0.0.1:4711/a", of: services)?.host == "127.0.0.1")
    for text in ["http://127.0.0.1:47110/a", "http://127.0.0.1:4711", "https://fcm.googleapis.com/a"] {
      #expect(PushEndpoint(text, of: services) == nil)
    }
  }

  @Test("public addresses, and none of the server's own network")
  func addresses() {
    func isPublic(_ bytes: [UInt8]) -> Bool { NetworkAddress(bytes: bytes)?.isPublic == true }
    func ip(_ text: String) -> [UInt8] { text.split(separator: ".").compactMap { UInt8($0) } }
    for text in ["8.8.8.8", "142.250.1.95", "17.188.143.34", "172.15.0.1", "172.32.0.1", "100.63.0.1", "192.1.1.1"] {
      #expect(isPublic(ip(text)), "\(text)")
    }
    for text in [
      "0.0.0.0", "10.1.2.3", "127.0.0.1", "100.64.0.1", "100.127.1.1", "169.254.169.254", "172.16.0.1", "172.31.255.1",
      "192.168.1.1", "192.0.0.1", "192.0.2.1", "198.18.0.1", "198.51.100.7", "203.0.113.9", "224.0.0.1",
      "255.255.255.255",
    ] { #expect(!isPublic(ip(text)), "\(text)") }
    func ip6(_ groups: UInt16...) -> [UInt8] {
      // What is left out is zero, before the last group.
      let zeros = [UInt16](repeating: 0, count: 8 - groups.count)
      return (groups.dropLast() + zeros + groups.suffix(1)).flatMap { [UInt8($0 >> 8), UInt8($0 & 0xff)] }
    }
    #expect(isPublic(ip6(0x2a00, 0x1450, 0x4001, 0x200a)))
    #expect(isPublic([0, 0x64, 0xff, 0x9b] + [UInt8](repeating: 0, count: 8) + [8, 8, 8, 8]))
    for address in [
      ip6(1), ip6(0), ip6(0xfe80, 1), ip6(0xfc00, 1), ip6(0xfd12, 1), ip6(0xff02, 1), ip6(0x2001, 0xdb8, 1),
      ip6(0x2002, 0x0a00, 1), ip6(0x2001, 0, 1), [UInt8](repeating: 0, count: 10) + [0xff, 0xff, 10, 0, 0, 1],
      [0, 0x64, 0xff, 0x9b] + [UInt8](repeating: 0, count: 8) + [192, 168, 0, 1], [], [1],
    ] { #expect(!isPublic(address), "\(address)") }
    // Both are in /etc/hosts for this machine, which is not on the internet.
    #expect(PublicAddress.find("localhost") == [])
    #expect(PublicAddress.find("127.0.0.1") == [])
  }
}
