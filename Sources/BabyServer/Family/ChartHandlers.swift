import BabyAPI
import BabyEngine
import BabyModel
import BabyProtocol
import BabyStore

extension OperationHandlers {
  /// Pictures of a child's log. The server draws them for its pages, which have only part of the log.
  mutating func addCharts() {
    let cache = ComputedAnswers(maxAnswers: 1000, maxBytes: 16 * 1024 * 1024)
    read(Operations.chartsGet) { authorized in
      try authorized.answer(from: cache) { child in
        let call = authorized.call
        let (settings, zone) = (try authorized.settings(of: child), try authorized.zone(of: child))
        let today = DayWindow(containing: call.now, dayStart: settings.dayStart, zone: zone)
        let request = try ChartRequest(call, today: today.date)
        let reader = ChartReader(
          of: child, authorized.reader.entries, settings: settings, zone: zone, now: call.now)
        let chart = try reader.chart(request.params)
        let picture = reader.svg(of: chart, on: request.background, width: Double(request.width))
        return (Array(picture.utf8), request.mayShowNow ? min(today.end, call.now + .minutes(1)) : today.end)
      }
    }
  }
}

/// What a picture is asked to show.
private struct ChartRequest {
  let params: ChartGet.Params
  let background: ChartBackground
  /// In pixels.
  let width: Int
  /// Whether it differs with each minute: today's does, and one of yesterday if a sleep has run since then.
  let mayShowNow: Bool

  private static let mostDays = 3660

  /// - Parameter today: the child's.
  /// - Throws: `notFound` for a figure that does not exist; `invalid`.
  init(_ call: Call, today: LocalDate) throws(APIError) {
    guard let figure = call.path["figure"].flatMap(ChartKind.init(rawValue:)) else { throw .nothing }
    let days = try call.number("days", 1...Self.mostDays)
    let earlier = try call.number("earlier", 0...Self.mostDays) ?? 0
    let isWhole = try call.parameter("whole", "true or false") { Bool($0) } ?? false
    if isWhole, days != nil || earlier > 0 { throw .invalid("whole", "cannot be used with days or earlier") }
    var params = ChartGet.Params(chart: figure, days: days, isWhole: isWhole)
    let length = days ?? (figure == .day ? 1 : 14)
    if earlier > 0 {
      guard length * (earlier + 1) <= Self.mostDays else {
        throw .invalid("earlier", "must not go back more than \(Self.mostDays) days")
      }
      let last = today.adding(days: -length * earlier)
      params.days = nil
      params.day = "\(last.adding(days: 1 - length))..\(last)"
    }
    self.params = params
    background = try call.parameter("on", "light, dark or print") { ChartBackground(rawValue: $0) } ?? .light
    width = try call.number("width", 320...1440) ?? 720
    mayShowNow = length * earlier <= 1
  }
}
