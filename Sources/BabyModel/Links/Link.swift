/// A link's request: `nestling://log/feed?amount=120&unit=ml`, or `babybasics://sleep/start`.
///
/// A link can come from anywhere, such as a web page or a message, so it is only a request: programs show what it would
/// do and ask first.
public enum Link: Hashable, Sendable {
  /// A unit comes only with an amount; an amount without one is in the unit that is set.
  case logFeeding(amount: Double?, unit: VolumeUnit?)
  case logDiaper(DiaperType?)
  case logTummyTime(Duration?)
  /// `sleep/start`; and `log/sleep`, which reminders of a nap carry.
  case startSleep
  case stopSleep
  /// A phrase: `say?text=bottle%204oz%20at%203pm`. The daemon interprets it.
  case say(String)
  case open(Place)

  /// The pages that a link can open.
  public enum Place: String, CaseIterable, Sendable {
    case home, history, predictions, settings
  }
}

/// Why a link is not followed, as a sentence.
public struct LinkError: Error, Hashable, Sendable {
  public var message: String

  init(_ message: String) { self.message = message }
}
