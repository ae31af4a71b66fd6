import BabyModel
import Foundation

/// What a session is called when it begins.
enum SessionName {
  /// What the machine calls it, else the program that its `User-Agent` begins with; nil where neither can be shown.
  static func given(header: String?, userAgent: String?) -> String? {
    let program = userAgent?.split(whereSeparator: { $0 == "/" || $0 == " " }).first.map(String.init)
    return [header?.removingPercentEncoding, program].lazy.compactMap(\.self)
      .map { $0.trimmingCharacters(in: .whitespaces) }
      .first { AccountSession.problem(withName: $0) == nil }
  }
}
