import BabyAPI
import BabyModel
import BabyStore
import Crypto
import Hummingbird
import Synchronization

/// Answers to conditional requests that need no transaction, because the same was asked before and nothing at all has
/// been committed since.
///
/// Machines that wait for news ask the same for hours. Any commit, by this process or another, makes everything be
/// asked anew: a session that was ended, a role, a child, an entry, a restored backup.
final class AnswerMemory: Sendable {
  private struct State {
    /// How many commits there had been before anything of this was read.
    var commitCount: Int64 = -1
    var answers: [ConditionalRequest: CallAnswer] = [:]
  }

  /// Of answers, some 300 bytes each; a family has as many machines as it has.
  private static let capacity = 10_000

  private let store: ServerStore
  private let state = Mutex(State())

  init(_ store: ServerStore) { self.store = store }

  /// Nil when the database has to be asked.
  func answer(to question: ConditionalRequest, now: Instant) -> CallAnswer? {
    guard let count = try? store.commitCount() else { return nil }
    let answer = state.withLock { $0.commitCount == count ? $0.answers[question] : nil }
    return answer?.validity?.contains(now) == true ? answer : nil
  }

  /// Has a question answered, and keeps the answer if it says how long it holds.
  func remembering(
    _ question: ConditionalRequest, _ answering: () async throws -> CallAnswer
  ) async throws -> CallAnswer {
    // Before the transaction: what is committed meanwhile makes the answer one that is not used again.
    let count = try? store.commitCount()
    let answer = try await answering()
    guard let count, answer.validity != nil else { return answer }
    state.withLock { state in
      if state.commitCount < count || state.answers.count >= Self.capacity {
        state = State(commitCount: max(state.commitCount, count))
      }
      if state.commitCount == count { state.answers[question] = answer }
    }
    return answer
  }
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
  init?(_ request: Request, page: PageVisit?) {
    guard request.method == .get else { return nil }
    var hash = SHA256()
    var isConditional = false
    hash.update(line: request.head.path ?? "")
    for field in request.headers {
      switch field.name {
      case .ifNoneMatch: isConditional = true
      case .authorization: break
      // Who asks for settings is answered with another tag.
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
