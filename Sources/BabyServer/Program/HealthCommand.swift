import ArgumentParser
import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOSSL

struct HealthCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "health", abstract: "Ask the running server whether it and its database answer.",
    discussion: """
      It exits with 0 if they do. Otherwise it says what is wrong and exits with 1, as container health checks expect. \
      It asks over https, then over http, and does not check the certificate.
      """)

  @Option(help: ArgumentHelp("The address that `serve` listens on.", valueName: "address"))
  var host = "127.0.0.1"

  @Option(help: ArgumentHelp("The port that `serve` listens on.", valueName: "number"))
  var port = 8080

  func validate() throws {
    guard (1...65535).contains(port) else { throw ValidationError("--port must be from 1 to 65535.") }
  }

  func run() async throws {
    try await explaining {
      let place = urlAuthority(host, port)
      guard let status = await answer(at: place) else {
        throw ServerStartFailure(
          "No server answers at \(place). If it listens elsewhere, add the --host and --port of serve.")
      }
      guard status == .ok else {
        throw ServerStartFailure(
          "The server at \(place) is in trouble: it answered /healthz with status \(status.code). Its log says why.")
      }
      print("ok")
    }
  }

  /// - Returns: nil if nothing answers there.
  private func answer(at place: String) async -> HTTPResponseStatus? {
    var tls = TLSConfiguration.makeClientConfiguration()
    // The certificate has the names that phones use, not this address; nothing secret is sent.
    tls.certificateVerification = .none
    var configuration = HTTPClient.Configuration(tlsConfiguration: tls, redirectConfiguration: .disallow)
    configuration.connectionPool.retryConnectionEstablishment = false
    let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    var status: HTTPResponseStatus?
    for scheme in ["https", "http"] where status == nil {
      let request = HTTPClientRequest(url: "\(scheme)://\(place)/healthz")
      status = try? await client.execute(request, timeout: Self.timeout).status
    }
    try? await client.shutdown()
    return status
  }

  /// For each of the two attempts.
  private static let timeout = TimeAmount.seconds(5)
}
