import BabyModel
import Testing

@Suite("Forecasts")
struct ForecastTests {
  private func prediction(_ kind: PredictionKind, _ time: String, confidence: Double = 0.7) throws -> Prediction {
    let time = try at(time)
    return Prediction(
      kind: kind, at: time, interval50: time - .minutes(20)...time + .minutes(25),
      interval80: time - .minutes(40)...time + .minutes(60), confidence: confidence,
      evidence: PredictionEvidence(
        since: time - .minutes(100), age: 20, usual: .minutes(84)...(.minutes(126)), similar: 9, ownShare: 0.9))
  }

  @Test("one is valid until its first prediction passes, and for at least a quarter of an hour")
  func expiry() throws {
    let noon = try at("2026-01-10T12:00:00Z")
    let nap = try prediction(.nap, "2026-01-10T12:40:00Z")
    let feed = try prediction(.feeding, "2026-01-10T13:10:00Z")
    #expect(Forecast(madeAt: noon, predictions: [feed, nap]).expiry == nap.at)
    let soon = try prediction(.nap, "2026-01-10T12:02:00Z")
    #expect(Forecast(madeAt: noon, predictions: [soon, feed]).expiry == noon + .minutes(15))
    #expect(Forecast(madeAt: noon, allOmittedFor: .off).expiry == nil)
    #expect(Forecast(madeAt: noon, allOmittedFor: .off).gaps.count == PredictionKind.allCases.count)
  }

  @Test("a prediction explains itself, with an honest share of cases")
  func explanation() throws {
    let nap = try prediction(.nap, "2026-01-10T12:40:00Z")
    let text = Words.explanation(nap) { $0.utcText.dropFirst(11).prefix(5).description }
    #expect(
      text == """
        Awake since 11:00. At 20 weeks, 1h 24m to 2h 06m awake is usual. Based mostly on this child's own last weeks at a \
        similar hour (9 times). About 7 in 10 such predictions are within 30 minutes.
        """)
    let sure = try prediction(.nap, "2026-01-10T12:40:00Z", confidence: 0.999)
    #expect(Words.explanation(sure) { _ in "" }.contains("About 9 in 10 such predictions"))
  }
}
