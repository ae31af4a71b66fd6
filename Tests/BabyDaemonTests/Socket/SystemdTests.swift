import Glibc
import SystemCalls
import Systemd
import Testing
import TestSupport

@testable import BabyDaemon
@testable import BabySocket

/// Each test has its own process, because all of this comes from the environment.
@Suite("Systemd")
struct SystemdTests {
  @Test("gets the messages of sd_notify(3)")
  func notifying() async {
    await #expect(processExitsWith: .success) {
      try await withTemporaryDirectory { directory in
        let manager = try Manager(directory + "/notify")
        Notify.ready(status: "Listening")
        #expect(manager.message() == "READY=1\nSTATUS=Listening")
        Notify.status("Sleeping since 20:14\nREADY=0")
        #expect(manager.message() == "STATUS=Sleeping since 20:14 READY=0")
        Notify.stopping(status: "Finishing 2 calls")
        #expect(manager.message() == "STOPPING=1\nSTATUS=Finishing 2 calls")
        Notify.reloading()
        #expect(manager.message()?.wholeMatch(of: /RELOADING=1\nMONOTONIC_USEC=\d+/) != nil)
      }
    }
  }

  @Test("is notified of a failed start with the reason, of a start that takes longer, and of progress")
  func failing() async {
    await #expect(processExitsWith: .success) {
      try await withTemporaryDirectory { directory in
        let manager = try Manager(directory + "/notify")
        Notify.failed(status: "The disk is full.", code: ENOSPC)
        #expect(manager.message() == "STATUS=The disk is full.\nERRNO=28")
        Notify.failed(status: "No.", code: nil)
        #expect(manager.message() == "STATUS=No.")
        Notify.extendTimeout(by: .seconds(30))
        #expect(manager.message() == "EXTEND_TIMEOUT_USEC=30000000")
        #expect(Notify.watchdogInterval == nil)
        setenv("WATCHDOG_USEC", "2000000", 1)
        setenv("WATCHDOG_PID", "\(getpid())", 1)
        #expect(Notify.watchdogInterval == .seconds(2))
        Notify.alive()
        #expect(manager.message() == "WATCHDOG=1")
      }
    }
  }

  @Test("can hang without blocking anything")
  func stuckManager() async {
    await #expect(processExitsWith: .success) {
      try await withTemporaryDirectory { directory in
        let manager = try Manager(directory + "/notify")
        // Far more than the socket and the queue before it hold.
        for number in 1...5000 { Notify.status("\(number)") }
        #expect(manager.message() == "STATUS=1")
      }
    }
  }

  @Test("is not required")
  func noManager() async {
    await #expect(processExitsWith: .success) {
      unsetenv("NOTIFY_SOCKET")
      Notify.ready(status: "Listening")
      let sockets = try ListenFD.receive()
      #expect(sockets.isEmpty)
    }
  }

  @Test("passes sockets with their names, once")
  func activation() async {
    await #expect(processExitsWith: .success) {
      try await withTemporaryDirectory { directory in
        let socket = try ListeningSocket.make(at: directory + "/daemon.sock")
        listen(socket.descriptor, 1)
        setenv("LISTEN_PID", "\(getpid())", 1)
        setenv("LISTEN_FDS", "1", 1)
        setenv("LISTEN_FDNAMES", "rpc", 1)
        let (sockets, rest) = try handingOver(socket.descriptor) { (try ListenFD.receive(), try ListenFD.receive()) }
        #expect(sockets.map(\.name) == ["rpc"])
        #expect(sockets.map(\.descriptor) == [3])
        #expect(rest.isEmpty)
      }
    }
  }

  @Test("is notified if what it passes cannot be used")
  func wrongSocket() async {
    await #expect(processExitsWith: .success) {
      setenv("LISTEN_PID", "\(getpid())", 1)
      setenv("LISTEN_FDS", "1", 1)
      setenv("LISTEN_FDNAMES", "rpc", 1)
      let refusal = #expect(throws: ListenFDError.self) {
        try handingOver(open("/dev/null", O_RDONLY)) { try ListenFD.receive() }
      }
      #expect(refusal == .notAListeningSocket(name: "rpc"))
      setenv("LISTEN_PID", "\(getpid())", 1)
      setenv("LISTEN_FDS", "many", 1)
      #expect(throws: ListenFDError.environment(reason: "Invalid argument")) { try ListenFD.receive() }
    }
  }
}

/// Runs something while a descriptor stands where the first one that is handed over does.
///
/// What stands there otherwise may be Dispatch's, which ends the process when that is taken away for good.
private func handingOver<Value>(_ descriptor: CInt, _ body: () throws -> Value) rethrows -> Value {
  let other = dup(3)
  dup2(descriptor, 3)
  defer {
    if other >= 0 {
      dup2(other, 3)
      close(other)
    }
  }
  return try body()
}

/// Receives what a service manager would.
private struct Manager {
  private let descriptor: CInt

  init(_ path: String) throws {
    descriptor = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
    guard sockaddr_un(path: path).withSockaddr({ bind(descriptor, $0, $1) }) == 0 else {
      throw TestFailure("bind \(path): \(systemErrorText())")
    }
    setenv("NOTIFY_SOCKET", path, 1)
  }

  /// The next message; nil when none comes.
  func message() -> String? {
    var bytes = [UInt8](repeating: 0, count: 1000)
    var patience = timeval(tv_sec: Patience.seconds, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    let count = recv(descriptor, &bytes, bytes.count, 0)
    return count < 0 ? nil : String(decoding: bytes.prefix(count), as: UTF8.self)
  }
}
