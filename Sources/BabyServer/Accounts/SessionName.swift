import BabyModel
import Foundation

/// What a session is called when it begins.
enum SessionName {
  /// Each before those that also name themselves so.
  private static let devices = ["iPhone", "iPad", "Android", "Macintosh", "Windows", "Linux"]
  private static let browsers = [
    ("Edg", "Edge"), ("Firefox", "Firefox"), ("FxiOS", "Firefox"), ("CriOS", "Chrome"), ("Chrome", "Chrome"),
    ("Safari", "Safari"),
  ]

  /// What the machine calls it, else the browser, else the program that its `User-Agent` begins with; nil where nothing of
  /// that can be shown.
  static func given(header: String?, userAgent: String?) -> String? {
    let program = userAgent?.split(whereSeparator: { $0 == "/" || $0 == " " }).first.map(String.init)
    return [header?.removingPercentEncoding, userAgent.flatMap(browser), program].lazy.compactMap(\.self)
      .map { $0.trimmingCharacters(in: .whitespaces) }
      .first { AccountSession.problem(withName: $0) == nil }
  }

  /// "iPhone · Safari"; nil for what is no browser.
  private static func browser(_ userAgent: String) -> String? {
    guard userAgent.hasPrefix("Mozilla/"), let device = devices.first(where: userAgent.contains) else { return nil }
    let browser = browsers.first { userAgent.contains($0.0) }
    return ([device] + [browser?.1].compactMap(\.self)).joined(separator: " · ")
  }
}
