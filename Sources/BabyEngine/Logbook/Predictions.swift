public import BabyModel
public import BabyPrediction
import BabyStore

/// What is predicted for a child, and what it takes to show it.
public struct ForecastView: Sendable {
  public var child: Child
  public var settings: Settings
  public var zone: ZoneRules
  public var forecast: Forecast
}

/// A child's log, and the time in which predictions are to be looked at.
public struct BacktestView: Sendable {
  public var child: Child
  public var from: Instant?
  public var to: Instant?
  public var replay: Replay
  /// How often caregivers have said what in that time.
  public var feedback: [PredictionKind: [PredictionVerdict: Int]]
}

extension LogbookReader {
  public func forecast(of reference: String?) throws -> ForecastView {
    let child = try child(reference)
    let settings = try settings(of: child)
    let zone = try zone(child.zone)
    return ForecastView(
      child: child, settings: settings, zone: zone,
      forecast: try forecast(of: child, settings: settings, zone: zone))
  }

  /// What there is to predict now; nothing where predictions are off.
  func forecast(of child: Child, settings: Settings, zone: ZoneRules) throws -> Forecast {
    guard settings.predictions == .on else { return Forecast(madeAt: now, allOmittedFor: .off) }
    let rhythm = try rhythm(of: child, settings, from: now - Predictor.window)
    return Predictor(rhythm, basis: child.ageBasis, zone: zone, now: now).forecast()
  }

  private func rhythm(of child: Child, _ settings: Settings, from: Instant? = nil) throws -> Rhythm {
    try transaction.rhythm(child.id, from: from, solids: settings.solids).joiningTopUps(within: settings.topUp)
  }

  /// What a backtest needs. It is computed outside of the transaction, for it takes a while.
  ///
  /// - Parameters:
  ///   - from: predictions that were made from here on, in words; and
  ///   - to: before.
  public func backtest(of reference: String?, from: String?, to: String?) throws -> BacktestView {
    let child = try child(reference)
    let settings = try settings(of: child)
    let zone = try zone(child.zone)
    func boundary(_ text: String?, isEnd: Bool) throws -> Instant? {
      try text.map {
        try TimeExpression.resolveBoundary($0, isEnd: isEnd, now: now, settings: settings, zone: zone)
      }
    }
    let (from, to) = (try boundary(from, isEnd: false), try boundary(to, isEnd: true))
    return BacktestView(
      child: child, from: from, to: to,
      replay: Replay(try rhythm(of: child, settings), basis: child.ageBasis, zone: zone),
      feedback: try transaction.predictionFeedback(child.id, from: from, to: to))
  }

  /// The nap to be reminded of: as it was predicted when the child woke up, so that the reminder stays where it is while
  /// nothing is logged.
  ///
  /// - Parameter lasts: the child's last entries.
  func napToRemindOf(_ lasts: DashboardFacts, of child: Child, settings: Settings, zone: ZoneRules) throws
    -> Prediction?
  {
    guard settings.reminders == .on, settings.napReminder != nil, settings.predictions == .on,
      lasts.runningSleep == nil, let end = lasts.lastSleep?.end, end <= now
    else { return nil }
    let rhythm = try rhythm(of: child, settings, from: end - Predictor.window)
    return Predictor(rhythm, basis: child.ageBasis, zone: zone, now: end).forecast()[.nap]
  }
}

extension LogbookWriter {
  /// Keeps what a caregiver says of a prediction.
  public func keep(_ verdict: PredictionVerdict, of kind: PredictionKind, child reference: String?) throws -> Child {
    let child = try reader.child(reference)
    try transaction.keep(verdict, of: kind, child: child.id)
    return child
  }
}
