import BabyModel

@testable import BabyServer

/// A server with the family's certificate, and what a browser asks it for.
struct FamilyHome: Sendable {
  let server: TestServer
  let folder: CertificateFolder
  /// Where it speaks plain HTTP.
  let trustPort: Int
  let log: LogRecorder

  /// By the system's own clock, because who connects looks at that.
  static func run(
    _ names: [String] = ["home.local", "localhost", "127.0.0.1"],
    _ change: (inout ServerConfiguration) -> Void = { _ in }, _ body: (FamilyHome) async throws -> Void
  ) async throws {
    let directory = try TemporaryDirectory()
    let folder = CertificateFolder(besides: directory.path + "/server.db")
    _ = try folder.make(try names.map { try ServerName($0) }, by: nil, at: .systemNow)
    let (log, ports) = (LogRecorder(), AsyncStream.makeStream(of: Int.self))
    try await TestServer.run(
      {
        $0.familyCertificates = folder
        $0.trustPort = 0
        change(&$0)
      }, log: log, onTrustListening: { ports.continuation.yield($0) }
    ) { server in
      for await port in ports.stream {
        try await body(FamilyHome(server: server, folder: folder, trustPort: port, log: log))
        break
      }
    }
  }

  /// By https, trusting the family's authority alone.
  func get(_ path: String, at host: String = "localhost", _ method: String = "GET") async throws -> Reply {
    try await secureExchange(
      Self.head(method, path, "\(host):\(server.port)"), port: server.port, host: host,
      trusting: folder.publicFile.path)
  }

  /// By plain HTTP.
  func getPlain(_ path: String, host: String, _ method: String = "GET") async throws -> Reply {
    try Reply(bytes: await exchange(Array(Self.head(method, path, host).utf8), port: trustPort))
  }

  private static func head(_ method: String, _ path: String, _ host: String) -> String {
    "\(method) \(path) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n"
  }
}
