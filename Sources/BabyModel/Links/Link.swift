/// What a link asks for: `nestling://log/feed?amount=120&unit=ml`, or `babybasics://sleep/start`.
///
/// A link comes from anywhere, a web page or a message, so it is never more than a wish: whoever follows it shows a
/// person what it would do and asks.
public enum Link: Hashable, Sendable {
  /// A unit comes only with an amount; an amount without one is in the unit that is set.
  case logFeeding(amount: Double?, unit: VolumeUnit?)
  case logDiaper(DiaperType?)
  case logTummyTime(Duration?)
  /// `sleep/start`; and `log/sleep`, which reminders of a nap carry.
  case startSleep
  case stopSleep
  /// What somebody would say: `say?text=bottle%204oz%20at%203pm`. The daemon understands it.
  case say(String)
  case open(Place)

  /// What a link can show.
  public enum Place: String, CaseIterable, Sendable {
    case home, history, predictions, settings
  }
}

/// Why a link is not followed, as a sentence.
public struct LinkError: Error, Hashable, Sendable {
  public var message: String

  init(_ message: String) { self.message = message }
}
