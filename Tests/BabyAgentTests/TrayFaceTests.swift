import BabyClient
import BabyModel
import BabyProtocol
import Testing

@testable import BabyAgent

@Suite("The tray's face")
struct TrayFaceTests {
  @Test("says how the day stands, without anything that runs with the clock")
  func tooltip() {
    let face = TrayFace(Sample.view(isAsleep: true))
    #expect(face.icon == .sleeping)
    #expect(!face.needsAttention)
    #expect(
      face.tooltip == """
        Eva
        Sleeping since 8:14 PM
        Left breast · 15 min · 6:30 PM
        Wet diaper · 7:10 PM
        Sleep · 1h 30m · 2:00 PM
        Today: 6 feeds · 5 diapers · 2 sleeps
        """)
    #expect(TrayFace(Sample.view()).icon == .awake)
  }

  @Test("says what is due")
  func due() {
    let view = Sample.view {
      $0.nextFeedingDue = Sample.at("21:30")
      $0.nextFeedingDueLocal = Sample.at("21:30").utcText
    }
    #expect(TrayFace(view).tooltip.contains("\nFeed due 9:30 PM\n"))
  }

  @Test("asks for attention while an error is not resolved, and says which")
  func attention() throws {
    var view = Sample.view()
    view.learn(try Sample.event(Sample.error("The disk is full.")), at: Sample.at("20:31"))
    #expect(TrayFace(view).needsAttention)
    #expect(TrayFace(view).tooltip.hasPrefix("The disk is full.\nEva\n"))
    view.learn(try Sample.event(Sample.error("", isResolved: true)), at: Sample.at("20:31"))
    #expect(TrayFace(view) == TrayFace(Sample.view()))
  }

  @Test("goes on saying what was known last, and that the daemon is gone")
  func offline() {
    var view = Sample.view()
    view.learn(.lost(.notRunning(socket: "/run/x")), at: Sample.at("20:31"))
    #expect(TrayFace(view).tooltip.hasPrefix("The daemon is not running: nothing is listening on /run/x.\nEva\n"))
  }

  @Test("says how old other caregivers' entries are, and what they do not know yet")
  func stale() {
    #expect(TrayFace(Sample.view(connection: .init(state: .online))) == TrayFace(Sample.view()))
    let connection = ConnectionRecord(
      state: .offline, isStale: true, lastSyncedAt: Sample.at("19:02"), lastSyncedLocal: Sample.at("19:02").utcText,
      unsent: 2, failed: 1)
    #expect(
      TrayFace(Sample.view(connection: connection)).tooltip.hasPrefix(
        "Offline · Showing last known data (synced 7:02 PM)\n2 unsent · 1 failed\nEva\n"))
  }

  @Test("never lets a name or a note be markup")
  func hostile() {
    let view = Sample.view {
      $0.child.name = Sample.hostile
      $0.lastDiaper?.entry.note = Sample.hostile
    }
    let safe = "&lt;b&gt;Eva&lt;/b&gt; &amp; &quot;x&quot; &#39;y&#39; _z_ %s `id`"
    let lines = TrayFace(view).tooltip.split(separator: "\n")
    #expect(lines.first == Substring(safe))
    #expect(lines[2] == "Wet diaper · 7:10 PM · \(safe)")
  }
}

@Suite("The tray's icon")
struct IconTests {
  @Test("goes by its name where the theme has it, and else is drawn")
  func theme() {
    let environment = ["HOME": "/home/eva", "XDG_DATA_DIRS": "/opt/share:relative:/usr/share"]
    var asked: [String] = []
    let theme = IconTheme(environment: environment) { path in
      asked.append(path)
      return path.hasPrefix("/usr/share/")
    }
    #expect(theme.name(of: "babybasics") == "babybasics")
    #expect(
      asked
        == ["/home/eva/.local/share", "/opt/share", "/usr/share"].map {
          "\($0)/icons/hicolor/scalable/apps/babybasics.svg"
        })
    #expect(IconTheme(environment: environment) { _ in false }.name(of: "babybasics") == "")
  }

  @Test(
    "is drawn so that it is seen, differs asleep and awake, and has a dot when something waits", arguments: [22, 48])
  func drawing(_ size: Int) {
    func opaque(_ pixmap: Pixmap) -> Int {
      stride(from: 0, to: pixmap.bytes.count, by: 4).count { pixmap.bytes[$0] > 200 }
    }
    let pictures = TrayIcon.allCases.flatMap { icon in
      [false, true].map { Pixmap(icon, needsAttention: $0, size: size) }
    }
    for picture in pictures {
      #expect(picture.bytes.count == size * size * 4)
      #expect(opaque(picture) > size * size / 6)
      #expect(opaque(picture) < size * size * 3 / 4)
      #expect(picture.value.type == "(iiay)")
    }
    #expect(Set(pictures.map(\.bytes)).count == 4)
  }
}
