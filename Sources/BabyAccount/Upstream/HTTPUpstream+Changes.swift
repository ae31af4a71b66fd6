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

  package func followNews(
    heard: @escaping @Sendable (String) -> Void, ended: @escaping @Sendable (NewsEnd) -> Void
  ) -> NewsStream {
    guard let request = try? request(for: Call(Operations.eventsFollow)) else {
      ended(.unsupported)
      return NewsStream {}
    }
    return connections.follow(request, heard: heard, ended: ended)
  }

  package func send(_ setting: PendingSetting) async -> SettingResult {
    var call = Call(Operations.settingsChange, sending: SharedSettingRecord(setting.setting))
    call.headers = [("Idempotency-Key", setting.idempotencyKey)]
    do throws(CallFailure) {
      let theirs = try await perform(call).decoded().setting
      guard theirs.place == setting.setting.place else {
        throw .unavailable(.badAnswer("back a different setting"))
      }
      return .accepted(theirs)
    } catch { return SettingResult(error) }
  }
}
