import Glibc

/// The home of this process's user: what the variable `HOME` says if that is a path from the root, else what the system
/// has; nil where it has none.
package func homeFolder(variable: String?) -> String? {
  if let variable, variable.hasPrefix("/") { variable } else { homeOfThisUser() }
}

/// The home of this process's user as the system has it, for a process that was started without `HOME`; nil where the
/// system has none.
package func homeOfThisUser() -> String? {
  var entry = passwd()
  var found: UnsafeMutablePointer<passwd>?
  var buffer = [CChar](repeating: 0, count: 16_384)
  guard getpwuid_r(getuid(), &entry, &buffer, buffer.count, &found) == 0, found != nil, let path = entry.pw_dir else {
    return nil
  }
  let home = String(cString: path)
  return home.hasPrefix("/") && home != "/" ? home : nil
}
