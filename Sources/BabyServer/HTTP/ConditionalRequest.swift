import BabyAPI
import BabyEngine
import BabyModel
import BabyProtocol
import BabyStore
import Crypto
import Hummingbird

/// Cached answers to conditional requests, valid while nothing at all has been committed, by this process or another.
///
/// Machines that wait for news ask the same for hours. Any commit makes all answers outdated: a session that was ended, a
/// role, a child, an entry, a restored backup.
typealias ConditionalAnswers = AnswerCache<ConditionalRequest, Int64, CallAnswer>

extension ConditionalAnswers {
  /// Bounded by what a large family's machines and phones ask; most answers have no body.
  convenience init() { self.init(maxAnswers: 10_000, maxBytes: 8 * 1024 * 1024) }

  /// The answer without a query; nil if a query is needed.
  func answer(to request: ConditionalRequest, in store: ServerStore, at now: Instant) -> CallAnswer? {
    guard let commit = try? store.commitCount() else { return nil }
    return answer(to: request, version: commit, at: now)
  }

  /// Has a request answered, and keeps the answer if it says how long it is right.
  func keeping(
    _ request: ConditionalRequest, in store: ServerStore, _ body: () async throws -> CallAnswer
  ) async throws -> CallAnswer {
    // Before the transaction: an answer that was read before a commit must not outlive it.
    let commit = try? store.commitCount()
    let answer = try await body()
    if let commit, let period = answer.validity {
      keep(answer, bytes: answer.body.count + Self.overhead, to: request, version: commit, during: period)
    }
    return answer
  }

  /// In bytes, of an answer beside its body.
  private static var overhead: Int { 300 }
}

/// A conditional request: a hash of all that its answer depends on beside the database and the time.
///
/// Nothing of it can be read back, for it holds a token.
struct ConditionalRequest: Hashable, Sendable {
  private static let settingsHeader = SettingsHeader.name.lowercased()

  private let hash: SHA256.Digest

  /// Nil for a request that is not conditional, or not read to its end yet because it has a body.
  ///
  /// - Parameter page: where the page asks.
  init?(_ request: Request, page: PageRequest?) {
    guard request.method == .get else { return nil }
    var hash = SHA256()
    var isConditional = false
    hash.update(line: request.head.path ?? "")
    for field in request.headers {
      switch field.name {
      case .ifNoneMatch: isConditional = true
      case .authorization: break
      // Requests for settings have another tag.
      case let name where name.canonicalName == Self.settingsHeader: break
      case .contentLength, .transferEncoding: return nil
      default: continue
      }
      hash.update(line: field.name.canonicalName)
      hash.update(line: field.value)
    }
    guard isConditional else { return nil }
    // No bearer token can look like that.
    if let token = page?.token { hash.update(line: "page \(token)") }
    self.hash = hash.finalize()
  }
}

extension SHA256 {
  /// Lines cannot run into each other: what comes over HTTP has no line feeds.
  fileprivate mutating func update(line: String) {
    var line = line
    line.withUTF8 { update(bufferPointer: UnsafeRawBufferPointer($0)) }
    withUnsafeBytes(of: UInt8(ascii: "\n")) { update(bufferPointer: $0) }
  }
}
