import BabyProtocol
import Glibc
import SystemCalls
import Testing

@testable import BabyDaemon
@testable import BabySocket

@Suite("The listening socket")
struct ListeningSocketTests {
  @Test("is private, in a private directory, whatever the umask")
  func modes() async throws {
    try await withTemporaryDirectory { directory in
      let socket = try ListeningSocket.make(at: directory + "/a/b/daemon.sock")
      defer { close(socket.descriptor) }
      #expect(mode(directory + "/a") == 0o40700)
      #expect(mode(directory + "/a/b") == 0o40700)
      #expect(mode(directory + "/a/b/daemon.sock") == 0o140600)
      #expect(mode(directory + "/a/b/daemon.lock") == 0o100600)
    }
  }

  @Test("refuses a path that is too long with its length, and accepts the longest possible one")
  func longPath() async throws {
    try await withTemporaryDirectory { directory in
      let longest = directory + "/" + String(repeating: "s", count: 107 - directory.utf8.count - 1)
      let socket = try ListeningSocket.make(at: longest)
      defer { close(socket.descriptor) }
      listen(socket.descriptor, 1)
      _ = try TestClient(longest)
      let message = try #require(refusal { try ListeningSocket.make(at: longest + "ä") })
      #expect(message.contains("109 bytes"))
      #expect(message.contains(longest + "ä"))
      #expect(message.contains("BABYBASICS_SOCKET"))
    }
  }

  @Test("refuses a second daemon, and names the process that holds it")
  func secondDaemon() async throws {
    try await withTemporaryDirectory { directory in
      let path = directory + "/daemon.sock"
      let first = try ListeningSocket.make(at: path)
      defer { close(first.descriptor) }
      listen(first.descriptor, 1)
      #expect(throws: SocketError.inUse(path: path, pid: getpid())) { try ListeningSocket.make(at: path) }
      #expect(refusal { try ListeningSocket.make(at: path) }?.contains("process \(getpid())") == true)
      _ = try TestClient(path)
    }
  }

  @Test("allows a daemon with another socket in the same directory")
  func otherSocket() async throws {
    try await withTemporaryDirectory { directory in
      for name in ["a.sock", "b.sock", "c"] {
        let socket = try ListeningSocket.make(at: directory + "/" + name)
        close(socket.descriptor)
      }
    }
  }

  @Test("replaces the socket of a killed daemon")
  func stale() async throws {
    try await withTemporaryDirectory { directory in
      let path = directory + "/daemon.sock"
      let killed = try ListeningSocket.make(at: path)
      close(killed.descriptor)
      killed.releaseLock()
      let socket = try ListeningSocket.make(at: path)
      defer { close(socket.descriptor) }
      listen(socket.descriptor, 1)
      _ = try TestClient(path)
    }
  }

  @Test("leaves a socket alone that is served without a lock")
  func servedWithoutLock() async throws {
    try await withTemporaryDirectory { directory in
      let path = directory + "/daemon.sock"
      let other = try boundSocket(path)
      defer { close(other) }
      #expect(throws: SocketError.inUse(path: path, pid: getpid())) { try ListeningSocket.make(at: path) }
      _ = try TestClient(path)
    }
  }

  @Test("leaves a socket alone whose program is too busy to accept")
  func busy() async throws {
    try await withTemporaryDirectory { directory in
      let path = directory + "/daemon.sock"
      let other = try boundSocket(path, backlog: 0)
      defer { close(other) }
      let waiting = try TestClient(path)
      #expect(throws: SocketError.inUse(path: path, pid: nil)) { try ListeningSocket.make(at: path) }
      #expect(mode(path) != nil)
      waiting.endInput()
    }
  }

  @Test("leaves a file alone that is not a socket")
  func occupied() async throws {
    try await withTemporaryDirectory { directory in
      let path = directory + "/daemon.sock"
      close(creat(path, 0o600))
      #expect(throws: SocketError.occupied(path: path)) { try ListeningSocket.make(at: path) }
      #expect(mode(path) == 0o100600)
    }
  }

  @Test("refuses a directory that others can write to", arguments: [0o770, 0o702, 0o1777] as [mode_t])
  func writableDirectory(mode: mode_t) async throws {
    try await withTemporaryDirectory { directory in
      chmod(directory, mode)
      #expect(throws: SocketError.directoryWritableByOthers(directory)) {
        try ListeningSocket.make(at: directory + "/daemon.sock")
      }
    }
  }

  @Test("refuses a directory of another user", .enabled(if: geteuid() == 0, "only root can give a directory away"))
  func foreignDirectory() async throws {
    try await withTemporaryDirectory { directory in
      chown(directory, 65534, 65534)
      #expect(throws: SocketError.directoryNotOwn(directory, owner: 65534)) {
        try ListeningSocket.make(at: directory + "/daemon.sock")
      }
    }
  }

  @Test("explains why a missing directory cannot be created")
  func noDirectory() async throws {
    try await withTemporaryDirectory { directory in
      close(creat(directory + "/file", 0o600))
      let message = refusal { try ListeningSocket.make(at: directory + "/file/daemon.sock") }
      #expect(message == "Cannot use \(directory)/file: it is not a directory.")
      let deeper = refusal { try ListeningSocket.make(at: directory + "/file/deeper/daemon.sock") }
      #expect(deeper == "Cannot make the directory \(directory)/file/deeper: Not a directory.")
    }
  }

  @Test("removes its own file and no other")
  func removal() async throws {
    try await withTemporaryDirectory { directory in
      let path = directory + "/daemon.sock"
      let own = try ListeningSocket.make(at: path)
      own.removeFile()
      #expect(mode(path) == nil)
      close(own.descriptor)
      own.releaseLock()

      let replaced = try ListeningSocket.make(at: path)
      defer { close(replaced.descriptor) }
      unlink(path)
      let other = try boundSocket(path)
      defer { close(other) }
      replaced.removeFile()
      #expect(mode(path) != nil)
    }
  }

  @Test("adopts a bound socket, and leaves its file")
  func adoption() async throws {
    try await withTemporaryDirectory { directory in
      let path = directory + "/activated.sock"
      let descriptor = try boundSocket(path)
      defer { close(descriptor) }
      let socket = try ListeningSocket.adopt(descriptor)
      #expect(socket.path == path)
      socket.removeFile()
      socket.releaseLock()
      #expect(mode(path) != nil)
    }
  }

  @Test("adopts only Unix stream sockets")
  func wrongDescriptor() {
    let descriptors = [
      open("/dev/null", O_RDONLY | O_CLOEXEC), socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue), 0),
      socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0),
    ]
    for descriptor in descriptors {
      #expect(throws: SocketError.notASocket(descriptor: descriptor)) { try ListeningSocket.adopt(descriptor) }
      close(descriptor)
    }
  }
}

/// The type and permissions of a file; nil when there is none.
private func mode(_ path: String) -> mode_t? {
  var status = stat()
  return lstat(path, &status) == 0 ? status.st_mode : nil
}

/// A listening socket that another program has made.
private func boundSocket(_ path: String, backlog: CInt = 1) throws -> CInt {
  let descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
  guard sockaddr_un(path: path).withSockaddr({ bind(descriptor, $0, $1) }) == 0, listen(descriptor, backlog) == 0 else {
    throw TestFailure("bind \(path): \(systemErrorText())")
  }
  return descriptor
}

/// What the refusal says.
private func refusal(_ body: () throws -> ListeningSocket) -> String? {
  do {
    close(try body().descriptor)
    return nil
  } catch {
    return "\(error)"
  }
}
