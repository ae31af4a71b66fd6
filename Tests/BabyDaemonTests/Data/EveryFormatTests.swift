import BabyImport
import BabyModel
import BabyProtocol
import Foundation
import Testing

@testable import BabyDaemon

/// What holds for the files of every app.
@Suite("Files of every supported app")
struct EveryFormatTests {
  private static func family() async throws -> TestDaemon {
    let daemon = try await TestDaemon()
    _ = try await daemon.call(
      ChildAdd.self, .init(name: "Eva", born: LocalDate(dayNumber: 18_248), zone: "America/Los_Angeles"))
    return daemon
  }

  /// This program's own files, of a log that was kept elsewhere.
  private static func own(_ format: ExportFormatWord, for child: String) async throws -> SampleExport {
    let other = try await family()
    let eva = try #require(try await other.call(ChildList.self, .init()).children.first).child
    #expect(eva.id.description == child)
    func log(_ hours: Int) async throws -> EntryID {
      let at = (other.clock.now - .hours(hours)).utcText
      return try await other.call(EntryLog.self, .init(entry: .diaper(.wet), time: TimeTexts(at: at))).entry.entry.id
    }
    // Both machines count their ids: the first ones are taken.
    for hours in 1...3 {
      _ = try await log(hours)
      _ = try await other.call(Undo.self, .init())
      other.clock.advance(by: .minutes(1))
    }
    let id = try await log(200)
    _ = try await log(100)
    let name = format == .json ? "log.json" : "log.csv"
    func files() async throws -> SampleExport.Files { [(name, try await other.exported(format))] }
    let first = try await files()
    _ = try await log(50)
    let longer = try await files()
    _ = try await other.call(EntryUpdate.self, .init(id: id.description, note: .value("a lot")))
    return SampleExport(first: first, longer: longer, corrected: try await files(), entries: 2)
  }

  private static func sample(of format: ImportFormat, for daemon: TestDaemon) async throws -> SampleExport {
    let child = try #require(try await daemon.call(ChildList.self, .init()).children.first).child.id.description
    switch format {
    case .babyBasicsJSON: return try await own(.json, for: child)
    case .babyBasicsCSV: return try await own(.csv, for: child)
    default: return try #require(SampleExport.of(format))
    }
  }

  /// The results for rows, in a few numbers.
  private struct Outcomes: Equatable, CustomStringConvertible {
    var added = 0
    var unchanged = 0
    var updated = 0

    var description: String { "\(added) added, \(unchanged) unchanged, \(updated) updated" }
  }

  private static func importing(
    _ files: SampleExport.Files, of sample: SampleExport, as format: ImportFormat, into daemon: TestDaemon,
    dryRun: Bool = false
  ) async throws -> Outcomes {
    var answer = try await daemon.call(
      DataImport.self,
      .init(volume: sample.volume, weight: sample.weight, map: sample.map, dryRun: dryRun))
    for (number, file) in files.enumerated() {
      // In pieces that end anywhere.
      let bytes = Data(file.text.utf8)
      for start in stride(from: 0, to: bytes.count, by: 97) {
        let end = min(start + 97, bytes.count)
        answer = try await daemon.call(
          DataImport.self,
          .init(
            importID: answer.importID, file: start == 0 ? file.name : nil,
            chunk: bytes[start..<end].base64EncodedString(), end: number == files.count - 1 && end == bytes.count))
      }
    }
    let summary = try #require(answer.summary)
    #expect(summary.format == format.rawValue)
    #expect(summary.badRows == [] && summary.questions == nil)
    #expect(answer.editedHere == 0 && answer.similar == 0)
    return Outcomes(added: answer.added, unchanged: answer.unchanged, updated: answer.updated)
  }

  @Test(
    "add nothing twice, only new rows when they have become longer, and update corrected ones; undo restores each to the byte",
    arguments: ImportFormat.allCases)
  func again(format: ImportFormat) async throws {
    let daemon = try await Self.family()
    _ = try await daemon.call(EntryLog.self, .init(entry: .feeding(method: .bottle, amount: 90, unit: .milliliters)))
    let sample = try await Self.sample(of: format, for: daemon)
    func importing(_ files: SampleExport.Files, dryRun: Bool = false) async throws -> Outcomes {
      try await Self.importing(files, of: sample, as: format, into: daemon, dryRun: dryRun)
    }
    var states = [try await daemon.exported()]
    var tables = [try await daemon.exported(.csv)]
    let all = sample.entries + sample.more
    for (files, outcomes) in [
      (sample.first, Outcomes(added: sample.entries)),
      (sample.longer, Outcomes(added: sample.more, unchanged: sample.entries)),
      (sample.corrected, Outcomes(unchanged: all - 1, updated: 1)),
    ] {
      #expect(try await importing(files, dryRun: true) == outcomes, "before it is done")
      #expect(try await daemon.exported() == states.last)
      #expect(try await importing(files) == outcomes)
      let state = try await daemon.exported()
      #expect(state != states.last)
      #expect(try await importing(files) == Outcomes(unchanged: outcomes.added + outcomes.unchanged + outcomes.updated))
      #expect(try await daemon.exported() == state, "a second run")
      states.append(state)
      tables.append(try await daemon.exported(.csv))
      daemon.clock.advance(by: .hours(1))
    }
    // What was mended and is as before has been changed twice: only the file with times of changes tells it.
    for table in tables.dropLast().reversed() {
      _ = try await daemon.call(Undo.self, .init())
      #expect(try await daemon.exported(.csv) == table)
      daemon.clock.advance(by: .hours(1))
    }
    #expect(try await daemon.exported() == states.first)
  }

  @Test("each entry names its app", arguments: ImportFormat.allCases.filter { !$0.isOwn })
  func origin(format: ImportFormat) async throws {
    let daemon = try await Self.family()
    let sample = try await Self.sample(of: format, for: daemon)
    #expect(try await Self.importing(sample.first, of: sample, as: format, into: daemon).added == sample.entries)
    let entries = try await daemon.call(TimelineList.self, .init(limit: 100)).entries
    #expect(entries.count == sample.entries)
    for entry in entries {
      let origin = try await daemon.call(EntryGet.self, .init(id: entry.entry.id.description)).origin
      #expect(origin?.format == format.rawValue)
    }
  }
}
