import BabyModel
import BabyProtocol

/// What the right button offers to log.
enum LogMenu {
  struct Choice {
    var label: String
    var method: String
    /// JSON.
    var params: [UInt8]
    /// The same as a command line.
    var command: String

    init<Method: RPCMethod>(_ label: String, _ method: Method.Type, _ params: Method.Params, _ command: String) {
      self.label = label
      self.method = Method.name
      self.params = params.encoded
      self.command = "bbctl " + command
    }
  }

  /// The choices for the child of a dashboard, the likely ones first.
  static func choices(_ dashboard: DashboardGet.Answer) -> [Choice] {
    let child = dashboard.child.id.description
    let sleep =
      dashboard.runningSleep == nil
      ? Choice("Start sleep", SleepStart.self, .init(childID: child), "sleep start --child \(child)")
      : Choice("End sleep", SleepStop.self, .init(childID: child), "sleep stop --child \(child)")
    let tummy =
      dashboard.runningTummyTime == nil
      ? Choice("Start tummy time", TummyStart.self, .init(childID: child), "tummy start --child \(child)")
      : Choice("End tummy time", TummyStop.self, .init(childID: child), "tummy stop --child \(child)")
    let first = dashboard.suggestedSide ?? .left
    return [sleep] + [first, first.opposite].map { breast($0, child) }
      + [bottle(dashboard, child)] + DiaperType.allCases.map { diaper($0, child) } + [tummy]
      + [Choice("Undo", Undo.self, .init(), "undo")]
  }

  private static func breast(_ side: Side, _ child: String) -> Choice {
    Choice(
      "\(Words.title(side)) breast", FeedingLog.self, .init(childID: child, method: .breast, startedSide: side),
      "feed \(side.rawValue) --child \(child)")
  }

  private static func bottle(_ dashboard: DashboardGet.Answer, _ child: String) -> Choice {
    let quick = dashboard.quick
    let amount = Words.amount(Volume(quick.amount, quick.unit), in: dashboard.units)
    return Choice(
      ["Bottle", amount].joined(separator: Words.separator), FeedingLog.self,
      .init(childID: child, method: .bottle), "feed bottle --child \(child)")
  }

  private static func diaper(_ type: DiaperType, _ child: String) -> Choice {
    Choice(
      "\(Words.title(type)) diaper", DiaperLog.self, .init(childID: child, type: type),
      "diaper \(type.rawValue) --child \(child)")
  }
}
