import BabyProtocol
import Testing

@testable import BabyBar

@Suite("Blocks of another generator")
struct WrappedGeneratorTests {
  private func generator(_ lines: String...) -> WrappedGenerator {
    var generator = WrappedGenerator()
    for line in lines { _ = generator.take(Array(line.utf8)) }
    return generator
  }

  @Test("if it speaks the protocol, its last array is shown")
  func speaks() {
    let generator = generator(
      #"{"version":1,"click_events":true,"stop_signal":10,"cont_signal":12}"#, "[",
      #"[{"full_text":"12:00"}]"#, #",[{"full_text":"12:01","color":"red"},{"full_text":"4.5"}]"#)
    #expect(generator.blocks == [["full_text": "12:01", "color": "red"], ["full_text": "4.5"]])
    #expect(generator.wantsClicks)
    #expect(generator.stopSignal == 10)
    #expect(generator.contSignal == 12)
  }

  @Test("the comma may be at the end of a line")
  func trailingComma() {
    #expect(generator(#"{"version":1}"#, "[", #"[{"full_text":"a"}],"#).blocks == [["full_text": "a"]])
  }

  @Test("plain lines are shown as one block")
  func plain() {
    let generator = generator("load 0.1", "load 0.2 \u{1b}[31m")
    #expect(generator.blocks == [["full_text": "load 0.2 [31m"]])
    #expect(!generator.wantsClicks)
  }

  @Test("a broken line keeps the previous blocks, and an equal one is not a change")
  func broken() {
    var generator = generator(#"{"version":1}"#, "[", #"[{"full_text":"a"}]"#)
    let broken = generator.take(Array(#",[{"full_text":"#.utf8))
    let same = generator.take(Array(#",[{"full_text":"a"}]"#.utf8))
    #expect(!broken && !same)
    #expect(generator.blocks.count == 1)
    let ended = generator.end()
    #expect(ended)
    #expect(generator.blocks.isEmpty)
  }
}
