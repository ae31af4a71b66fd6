import Glibc

/// The home of this process's user: the variable `HOME` if that is an absolute path, otherwise the system's; nil if
/// there is none.
package func homeFolder(variable: String?) -> String? {
  if let variable, variable.hasPrefix("/") { variable } else { homeOfThisUser() }
}

/// The home of this process's user according to the system, for a process that was started without `HOME`; nil if there
/// is none.
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
