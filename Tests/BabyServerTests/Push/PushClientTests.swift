import NIOCore
import NIOPosix
import NIOSSL
import TestSupport
import Synchronization
import Testing

@testable import BabyServer

@Suite("Sending to a push service")
struct PushClientTests {
  private func request(to browser: TestBrowser, _ services: PushServices) throws -> PushRequest {
    try PushRequest(
      PushMessage(payload: Array("hello".utf8), lifetime: 7200, urgency: .high, topic: "abc-_1"),
      to: #require(PushReceiver(key: browser.publicKey, secret: browser.authSecret)),
      at: #require(PushEndpoint(browser.endpoint, of: services)), from: ServerIdentity(), contact: .anonymous, now: 0)
  }

  private func client(_ services: PushServices, answering: TimeAmount = .seconds(30)) -> PushClient {
    PushClient(to: services, on: MultiThreadedEventLoopGroup.singleton, answering: answering)
  }

  /// The result of a message.
  private func outcome(
    to browser: TestBrowser, _ services: PushServices, answering: TimeAmount = .seconds(30)
  ) async throws -> PushOutcome {
    let request = try request(to: browser, services)
    return await client(services, answering: answering).send(request)
  }

  private func withService(
    _ tls: TLSConfiguration? = nil, _ body: (TestPushService) async throws -> Void
  ) async throws {
    let service = try await TestPushService.start(tls)
    defer { service.stop() }
    try await body(service)
  }

  @Test("a message follows RFC 8030, and the browser can read it")
  func delivery() async throws {
    try await withService { service in
      let services = PushServices.testing(service.origin)
      let browser = service.browser()
      #expect(try await outcome(to: browser, services) == .taken)
      let delivery = try #require(service.deliveries.first)
      #expect(service.deliveries.count == 1 && delivery.path == "/phone")
      #expect(delivery.headers["ttl"] == "7200" && delivery.headers["urgency"] == "high")
      #expect(delivery.headers["topic"] == "abc-_1" && delivery.headers["content-encoding"] == "aes128gcm")
      #expect(delivery.headers["authorization"]?.hasPrefix("vapid t=") == true)
      #expect(
        Set(delivery.headers.keys).isSubset(of: [
          "ttl", "urgency", "topic", "content-encoding", "content-type", "content-length", "authorization", "host",
          "connection",
        ]), "nothing else is told: \(delivery.headers.keys)")
      #expect(try browser.read(delivery.body) == Array("hello".utf8))
    }
  }

  @Test("the meaning of an answer, and that redirects are not followed")
  func answers() async throws {
    let meanings: [(TestPushService.Answer, PushOutcome)] = [
      (.status(200), .taken), (.status(202), .taken), (.status(404), .gone), (.status(410), .gone),
      (.status(429, headers: [("Retry-After", "17")]), .busy(retryAfter: .seconds(17))),
      (.status(503, headers: [("Retry-After", "Fri, 31 Dec 2027 23:59:59 GMT")]), .busy(retryAfter: nil)),
      (.status(500), .busy(retryAfter: nil)), (.status(400), .refused(status: 400)),
      (.status(403), .refused(status: 403)), (.status(413), .refused(status: 413)), (.hangUp, .uncertain),
    ]
    try await withService { service in
      let services = PushServices.testing(service.origin)
      for (answer, meaning) in meanings {
        service.answer { _ in answer }
        let outcome = try await outcome(to: service.browser(), services)
        #expect(outcome == meaning)
      }
      let count = service.deliveries.count
      service.answer { _ in .status(301, headers: [("Location", "/elsewhere")]) }
      #expect(try await outcome(to: service.browser(), services) == .refused(status: 301))
      #expect(service.deliveries.count == count + 1 && service.deliveries.last?.path == "/phone")
      service.answer { _ in .silence }
      #expect(try await outcome(to: service.browser(), services, answering: .milliseconds(200)) == .uncertain)
    }
  }

  @Test("without a listener nothing was sent, and it ends when its task does")
  func unreachable() async throws {
    let service = try await TestPushService.start()
    let services = PushServices.testing(service.origin)
    let browser = service.browser()
    service.answer { _ in .silence }
    let request = try request(to: browser, services)
    let waiting = Task { [client = client(services)] in await client.send(request) }
    try await eventually("it has come") { !service.deliveries.isEmpty }
    waiting.cancel()
    #expect(await waiting.value == .uncertain)
    service.stop()
    // The socket is closed a moment later.
    try await eventually("it is unreachable") {
      await client(services, answering: .seconds(1)).send(request) == .unreachable
    }
  }

  @Test("it goes to a resolved address of the service, and nowhere if there is none")
  func addresses() async throws {
    let browser = TestBrowser(endpoint: "https://fcm.googleapis.com/fcm/send/abc")
    let request = try request(to: browser, .browsers)
    let asked = Mutex<[String]>([])
    func outcome(_ found: [String]) async -> PushOutcome {
      await PushClient(
        to: .browsers, on: MultiThreadedEventLoopGroup.singleton, connecting: .seconds(1), answering: .seconds(1),
        finding: { host in
          asked.withLock { $0.append(host) }
          return found
        }
      ).send(request)
    }
    #expect(await outcome([]) == .unreachable)
    // A listener there has no certificate of Google's.
    #expect(await outcome(["127.0.0.1", "::1"]) == .unreachable)
    #expect(asked.withLock(\.self) == ["fcm.googleapis.com", "fcm.googleapis.com"])
  }

  @Test(
    "a service without a certificate for its name is rejected",
    .enabled(if: OpenSSL.isThere, "openssl is not installed"))
  func certificates() async throws {
    for name in ["localhost", "elsewhere.example"] {
      let made = try Certificate(for: name)
      let chain = try NIOSSLCertificate.fromPEMFile(made.files.certificate)
      let key = try NIOSSLPrivateKey(file: made.files.key, format: .pem)
      let tls = TLSConfiguration.makeServerConfiguration(
        certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
      try await withService(tls) { service in
        let trusting = PushServices.testing(service.origin, certificate: made.files.certificate)
        let browser = service.browser()
        let outcome = try await outcome(to: browser, trusting)
        #expect(outcome == (name == "localhost" ? .taken : .unreachable))
        let strict = PushServices.testing(service.origin)
        #expect(try await self.outcome(to: browser, strict) == .unreachable)
        #expect(service.deliveries.count == (name == "localhost" ? 1 : 0))
      }
    }
  }

  @Test("a refused message is retried after a while, longer each time, as long as the service requests but no longer")
  func retry() {
    let retry = PushRetry(waits: [.seconds(5), .seconds(30)], longest: .seconds(60))
    func waits(_ outcome: PushOutcome) -> [Duration?] { (1...3).map { retry.wait(after: outcome, attempts: $0) } }
    #expect(waits(.busy(retryAfter: nil)) == [.seconds(5), .seconds(30), nil])
    #expect(waits(.busy(retryAfter: .seconds(1))) == [.seconds(5), .seconds(30), nil])
    #expect(waits(.busy(retryAfter: .seconds(40))) == [.seconds(40), .seconds(40), nil])
    #expect(waits(.busy(retryAfter: .seconds(86_400))) == [.seconds(60), .seconds(60), nil])
    #expect(waits(.unreachable) == [.seconds(5), .seconds(30), nil])
    for outcome in [PushOutcome.taken, .gone, .uncertain, .refused(status: 400)] {
      #expect(waits(outcome) == [nil, nil, nil])
    }
  }
}
