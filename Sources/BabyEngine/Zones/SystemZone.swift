import Foundation
import SystemCalls

/// The zone that this machine is set to.
///
/// Asked of the system itself: a program with its own Swift runtime takes the machine to be on GMT.
public enum SystemZone {
  /// - Parameter environment: `TZ` goes before the machine's setting.
  public static func name(environment: [String: String], etc: String = "/etc") -> String {
    machineZoneNames(variable: environment["TZ"], etc: etc).first { TimeZone(identifier: $0) != nil } ?? "UTC"
  }
}
