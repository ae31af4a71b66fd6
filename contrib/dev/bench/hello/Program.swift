import Hummingbird
import Logging

/// Hummingbird's own first example, at the port that is given: what a request costs before anything is done.
@main
enum Program {
  static func main() async throws {
    let router = Router()
    router.get("hello") { _, _ -> String in "Hello" }
    let port = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 8080
    var logger = Logger(label: "hello")
    logger.logLevel = .error
    let application = Application(
      router: router, configuration: .init(address: .hostname("127.0.0.1", port: port)), logger: logger)
    try await application.runService()
  }
}
