import Glibc

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
