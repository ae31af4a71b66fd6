import BabyEngine
import BabyModel
import BabyProtocol
import BabyRecords
import BabySocket

extension MethodHandlers {
  /// How a child has grown: by what was logged alone, and not by the time at which somebody asks.
  mutating func addGrowth(_ cache: AnswerCache) {
    let memory = GrowthMemory()
    view(GrowthGet.self, cache, from: .measurements) { params, logbook in
      let answer = GrowthGet.Answer(try logbook.growth(of: params.childID), limit: params.limit ?? 1000, memory: memory)
      return (answer, Instant(milliseconds: .min)..<Instant(milliseconds: .max))
    }
  }
}
