import BabyModel
import TestSupport
import Testing

/// The colours of a rule of the page's style sheet, by their names.
private func colors(of selector: String) throws -> [String: Color] {
  let sheet = try GeneratedFile.committed("Sources/BabyServer/Web/style/generated/palettes.css")
  let rule = try #require(sheet.parts(around: "\n\(selector) {\n").dropFirst().first?.prefix { $0 != "}" })
  let pairs = rule.split(separator: "\n").compactMap { line -> (String, Color)? in
    let parts = line.split { $0 == ":" || $0 == ";" || $0 == " " }
    guard parts.count == 2, let rgb = Int(parts[1].dropFirst(), radix: 16) else { return nil }
    let bytes = [16, 8, 0].map { UInt8(rgb >> $0 & 0xff) }
    return (String(parts[0].dropFirst("--bb-".count)), Color(red: bytes[0], green: bytes[1], blue: bytes[2]))
  }
  return Dictionary(uniqueKeysWithValues: pairs)
}

@Suite("The red light of the night")
struct NightTests {
  private let night: [String: Color]
  private let grounds: [Color]

  init() throws {
    night = try colors(of: ":root[data-mode='night']")
    grounds = [try #require(night["background"]), try #require(night["surface"])]
  }

  @Test(
    "Texts and icons have 4.5:1",
    arguments: [
      "text", "text-secondary", "primary", "success", "warning", "danger", "feeding", "diaper", "sleep", "tummy-time",
      "note",
    ])
  func contrast(name: String) throws {
    let color = try #require(night[name])
    for ground in grounds { #expect(color.contrast(with: ground) >= 4.5, "\(color.hex) on \(ground.hex)") }
  }

  @Test("Text on a banner in a severity's tint has 4.5:1", arguments: ["success", "warning", "danger"])
  func banners(name: String) throws {
    let tint = try #require(night[name]).over(grounds[0], opacity: 0.2)
    #expect(try #require(night["text"]).contrast(with: tint) >= 4.5, "\(tint.hex)")
  }

  @Test("The icon on a filled badge has 4.5:1", arguments: ["feeding", "diaper", "sleep", "tummy-time", "note"])
  func badges(name: String) throws {
    #expect(try #require(night["badge"]).contrast(with: #require(night[name])) >= 4.5)
  }

  @Test("It has no blue, and little green")
  func red() {
    #expect(night.count == 15)
    for (name, color) in night {
      #expect(color.blue == 0 && Int(color.green) * 5 <= Int(color.red) * 2, "\(name) \(color.hex)")
    }
  }

  @Test("Nothing is as bright as text, and a card is brighter than its background")
  func order() throws {
    let text = try #require(night["text"])
    #expect(night.allSatisfy { $0.key == "text" || $0.value.luminance < text.luminance })
    #expect(grounds[1].luminance > grounds[0].luminance)
    #expect(grounds[0].luminance < 0.01)
  }
}

@Suite("The palettes in the page's style sheet")
struct PaletteSheetTests {
  @Test("match the model", arguments: Palette.allCases)
  func palettes(palette: Palette) throws {
    let usual = palette == Theme().palette
    let dark = try colors(of: usual ? ":root" : "[data-palette='\(palette.rawValue)']")
    let light = try colors(
      of: usual ? ":root[data-mode='light']" : "[data-palette='\(palette.rawValue)'][data-mode='light']")
    for (shown, colors) in [(dark, palette.colors(in: .dark)), (light, palette.colors(in: .light))] {
      #expect(shown["primary"] == colors.primary && shown["background"] == colors.background)
      #expect(shown["text-secondary"] == colors.textSecondary && shown["danger"] == colors.danger)
    }
  }

  @Test("are light if the phone prefers that and no mode is set", arguments: Palette.allCases)
  func preferred(palette: Palette) throws {
    let selector = palette == Theme().palette ? ":root" : "[data-palette='\(palette.rawValue)']"
    let shown = try colors(of: "  \(selector):not([data-mode])")
    #expect(shown["background"] == palette.colors(in: .light).background)
  }

  @Test("have the model's colours of kinds", arguments: CategoryStrategy.allCases)
  func strategies(strategy: CategoryStrategy) throws {
    guard strategy != Theme().categoryStrategy else { return }
    let shown = try colors(of: "[data-strategy='\(strategy.rawValue)']")
    let colors = strategy.colors(in: .dark)
    #expect(shown["feeding"] == colors.feeding && shown["tummy-time"] == colors.tummyTime)
  }
}
