import Foundation

extension ChildProcess {
  /// Whether all that the process does is to wait in poll(2) without a limit: then no time that passes wakes it up, only
  /// an event does.
  func waitsForEventsAlone() throws -> Bool {
    guard try FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/task").count == 1 else { return false }
    // The call's number and its arguments: "7 0x7f… 0x3 0xffffffff …"; "running" when it is in none.
    let call = try String(contentsOfFile: "/proc/\(pid)/syscall", encoding: .utf8).split(separator: " ")
    guard call.count > 4, let limit = UInt64(call[3].dropFirst(2), radix: 16) else { return false }
    return switch call[0] {
    // poll of x86-64: milliseconds, below zero for ever.
    case "7": Int32(truncatingIfNeeded: limit) < 0
    // ppoll of x86-64 and of arm64: a time, or none.
    case "271", "73": limit == 0
    default: false
    }
  }
}
