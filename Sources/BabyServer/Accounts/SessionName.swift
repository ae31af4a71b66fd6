import BabyModel
import Foundation

/// The name of a new session.
enum SessionName {
  /// Each before those that also name themselves so.
  private static let devices = ["iPhone", "iPad", "Android", "Macintosh", "Windows", "Linux"]
  private static let browsers = [
    ("Edg", "Edge"), ("Firefox", "Firefox"), ("FxiOS", "Firefox"), ("CriOS", "Chrome"), ("Chrome", "Chrome"),
    ("Safari", "Safari"),
  ]

  /// The machine's name, otherwise the browser, otherwise the program in its `User-Agent`; nil if none of them can be
  /// shown.
  static func given(header: String?, userAgent: String?) -> String? {
    let program = userAgent?.split(whereSeparator: { $0 == "/" || $0 == " " }).first.map(String.init)
    return [header?.removingPercentEncoding, userAgent.flatMap(browser), program].lazy.compactMap(\.self)
      .map { $0.trimmingCharacters(in: .whitespaces) }
      .first { AccountSession.problem(withName: $0) == nil }
  }

  /// "iPhone · Safari"; nil if it is not a browser.
  private static func browser(_ userAgent: String) -> String? {
    guard userAgent.hasPrefix("Mozilla/"), let device = devices.first(where: userAgent.contains) else { return nil }
    let browser = browsers.first { userAgent.contains($0.0) }
    return ([device] + [browser?.1].compactMap(\.self)).joined(separator: " · ")
  }
}
