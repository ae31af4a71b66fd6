extension ErrorCode {
  public static let phraseUnclear = ErrorCode(
    3201, "phrase.unclear", .invalid, hint: "bbctl log --help", effect: .corrects,
    "The phrase can be read in several ways, which are given.")
  public static let phraseNotUnderstood = ErrorCode(
    3202, "phrase.notUnderstood", .invalid, hint: "bbctl log --help", effect: .corrects,
    "The phrase could not be understood.")
  public static let phraseNotKept = ErrorCode(
    3203, "phrase.notKept", .invalid, hint: "bbctl note --help", effect: .cures,
    "The phrase is about something that has no kind of entry; a note can keep it.")
  public static let phraseNotLogged = ErrorCode(
    3204, "phrase.notLogged", .invalid, hint: "bbctl status", effect: .shows,
    "The phrase is a question or another command; the hint is that command.")

  /// The errors of phrases.
  static let phrases: [ErrorCode] = [phraseUnclear, phraseNotUnderstood, phraseNotKept, phraseNotLogged]
}
