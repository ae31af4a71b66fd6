import BabyProtocol

/// How long a client waits for the daemon's answer to one call.
public enum CallTimeout {
  /// What most calls have.
  public static let standard = Duration.seconds(5)

  /// In seconds.
  private static let limits = 1.0...3600.0

  /// What `BABYBASICS_TIMEOUT` says; what is usual where it says nothing. A call that usually has longer than most is
  /// never given less.
  ///
  /// - Parameter variable: the value of a variable of the environment.
  /// - Throws: `badTimeout` when the variable's value is not a number of seconds, such as 20 or 2.5, within the limits.
  public static func chosen(
    usual: Duration = standard, variable: (String) -> String?
  ) throws(ClientError) -> Duration {
    guard let text = variable(ClientVariable.timeout), !text.isEmpty else { return usual }
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    let isPlain = text.utf8.allSatisfy { digits.contains($0) || $0 == UInt8(ascii: ".") }
    guard isPlain, let seconds = Double(text), limits.contains(seconds) else { throw .badTimeout(text) }
    return usual > standard ? max(usual, .seconds(seconds)) : .seconds(seconds)
  }
}
