import BabyEngine
import BabyProtocol
import BabyRecords

extension MethodHandlers {
  /// What stands out about a child just now.
  mutating func addInsights() {
    read(InsightGet.self) { params, logbook in InsightGet.Answer(try logbook.insight(of: params.childID)) }
  }
}
