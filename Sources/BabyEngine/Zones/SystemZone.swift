import Foundation

/// The zone that this machine is set to.
///
/// Asked of the system itself: a program with its own Swift runtime takes the machine to be on GMT.
public enum SystemZone {
  /// - Parameter environment: `TZ` goes before the machine's setting.
  public static func name(environment: [String: String], etc: String = "/etc") -> String {
    if let named = environment["TZ"], let name = zoneName(in: named.trimmingPrefix(":")) { return name }
    if let target = try? FileManager.default.destinationOfSymbolicLink(atPath: etc + "/localtime"),
      let name = zoneName(in: target)
    {
      return name
    }
    if let text = try? String(contentsOfFile: etc + "/timezone", encoding: .utf8),
      let name = zoneName(in: text.trimmingCharacters(in: .whitespacesAndNewlines))
    {
      return name
    }
    return "UTC"
  }

  /// The IANA name in a name or in a path of the zone database; nil for a rule such as `CET-1CEST`.
  private static func zoneName(in text: some StringProtocol) -> String? {
    let parts = text.components(separatedBy: "zoneinfo/")
    guard let name = parts.last, !name.isEmpty, !name.hasPrefix("/"), TimeZone(identifier: name) != nil else {
      return nil
    }
    return name
  }
}
