import CProcess
import Glibc

/// The system's clocks. Code that decides by the time gets it as a parameter; only its callers read the clock here.
package enum SystemClock {
  /// Milliseconds since 1970, UTC.
  package static var wallMilliseconds: Int64 {
    let time = read(CLOCK_REALTIME)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// Since the machine was started, without suspended time. It cannot be set.
  package static var monotonic: Duration {
    let time = read(CLOCK_MONOTONIC)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  private static func read(_ clock: clockid_t) -> timespec {
    var time = timespec()
    clock_gettime(clock, &time)
    return time
  }
}

/// The names of zones that this machine may be set to, the one that counts most first. A name may be of no zone that there
/// is, such as the rule `CET-1CEST`: only the zone database knows.
///
/// - Parameters:
///   - variable: `TZ`, which goes before the machine's setting.
///   - etc: the folder of the machine's setting.
package func machineZoneNames(variable: String?, etc: String = "/etc") -> [String] {
  let said = variable.map { String($0.trimmingPrefix(":")) }
  return [said, linkTarget(of: etc + "/localtime"), firstLine(of: etc + "/timezone")]
    .compactMap { $0.flatMap(zoneName) }
}

/// The name in a name, or in a path into the zone database.
private func zoneName(in text: String) -> String? {
  let name = text.ranges(of: "zoneinfo/").last.map { String(text[$0.upperBound...]) } ?? text
  return name.isEmpty || name.hasPrefix("/") ? nil : name
}

private func linkTarget(of path: String) -> String? {
  var buffer = [CChar](repeating: 0, count: 4096)
  let length = readlink(path, &buffer, buffer.count)
  guard length > 0 else { return nil }
  return String(decoding: buffer.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

private func firstLine(of path: String) -> String? {
  guard let file = fopen(path, "re") else { return nil }
  defer { fclose(file) }
  var buffer = [CChar](repeating: 0, count: 256)
  guard fgets(&buffer, CInt(buffer.count), file) != nil else { return nil }
  let bytes = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
  return String(decoding: bytes, as: UTF8.self).filter { !$0.isWhitespace }
}

/// The home of this process's user: the variable `HOME` if that is an absolute path, otherwise the system's; nil if
/// there is none.
package func homeFolder(variable: String?) -> String? {
  if let variable, variable.hasPrefix("/") { variable } else { homeOfThisUser() }
}

/// The home of this process's user according to the system, for a process that was started without `HOME`; nil if there
/// is none.
package func homeOfThisUser() -> String? {
  process_prepare_user_lookup()
  var entry = passwd()
  var found: UnsafeMutablePointer<passwd>?
  var buffer = [CChar](repeating: 0, count: 16_384)
  guard getpwuid_r(getuid(), &entry, &buffer, buffer.count, &found) == 0, found != nil, let path = entry.pw_dir else {
    return nil
  }
  let home = String(cString: path)
  return home.hasPrefix("/") && home != "/" ? home : nil
}

/// How many descriptors this process may have open; nil if unknown.
public func descriptorLimit() -> Int? {
  var limit = rlimit()
  guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return nil }
  return Int(clamping: limit.rlim_cur)
}

/// How many of a process's descriptors are for connections: all but those that it keeps for the rest, and half of few.
///
/// - Parameters:
///   - limit: see `descriptorLimit`; nil for any number.
///   - wanted: connections.
///   - reserved: descriptors for the rest.
/// - Returns: at least 1.
public func connections(within limit: Int?, wanted: Int, keeping reserved: Int) -> Int {
  max(1, min(wanted, limit.map { $0 - min($0 / 2, reserved) } ?? wanted))
}

/// The meaning of the last system call's error number, such as `Permission denied`.
package func systemErrorText(_ number: CInt = errno) -> String { String(cString: strerror(number)) }
