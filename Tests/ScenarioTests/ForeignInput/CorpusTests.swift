import Foundation
import FuzzTargets
import Testing

/// Inputs that fuzzing has found, and those that it begins with.
@Suite("Input from outside")
struct CorpusTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "contrib/dev/fuzz/corpus").path

  @Test("is accepted or refused, whatever it is", arguments: FuzzTarget.allCases)
  func corpus(target: FuzzTarget) async throws {
    let folder = Self.folder + "/" + target.rawValue
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    #expect(!names.isEmpty)
    for name in names {
      let bytes = [UInt8](try #require(FileManager.default.contents(atPath: folder + "/" + name)))
      await #expect(throws: Never.self, "\(target.rawValue)/\(name)") {
        // The one target that waits for a disk.
        if target == .page { try await PageMerge().run(bytes) } else { try target.run(bytes) }
      }
    }
  }

  @Test("there is a folder of inputs for each target, and none for another")
  func folders() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder)
    #expect(Set(names) == Set(FuzzTarget.allCases.map(\.rawValue)))
  }
}
