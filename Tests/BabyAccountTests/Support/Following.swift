import BabyModel
import BabyAccount

/// A stream of news, and what has come on it.
final class Following: Sendable {
  enum Sign: Hashable { case heard(String), ended(NewsEnd) }

  let stream: NewsStream
  private let signs: AsyncStream<Sign>

  init(_ server: HTTPUpstream) {
    let (signs, sign) = AsyncStream.makeStream(of: Sign.self)
    self.signs = signs
    stream = server.followNews {
      sign.yield(.heard($0))
    } ended: {
      sign.yield(.ended($0))
      sign.finish()
    }
  }

  func next() async -> Sign? {
    for await sign in signs { return sign }
    return nil
  }

  func nextID() async -> String? {
    if case .heard(let id)? = await next() { id } else { nil }
  }
}
