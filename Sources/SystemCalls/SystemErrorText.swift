import Glibc

/// The meaning of the last system call's error number, such as `Permission denied`.
package func systemErrorText(_ number: CInt = errno) -> String { String(cString: strerror(number)) }
