import BabyEngine
import BabyModel
import Testing

@Suite("A cache of answers")
struct AnswerCacheTests {
  private let cache = AnswerCache<Int, Int, String>(maxAnswers: 4, maxBytes: 1000)
  private let noon = Instant(milliseconds: 0)

  private func keep(_ key: Int, bytes: Int = 1, version: Int = 0) {
    cache.keep("\(key)", bytes: bytes, to: key, version: version, during: noon..<(noon + .hours(1)))
  }

  /// The keys of 1 to 9 that have an answer.
  private func kept(version: Int = 0, at time: Instant? = nil) -> [Int] {
    (1...9).filter { cache.answer(to: $0, version: version, at: time ?? noon) == "\($0)" }
  }

  @Test("gives an answer to the same key and version only, and only in its period")
  func validity() {
    keep(1)
    keep(2, version: 1)
    #expect(kept() == [1])
    #expect(kept(version: 1) == [2])
    #expect(kept(at: noon + .hours(1) - .milliseconds(1)) == [1])
    #expect(kept(at: noon + .hours(1)).isEmpty)
    // A clock that was set back says nothing about the time before.
    #expect(kept(at: noon - .milliseconds(1)).isEmpty)
    keep(1, version: 1)
    #expect(kept().isEmpty)
    #expect(kept(version: 1) == [1, 2])
  }

  @Test("drops the half that was used least recently if there are too many answers")
  func leastRecentlyUsed() {
    for key in 1...4 { keep(key) }
    #expect(cache.answer(to: 1, version: 0, at: noon) != nil)
    keep(5)
    #expect(kept() == [1, 4, 5])
  }

  @Test("takes no more bytes than its limit, and keeps no answer that would take more than half")
  func bytes() {
    keep(1, bytes: 501)
    #expect(kept().isEmpty)
    for key in 1...3 { keep(key, bytes: 500) }
    #expect(kept() == [2, 3])
    // An answer to the same key takes the place of the earlier one.
    for _ in 1...9 { keep(3, bytes: 500) }
    #expect(kept() == [2, 3])
    keep(4, bytes: 1)
    #expect(kept() == [3, 4])
  }
}
