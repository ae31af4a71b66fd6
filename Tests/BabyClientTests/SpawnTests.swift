import BabyClient
import Foundation
import Testing

@Suite("Programs that are started")
struct SpawnTests {
  @Test("inherit nothing that is open here, so that nobody waits for them who waits for this one")
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
