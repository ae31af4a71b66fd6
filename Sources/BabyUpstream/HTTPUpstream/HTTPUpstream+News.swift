import BabyAPI
package import BabyModel

extension HTTPUpstream {
  package func followNews(
    heard: @escaping @Sendable (String) -> Void, ended: @escaping @Sendable (NewsEnd) -> Void
  ) -> NewsStream {
    guard let request = try? request(for: Call(Operations.eventsFollow)) else {
      ended(.unsupported)
      return NewsStream {}
    }
    return connections.follow(request, heard: heard, ended: ended)
  }
}
