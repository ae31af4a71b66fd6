import Glibc

/// What the last system call's error number means, such as `Permission denied`.
package func systemErrorText(_ number: CInt = errno) -> String { String(cString: strerror(number)) }
