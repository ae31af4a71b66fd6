public import BabyModel
public import BabyStatistics
import BabyStore

/// The predictions for a child, and what is needed to show them.
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
  /// Counts of the caregivers' feedback in that time.
  public var feedback: [PredictionKind: [PredictionVerdict: Int]]
}

extension LogbookReader {
  public func forecast(of reference: String?) throws -> ForecastView {
    let outlook = try outlook(of: child(reference))
    return ForecastView(
      child: outlook.child, settings: outlook.settings, zone: outlook.zone, forecast: try outlook.forecast())
  }

  /// Predictions and reminders from this log.
  func outlook(of child: Child) throws -> Outlook {
    Outlook(
      of: child, transaction, settings: try settings(of: child), zone: try zone(child.zone), now: now)
  }

  /// The input of a backtest. The backtest itself takes a while, so it is computed outside the transaction.
  ///
  /// - Parameters:
  ///   - from: predictions that were made from here on, in words; and
  ///   - to: before.
  public func backtest(of reference: String?, from: String?, to: String?) throws -> BacktestView {
    let outlook = try outlook(of: child(reference))
    let (child, settings, zone) = (outlook.child, outlook.settings, outlook.zone)
    func boundary(_ text: String?, isEnd: Bool) throws -> Instant? {
      try text.map {
        try TimeExpression.resolveBoundary($0, isEnd: isEnd, now: now, settings: settings, zone: zone)
      }
    }
    let (from, to) = (try boundary(from, isEnd: false), try boundary(to, isEnd: true))
    return BacktestView(
      child: child, from: from, to: to,
      replay: Replay(try outlook.rhythm(), basis: child.ageBasis, zone: zone),
      feedback: try transaction.predictionFeedback(child.id, from: from, to: to))
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
