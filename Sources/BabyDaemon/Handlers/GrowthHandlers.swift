import BabyEngine
import BabyModel
import BabyProtocol
import BabySocket

extension MethodHandlers {
  /// A child's growth: depends only on the log, and not on the current time.
  mutating func addGrowth(_ commits: CommitWatch) {
    view(GrowthGet.self, commits, from: .measurements) { params, logbook in
      let answer = try logbook.growth(of: params.childID, limit: params.limit ?? 1000)
      return (answer, Instant(milliseconds: .min)..<Instant(milliseconds: .max))
    }
  }
}
