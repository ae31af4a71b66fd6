import BabyModel
import BabyProtocol
import Testing

@testable import BabyCommands

@Suite("Entries of unknown kinds")
struct UnknownKindsTests {
  @Test("history shows their number, whatever else there is", arguments: [[], [Sample.wetDiaper]])
  func history(entries: [EntryRecord]) throws {
    let daemon = try FakeDaemon { request in
      switch request.method {
      case "timeline.list":
        return .result(
          TimelineList.Answer(
            child: Sample.child, units: .milliliters, timeFormat: .twelveHour, theme: .init(), entries: entries,
            unknownKinds: entries.count + 1
          ).json)
      case "account.status": return .result(Sample.noAccount.json)
      default: return SampleDaemon.answer(request)
      }
    }
    defer { daemon.stop() }
    let output = Run(["history"], socket: daemon.socket).output
    let count = entries.isEmpty ? "1 entry of a kind" : "2 entries of kinds"
    #expect(output.contains("\(count) that only newer versions know"))
  }

  @Test("export shows their number, and where they are", arguments: ExportFormatWord.allCases)
  func export(format: ExportFormatWord) throws {
    let answer = DataExport.Answer(format: format, text: "", entries: 5, unknownKinds: 2, isEnd: true)
    #expect(
      Export.remark(answer, anonymised: false)
        == (format == .json
          ? ", 2 of them of kinds that this version does not know"
          : "; 2 entries of kinds that this version does not know are only in a JSON file"))
    #expect(
      Export.remark(answer, anonymised: true)
        == "; 2 entries of kinds that this version does not know left out")
  }
}
