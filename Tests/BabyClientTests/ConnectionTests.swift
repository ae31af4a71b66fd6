import BabyProtocol
import Foundation
import Testing

@testable import BabyClient

@Suite("Selection of the daemon")
struct DaemonSocketTests {
  private static let user = "/run/user/1000/babybasics/daemon.sock"
  private static let system = "/run/babybasics/daemon.sock"

  private static let data = "/home/maya/.local/share/babybasics"

  /// - Parameters:
  ///   - closed: what is there and may not be opened.
  ///   - empty: daemons that hold nothing; none of the others is expected to be asked when this is nil.
  private func choice(
    option: String? = nil, _ variables: [String: String] = [:], there: Set<String>, closed: Set<String> = [],
    empty: Set<String>? = nil
  ) -> DaemonSocket {
    let variables = ["XDG_RUNTIME_DIR": "/run/user/1000", "HOME": "/home/maya"].merging(variables) { _, own in own }
    return DaemonSocket(
      option: option, variable: { variables[$0] }, exists: { there.contains($0) },
      mayOpen: { there.contains($0) && !closed.contains($0) },
      holdsNothing: { socket, _ in
        #expect(empty != nil, "\(socket) was asked")
        return empty?.contains(socket) == true
      })
  }

  @Test("an explicit address comes first, whether or not it exists")
  func named() {
    let there: Set = [Self.user, Self.system]
    let option = choice(option: "/o", ["BABYBASICS_SOCKET": "/e"], there: there)
    #expect(option.path == "/o" && option.origin == .option)
    let environment = choice(["BABYBASICS_SOCKET": "/e"], there: there)
    #expect(environment.path == "/e" && environment.origin == .environment)
  }

  @Test("then the only existing one, and the user's own if there is neither; without any call")
  func found() {
    let system = choice(there: [Self.system])
    #expect(system.path == Self.system && system.origin == .system && system.other == nil)
    for there: Set<String> in [[], [Self.user], [Self.user, Self.data]] {
      let own = choice(there: there)
      #expect(own.path == Self.user && own.origin == .user && own.other == nil)
    }
  }

  @Test("of two, the system's if the user's own has never run: it is not started for this")
  func unused() {
    let system = choice(there: [Self.user, Self.system])
    #expect(system.path == Self.system && system.origin == .system && system.other == Self.user)
  }

  @Test("of two, the user's own if it contains data, otherwise the system's")
  func inUse() {
    let there: Set = [Self.user, Self.system, Self.data]
    let own = choice(there: there, empty: [])
    #expect(own.path == Self.user && own.origin == .user && own.other == Self.system)
    let system = choice(there: there, empty: [Self.user])
    #expect(system.path == Self.system && system.origin == .system && system.other == Self.user)
    // Its data may be anywhere when it is configured.
    let configured = choice(there: [Self.user, Self.system, "/home/maya/.config/babybasics/config.yaml"], empty: [])
    #expect(configured.path == Self.user)
  }

  @Test("never the system's if the user may not open it and has their own")
  func closed() {
    let own = choice(there: [Self.user, Self.system], closed: [Self.system])
    #expect(own.path == Self.user && own.origin == .user && own.other == nil)
    #expect(choice(there: [Self.system], closed: [Self.system]).path == Self.system)
  }
}

@Suite("The timeout of a client")
struct CallTimeoutTests {
  private func chosen(usual: Duration = CallTimeout.standard, _ value: String?) throws(ClientError) -> Duration {
    try CallTimeout.chosen(usual: usual) { $0 == "BABYBASICS_TIMEOUT" ? value : nil }
  }

  @Test("is the default if nothing is set")
  func usual() throws {
    for unset in [nil, ""] {
      #expect(try chosen(unset) == .seconds(5))
      #expect(try chosen(usual: .seconds(45), unset) == .seconds(45))
    }
  }

  @Test("is the variable's value, but never shorter than a call's longer default")
  func named() throws {
    #expect(try chosen("20") == .seconds(20))
    #expect(try chosen("2.5") == .seconds(2.5))
    #expect(try chosen("3600") == .seconds(3600))
    #expect(try chosen(usual: .milliseconds(500), "20") == .seconds(20))
    #expect(try chosen(usual: .seconds(45), "20") == .seconds(45))
    #expect(try chosen(usual: .seconds(45), "60") == .seconds(60))
  }

  @Test(
    "that is not a number of seconds within the limits is a usage error that names the variable",
    arguments: ["0", "0.5", "3601", "abc", "-5", "+5", "1e2", "0x10", "nan", "inf", "5s", " 5", ".", "1.2.3"])
  func bad(value: String) throws {
    let error = try #require(throws: ClientError.self) { try chosen(value) }
    #expect(error == .badTimeout(value))
    #expect(error.exitStatus == .invalid)
    #expect(error.message.hasPrefix("BABYBASICS_TIMEOUT is \"\(value)\", but must be"))
  }
}

@Suite("Lines from bytes")
struct LineBufferTests {
  @Test("are the same, however the bytes arrive", arguments: 1...12)
  func chunks(size: Int) {
    let bytes = Array("one\n\ntwo lines\nthe rest".utf8)
    var buffer = LineBuffer()
    var lines: [String] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
      buffer.append(Array(bytes[start..<min(start + size, bytes.count)]))
      while let line = buffer.next() { lines.append(String(decoding: line, as: UTF8.self)) }
    }
    #expect(lines == ["one", "", "two lines"])
    #expect(buffer.pending == "the rest".utf8.count)
  }
}

@Suite("Started programs")
struct SpawnTests {
  @Test("inherit no open files, so that nothing waits for them")
  func descriptors() throws {
    let pipe = try #require(Spawn.pipe())
    defer { close(pipe.reading) }
    // Open in every started program, were it not closed: what runs this one may have left it so.
    let inheritable = dup(pipe.writing)
    let shell = try #require(Spawn.start(["sh", "-c", "ls /proc/self/fd"], output: inheritable))
    close(inheritable)
    close(pipe.writing)
    var status: Int32 = 0
    #expect(waitpid(shell, &status, 0) == shell)
    let listed = try FileHandle(fileDescriptor: pipe.reading).readToEnd() ?? Data()
    // The three of every program, and the folder that is being listed.
    #expect(String(decoding: listed, as: UTF8.self) == "0\n1\n2\n3\n")
  }
}
