import Glibc

/// How many descriptors this process may have open; nil when the system does not say.
public func descriptorLimit() -> Int? {
  var limit = rlimit()
  guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return nil }
  return Int(clamping: limit.rlim_cur)
}
