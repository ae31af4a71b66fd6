import BabyProtocol
import Foundation
import Testing

@testable import BabyDaemon

@Suite("Imports at the same time")
struct RunningImportsTests {
  @Test("failed ones take no place, and one that continues after its end keeps none")
  func failures() async throws {
    let daemon = try await TestDaemon()
    let family = try await RandomLog(seed: 3).write(to: daemon)
    let file = try await daemon.call(DataExport.self, .init(format: .json))
    #expect(file.isEnd)
    let chunk = Data(file.text.utf8).base64EncodedString()

    let live = try await daemon.call(DataImport.self, .init()).importID
    for _ in 0..<20 {
      let doomed = try await daemon.call(DataImport.self, .init(zone: "Europe/Berlin")).importID
      await #expect(throws: RPCError.self, "the file names its zones itself") {
        try await daemon.call(DataImport.self, .init(importID: doomed, chunk: chunk, end: true))
      }
    }
    let answer = try await daemon.call(DataImport.self, .init(importID: live, chunk: chunk, end: true))
    #expect(answer.unchanged == family.entries)
  }
}
