import BabyProtocol
import Foundation
import Testing

@Suite("Predictions on a real baby's year")
struct PredictionTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  private static let log = folder.appending(path: "BabyImportTests/Fixtures/eva_babyconnect.csv").path
  private static let document = folder.deletingLastPathComponent().appending(path: "docs/predictions.md")

  /// The tables of docs/predictions.md: `RECORD=1 swift test --filter PredictionTests` writes them.
  @Test("are as good as documented, and better than the baselines")
  func backtest() async throws {
    try await Machine.withEva { machine in
      try machine.bbctl("import", Self.log, "--format", "babyconnect-csv", "--zone", "America/Los_Angeles")
      let run = try machine.bbctl("predict", "backtest")
      #expect(run.status == 0, "\(run.errors)")
      let scores = try machine.bbctl("predict", "backtest", "--json").json["scores"]?.arrayValue ?? []
      for kind in ["nap", "feeding"] {
        let score = try #require(
          scores.first {
            $0["kind"]?.stringValue == kind && $0["moments"] == "every" && ($0["quarter"] ?? .null) == .null
          })
        func number(_ name: String) -> Double { score[name].flatMap { try? Double(json: $0) } ?? .nan }
        #expect(number("meanError") <= 0.95 * min(number("ageTableError"), number("ownMedianError")))
        #expect((0.75...0.85).contains(number("coverage80")))
        #expect((0.45...0.55).contains(number("coverage50")))
        #expect(number("abstained") < 0.1)
        #expect(abs(number("within30") - number("meanConfidence")) < 0.05)
      }
      try expectDocument(table: run.output)
    }
  }

  private func expectDocument(table: String) throws {
    let text = try String(contentsOf: Self.document, encoding: .utf8)
    let parts = text.components(separatedBy: "<!-- table -->\n")
    try #require(parts.count == 3)
    let block = "```\n\(table)```\n"
    if ProcessInfo.processInfo.environment["RECORD"] != nil {
      try [parts[0], block, parts[2]].joined(separator: "<!-- table -->\n")
        .write(to: Self.document, atomically: true, encoding: .utf8)
    }
    #expect(
      try String(contentsOf: Self.document, encoding: .utf8).components(separatedBy: "<!-- table -->\n")[1] == block)
  }

  @Test("other calls are answered during a backtest, and a cancelled one ends")
  func meanwhile() async throws {
    try await Machine.withEva { machine in
      try machine.bbctl("import", Self.log)
      let patient = try LineClient(machine.paths.socket)
      patient.send(1, "prediction.backtest", [:])
      let other = try LineClient(machine.paths.socket)
      for _ in 0..<5 { #expect(try other.call("dashboard.get")["result"] != nil) }
      #expect(try patient.answer()?["result"]?["scores"]?.arrayValue?.isEmpty == false)
      patient.send(2, "prediction.backtest", [:])
      patient.send(3, "cancel", ["id": 2])
      let answers = try [patient.answer(), patient.answer()]
      #expect(answers.contains { $0?["error"]?["data"]?["name"] == "rpc.cancelled" })
    }
  }
}
