import CSystemd
import Dispatch
import Glibc
import Synchronization
import SystemCalls

/// Tells systemd how the daemon is doing, by sd_notify(3). Does nothing where no service manager listens, which is
/// where `NOTIFY_SOCKET` is not set.
///
/// sd_notify(3) waits for a manager that does not read, so it has its own thread: nothing here ever blocks, and a stuck
/// manager cannot prevent the daemon from answering or from ending.
public enum Notify {
  private static let queue = DispatchQueue(label: "notify")
  private static let waiting = Atomic<Int>(0)
  /// A manager that has not read this many messages gets no more of them.
  private static let mostWaiting = 16

  /// Whether a service manager wants to know.
  public static var isListenedTo: Bool { getenv("NOTIFY_SOCKET") != nil }

  /// The daemon serves: the start, or a reload, is done.
  /// - Parameter status: one line for `systemctl status`.
  public static func ready(status: String) { send("READY=1\n\(line(status))") }

  /// The daemon's current activity, as one line for `systemctl status`.
  public static func status(_ status: String) { send(line(status)) }

  /// A reload of the configuration begins; `ready` ends it.
  public static func reloading() {
    send("RELOADING=1\nMONOTONIC_USEC=\(SystemClock.monotonic.inMicroseconds)")
  }

  /// The daemon is on its way out.
  public static func stopping(status: String) { send("STOPPING=1\n\(line(status))") }

  /// The daemon does not start. Returns after the message, or after a second.
  ///
  /// - Parameters:
  ///   - status: why, as a sentence for `systemctl status`.
  ///   - code: the system's `errno`, when it was the system that refused something.
  public static func failed(status: String, code: CInt?) {
    let sent = DispatchSemaphore(value: 0)
    let state = line(status) + (code.map { "\nERRNO=\($0)" } ?? "")
    queue.async {
      _ = sd_notify(0, state)
      sent.signal()
    }
    _ = sent.wait(timeout: .now() + .seconds(1))
  }

  /// Starting takes longer, and gets on: asks for so much more time from now on.
  public static func extendTimeout(by time: Duration) { send("EXTEND_TIMEOUT_USEC=\(Int64(time / .microseconds(1)))") }

  /// How often the service manager wants to hear `alive`; nil when it does not.
  public static var watchdogInterval: Duration? {
    var microseconds: UInt64 = 0
    guard sd_watchdog_enabled(0, &microseconds) > 0, microseconds > 0 else { return nil }
    return .microseconds(Int64(clamping: microseconds))
  }

  /// The daemon gets on with its work.
  public static func alive() { send("WATCHDOG=1") }

  /// A notification that is lost costs a line in `systemctl status`: nothing here is worth failing for, and a lost
  /// READY=1 is reported by systemd itself.
  private static func send(_ state: String) {
    guard waiting.wrappingAdd(1, ordering: .relaxed).newValue <= mostWaiting else {
      waiting.wrappingSubtract(1, ordering: .relaxed)
      return
    }
    queue.async {
      _ = sd_notify(0, state)
      waiting.wrappingSubtract(1, ordering: .relaxed)
    }
  }

  /// An assignment ends at the line's end, so a status must not have one.
  private static func line(_ status: String) -> String {
    "STATUS=" + String(status.map { $0.isNewline ? " " : $0 })
  }
}

/// A listening Unix socket that systemd has bound for the daemon (socket activation).
public struct ListenFD: Hashable, Sendable {
  /// `FileDescriptorName=` of the socket unit; the unit's name where it sets none.
  public var name: String
  /// Open, and the receiver's to close.
  public var descriptor: Int32

  /// The sockets that were handed over to this process, in the order of the unit; none without socket activation.
  ///
  /// Takes `LISTEN_FDS` and its kin out of the environment, so that a second call finds nothing.
  public static func receive() throws(ListenFDError) -> [ListenFD] {
    var names: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
    let count = sd_listen_fds_with_names(1, &names)
    guard count >= 0 else { throw .environment(reason: systemErrorText(-count)) }
    guard count > 0, let names else { return [] }
    defer { free(names) }
    var sockets: [ListenFD] = []
    for index in 0..<Int(count) {
      let descriptor = SD_LISTEN_FDS_START + Int32(index)
      defer { free(names[index]) }
      let name = names[index].map { String(cString: $0) } ?? "unknown"
      sockets.append(ListenFD(name: name, descriptor: descriptor))
    }
    for socket in sockets where sd_is_socket_unix(socket.descriptor, Int32(SOCK_STREAM.rawValue), 1, nil, 0) <= 0 {
      throw .notAListeningSocket(name: socket.name)
    }
    return sockets
  }
}

/// Why what systemd has handed over cannot be used.
public enum ListenFDError: Error, Hashable, CustomStringConvertible {
  case environment(reason: String)
  case notAListeningSocket(name: String)

  public var description: String {
    switch self {
    case .environment(let reason): "LISTEN_FDS, LISTEN_PID or LISTEN_FDNAMES cannot be read: \(reason)."
    case .notAListeningSocket(let name):
      "The socket unit passed \"\(name)\", which is not a listening Unix stream socket. Use ListenStream= with a path."
    }
  }
}

/// The journal in its own words: messages with fields, by sd_journal_sendv(3).
public enum Journal {
  /// Whether standard error is the journal. `JOURNAL_STREAM` alone does not prove it: child processes of a service
  /// inherit it, even if their standard error goes elsewhere.
  public static let isStandardError: Bool = {
    var status = stat()
    guard let stream = getenv("JOURNAL_STREAM"), fstat(STDERR_FILENO, &status) == 0 else { return false }
    return String(cString: stream) == "\(status.st_dev):\(status.st_ino)"
  }()

  /// Sends one message. Waits only while the journal's own queue is full, as writing to standard error does.
  ///
  /// - Parameter fields: names of capital letters, digits and underscores, and values, which may have line feeds.
  /// - Returns: false if it was not accepted.
  public static func send(_ fields: [(name: String, value: String)]) -> Bool {
    let texts = fields.map { Array("\($0.name)=\($0.value)".utf8) }
    var vectors: [iovec] = []
    func sending(_ rest: ArraySlice<[UInt8]>) -> Bool {
      guard let text = rest.first else { return sd_journal_sendv(vectors, CInt(vectors.count)) == 0 }
      return text.withUnsafeBytes { bytes in
        vectors.append(iovec(iov_base: UnsafeMutableRawPointer(mutating: bytes.baseAddress), iov_len: bytes.count))
        return sending(rest.dropFirst())
      }
    }
    return sending(texts[...])
  }
}
