import BabyEngine
import BabyProtocol

extension MethodHandlers {
  /// What stands out about a child right now.
  mutating func addInsights() {
    read(InsightGet.self) { params, logbook in try logbook.insight(of: params.childID) }
  }
}
