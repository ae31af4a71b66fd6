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
  public var settings: Settings
  public var zone: ZoneRules
  public var from: Instant?
  public var to: Instant?
  public var replay: Replay
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
    let rhythm = try transaction.rhythm(child.id, from: now - Predictor.window)
    return Predictor(rhythm, born: child.born, zone: zone, now: now).forecast()
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
        try TimeExpression.resolveBoundary($0, isEnd: isEnd, now: now, dayStart: settings.dayStart, zone: zone)
      }
    }
    return BacktestView(
      child: child, settings: settings, zone: zone, from: try boundary(from, isEnd: false),
      to: try boundary(to, isEnd: true),
      replay: Replay(try transaction.rhythm(child.id), born: child.born, zone: zone))
  }
}
