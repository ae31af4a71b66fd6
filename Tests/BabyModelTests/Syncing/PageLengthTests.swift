import BabyModel
import Testing

@Suite("The number of entries to request")
struct PageLengthTests {
  @Test("halves down to one after pages that are too large, and doubles again up to its start")
  func lengths() {
    var length = PageLength()
    var lengths = [length.entries]
    while length.shrink() { lengths.append(length.entries) }
    #expect(lengths == [500, 250, 125, 62, 31, 15, 7, 3, 1])
    for _ in 0..<8 { length.grow() }
    #expect(length.entries == 256)
    length.grow()
    #expect(length.entries == PageLength.longest)
  }
}
