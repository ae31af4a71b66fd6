import BabyEngine
import BabyProtocol
import BabyRecords
import BabySocket

extension MethodHandlers {
  mutating func addGrowth() {
    read(GrowthGet.self) { params, logbook in
      GrowthGet.Answer(try logbook.growth(of: params.childID), limit: params.limit ?? 1000)
    }
  }
}
