import Foundation

extension ChildProcess {
  /// Whether all that the process does is to wait without a limit: then no time that passes wakes it up, only an event
  /// does. Timers that are set for later than a minute do not count.
  func waitsForEventsAlone() throws -> Bool {
    let directory = "/proc/\(pid)"
    let files = FileManager.default
    return try files.contentsOfDirectory(atPath: directory + "/task").allSatisfy { thread in
      Self.isWithoutLimit(try Self.text("\(directory)/task/\(thread)/syscall"))
    }
      && files.contentsOfDirectory(atPath: directory + "/fdinfo").allSatisfy { descriptor in
        Self.isFarOff(try Self.text("\(directory)/fdinfo/\(descriptor)"))
      }
  }

  /// Whether a signal that was sent to the process has not been taken yet.
  func isPending(_ signal: CInt) throws -> Bool {
    let line = try Self.text("/proc/\(pid)/status").split(separator: "\n").first { $0.hasPrefix("ShdPnd:") }
    let pending = line?.split(separator: "\t").last.flatMap { UInt64($0, radix: 16) } ?? 0
    return pending >> (signal - 1) & 1 == 1
  }

  /// A file of a process or a thread, which may have ended by now.
  private static func text(_ path: String) throws -> String {
    do { return try String(contentsOfFile: path, encoding: .utf8) } catch  where access(path, F_OK) != 0 { return "" }
  }

  /// - Parameter call: of a thread: the call's number and its arguments, "7 0x7f… 0x3 0xffffffff …"; "running" when it
  ///   is in none.
  private static func isWithoutLimit(_ call: String) -> Bool {
    let words = call.split(separator: " ")
    let arguments = words.dropFirst().map { UInt64($0.dropFirst(2), radix: 16) ?? 0 }
    guard let number = words.first, arguments.count > 4 else { return call.isEmpty }
    // Of x86-64 and of arm64.
    return switch number {
    // read, recvmsg, rt_sigsuspend
    case "0", "63", "47", "212", "130", "133": true
    // poll: milliseconds, below zero for ever.
    case "7": Int32(truncatingIfNeeded: arguments[2]) < 0
    // ppoll: a time, or none.
    case "271", "73": arguments[2] == 0
    // epoll_wait, epoll_pwait: as poll.
    case "232", "281", "22": Int32(truncatingIfNeeded: arguments[3]) < 0
    // futex, epoll_pwait2: as ppoll.
    case "202", "98", "441": arguments[3] == 0
    default: false
    }
  }

  /// - Parameter info: of a descriptor; of a timer it has a line such as "it_value: (1799, 49406829)".
  private static func isFarOff(_ info: String) -> Bool {
    guard let line = info.split(separator: "\n").first(where: { $0.hasPrefix("it_value:") }) else { return true }
    let numbers = line.split { !$0.isNumber }.compactMap { Int($0) }
    return numbers == [0, 0] || numbers.first ?? 0 >= 60
  }
}
