import BabyAPI
package import BabyModel
import BabyProtocol

extension HTTPUpstream {
  /// In bytes. One entry with the longest note fits well; with many of them fewer entries are requested.
  private static let pageLimit = 8 * 1024 * 1024

  package func changes(
    after position: String?, knowing tag: String?, limit: Int, settings: String? = nil
  ) async -> PollResult {
    var call = Call(Operations.changesList)
    call.limit = Self.pageLimit
    if let position { call.query.append(("since", position)) }
    call.query.append(("limit", "\(limit)"))
    // A header, which a server that knows nothing of it leaves aside: it would refuse a parameter.
    call.headers.append((SettingsHeader.name, settings ?? SettingsHeader.beginning))
    if let tag { call.headers.append(("If-None-Match", tag)) }
    do throws(CallFailure) {
      let answer = try await perform(call)
      if answer.status == 304 { return .unchanged }
      let json = try answer.json()
      do { return .page(try RemotePage(reading: json), tag: answer.tag) } catch {
        throw .unavailable(.badAnswer("JSON of an unexpected form"))
      }
    } catch {
      if case .answered(let answer) = error, answer.isCode(.epochUnknown) { return .positionUnknown }
      if case .unavailable(.tooLarge) = error { return .tooLarge }
      return PollResult(error)
    }
  }
}
