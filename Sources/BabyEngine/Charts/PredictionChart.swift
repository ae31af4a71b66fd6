import BabyModel
import BabyProtocol
import BabyStatistics

/// How far off the first predictions were: those made at waking up, after a feed, at falling asleep and in the morning,
/// from what had happened by then.
struct PredictionChart {
  private let log: ChartLog
  /// Of events in the period, those for which anything was predicted, in order.
  private let trials: [Trial]
  private let isShortened: Bool

  /// The maximum number of days: each prediction takes up to a millisecond of a read transaction.
  private static let mostDays = 28
  /// The maximum numbers of events, and of sleeps and feeds that are read for all of them.
  private static let (mostEvents, mostReads) = (1_000, 3_000_000)
  /// In minutes: predictions no further off are near, and those further off than the second are drawn at the edge.
  private static let (near, furthest) = (30.0, 180.0)

  private struct Trial {
    let kind: PredictionKind
    let actual: Instant
    /// In minutes; above zero if it happened before the predicted time.
    let error: Double
  }

  /// - Throws: database errors.
  init(_ reader: ChartReader, log: ChartLog) throws {
    isShortened = log.days.count > Self.mostDays
    let dates = log.days.suffix(Self.mostDays).map(\.window.date)
    let log = isShortened ? try reader.log(DayRange(first: dates[0], last: dates[dates.count - 1])) : log
    self.log = log
    guard log.settings.predictions == .on else {
      trials = []
      return
    }
    let (start, end) = (log.days[0].window.start, log.days[log.days.count - 1].window.end)
    // A bedtime is predicted half a day before, from what was logged until then.
    let rhythm = try Forecaster(
      of: log.child, reader.entries, settings: log.settings, zone: log.zone, now: log.now
    ).rhythm(from: start - Predictor.window - .hours(24))
    let most = min(Self.mostEvents, Self.mostReads / max(rhythm.sleeps.count + rhythm.feedings.count, 1))
    trials = Replay(rhythm, basis: log.child.ageBasis, zone: log.zone).firstTrials(of: start..<end, most: most)
      .compactMap { trial in
        guard let prediction = try? trial.outcome.get() else { return nil }
        return Trial(kind: trial.kind, actual: trial.actual, error: (prediction.at - trial.actual).inMinutes)
      }
  }

  func chart() -> Chart {
    let kinds = PredictionKind.allCases.compactMap { kind in
      let trials = trials.filter { $0.kind == kind }
      return trials.isEmpty ? nil : (kind: kind, trials: trials)
    }
    let isAnyFar = trials.contains { abs($0.error) > Self.furthest }
    let notes = [
      "Only the first prediction of each sleep, bedtime, feed and waking counts.",
      isShortened ? "Only the last \(Self.mostDays) days are shown." : nil,
      isAnyFar ? "Dots at the edge were more than \(Words.duration(.minutes(Int(Self.furthest)))) off." : nil,
    ]
    return Chart(
      kind: .predictions, title: Words.line(["Predictions", log.title]), sentence: sentence,
      panels: kinds.map { panel($0.kind, $0.trials) },
      table: ChartTable(
        headings: ["Kind", "Count", "Within 30 minutes", "Median error", "Too early", "Too late"],
        rows: kinds.map { row($0.kind, $0.trials) }),
      note: trials.isEmpty ? nil : Words.line(notes.compactMap(\.self), separator: " "))
  }

  private var sentence: String {
    guard log.settings.predictions == .on else {
      return "Predictions are off: bbctl settings set predictions.enabled on"
    }
    guard let error = Self.medianError(trials) else { return "Nothing that was predicted has happened" }
    return "Usually \(error) off; \(Self.shareNear(trials)) were within \(Int(Self.near)) minutes"
  }

  /// Too early and too late are those that were not near.
  private func row(_ kind: PredictionKind, _ trials: [Trial]) -> [String] {
    [
      Words.title(kind), "\(trials.count)", Self.shareNear(trials), Self.medianError(trials) ?? Words.noValue,
      "\(trials.count { $0.error < -Self.near })", "\(trials.count { $0.error > Self.near })",
    ]
  }

  private static func shareNear(_ trials: [Trial]) -> String {
    "\((trials.count { abs($0.error) <= near } * 200 / trials.count + 1) / 2)%"
  }

  private static func medianError(_ trials: [Trial]) -> String? {
    let median: Double? = trials.map { abs($0.error) }.median
    return trials.isEmpty ? nil : median.map { Words.duration(.minutes(Int($0.rounded()))) }
  }

  private func panel(_ kind: PredictionKind, _ trials: [Trial]) -> ChartPanel {
    let half = ChartScale(upTo: min(trials.map { abs($0.error) }.max() ?? 0, Self.furthest), .minutes)
    func level(_ error: Double) -> Double { (0.5 + error / half.top / 2).onAxis }
    // From the edges to the middle; of many, every second label is enough.
    let step = half.levels.count < 5 ? 1 : 2
    let levels = stride(from: half.levels.count - 1, to: 0, by: -step).map { half.levels[$0] }
    let entries = entries(kind)
    let near = ChartPoint(from: 0, to: 1, low: level(-Self.near), high: level(Self.near))
    return ChartPanel(
      title: "\(Words.title(kind)): predicted too late above, too early below", ticks: log.ticks(of: log.columns),
      levels: levels.map { ChartTick(at: (0.5 - $0.at / 2).onAxis, label: $0.label) }
        + [ChartTick(at: 0.5, label: "on time")]
        + levels.reversed().map { ChartTick(at: (0.5 + $0.at / 2).onAxis, label: $0.label) },
      series: [
        ChartSeries(name: "within 30 minutes", shape: .range, points: [near]),
        ChartSeries(
          name: "first prediction", shape: .point, kind: kind == .feeding ? .feeding : .sleep,
          points: trials.map {
            ChartPoint(at: log.position(of: $0.actual), level($0.error), entries: entries[$0.actual].map { [$0] } ?? [])
          }),
      ])
  }

  /// The sleeps and feeds of the days by when they began, or ended.
  private func entries(_ kind: PredictionKind) -> [Instant: EntryID] {
    let solids = log.settings.solids
    let entries = log.days.flatMap(\.entries).filter {
      kind == .feeding ? $0.isFeed(solids: solids) : $0.kind == .sleep
    }
    let times = entries.compactMap { entry in (kind == .wakeUp ? entry.end : entry.start).map { ($0, entry.id) } }
    return Dictionary(times) { first, _ in first }
  }
}
