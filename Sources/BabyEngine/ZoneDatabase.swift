public import BabyModel
import Foundation
import Synchronization
import SystemCalls

/// The system's time zones, read through Foundation and kept as plain `ZoneRules`.
public final class ZoneDatabase: Sendable {
  private let known = Mutex<[String: ZoneRules]>([:])

  public init() {}

  /// - Throws: `BabyError.zoneUnknown`. Never a fallback to UTC: a wrong zone shows wrong times.
  public func rules(for name: String) throws(BabyError) -> ZoneRules {
    if let rules = known.withLock({ $0[name] }) { return rules }
    let rules = ZoneRules(name: name, try Self.zone(name))
    known.withLock { $0[name] = rules }
    return rules
  }

  /// Whether there is such a zone. Far cheaper than its rules.
  ///
  /// - Throws: `BabyError.zoneUnknown`.
  public func verify(_ name: String) throws(BabyError) { _ = try Self.zone(name) }

  /// Whether named zones can be had at all. A static build that lost them would know none but GMT.
  ///
  /// - Throws: `BabyError.zoneUnknown`.
  public func verify() throws(BabyError) {
    let summer = Date(timeIntervalSince1970: 1_593_561_600)
    let name = "Europe/Berlin"
    guard try Self.zone(name).secondsFromGMT(for: summer) == 7200 else { throw .zoneUnknown(name) }
  }

  private static func zone(_ name: String) throws(BabyError) -> TimeZone {
    guard name.utf8.count <= TextLimits.zoneBytes, let zone = TimeZone(identifier: name),
      zone.identifier == name || name == "UTC" || name == "GMT"
    else {
      throw .zoneUnknown(name)
    }
    return zone
  }
}

extension ZoneRules {
  /// The years that a log can cover: no baby is older, and rules beyond are guesses.
  private static let span = (from: Instant(milliseconds: 0), to: Instant(milliseconds: 4_102_444_800_000))

  fileprivate init(name: String, _ zone: TimeZone) {
    var transitions: [Transition] = []
    var date = Date(timeIntervalSince1970: Double(Self.span.from.milliseconds) / 1000)
    let initialOffset = zone.secondsFromGMT(for: date)
    while let next = zone.nextDaylightSavingTimeTransition(after: date) {
      let at = Instant(milliseconds: Int64((next.timeIntervalSince1970 * 1000).rounded()))
      guard at < Self.span.to, next > date else { break }
      let offset = zone.secondsFromGMT(for: next)
      if offset != (transitions.last?.offset ?? initialOffset) { transitions.append(.init(at: at, offset: offset)) }
      date = next
    }
    self.init(name: name, initialOffset: initialOffset, transitions: transitions)
  }
}

/// The zone that this machine is set to.
///
/// Asked of the system itself: a program with its own Swift runtime takes the machine to be on GMT.
public enum SystemZone {
  /// - Parameter environment: `TZ` goes before the machine's setting.
  public static func name(environment: [String: String], etc: String = "/etc") -> String {
    machineZoneNames(variable: environment["TZ"], etc: etc).first { TimeZone(identifier: $0) != nil } ?? "UTC"
  }
}
