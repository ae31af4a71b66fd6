import BabyClient
import BabyModel
import BabyProtocol
import Systemd
import Testing

@testable import bbagent

@Suite("The tray's appearance")
struct TrayAppearanceTests {
  private static let now = Sample.at("20:59")

  @Test("shows how long each timer has been running and since when, as bars do, and updates with its minutes")
  func turning() {
    let view = AgentSample.view(isAsleep: true)
    #expect(TrayAppearance(view, now: Self.now + .seconds(59)) == TrayAppearance(view, now: Self.now))
    #expect(TrayAppearance.nextTurn(view, after: Self.now) == Sample.at("21:00"))
    #expect(TrayAppearance.nextTurn(view, after: Self.now + .seconds(59)) == Sample.at("21:00"))
    #expect(TrayAppearance(view, now: Sample.at("21:00")).tooltip.contains("Sleeping 46m · since 8:14 PM"))
    #expect(
      TrayAppearance(view, now: Sample.at("20:14") + .seconds(59)).tooltip.contains("Sleeping 0m · since 8:14 PM"))
    // Where nothing is running, nothing turns.
    #expect(TrayAppearance.nextTurn(AgentSample.view(), after: Self.now) == nil)
    #expect(
      TrayAppearance(AgentSample.view(), now: Self.now) == TrayAppearance(AgentSample.view(), now: Self.now + .hours(2))
    )
  }

  @Test("shows the state of the day")
  func tooltip() {
    let appearance = TrayAppearance(AgentSample.view(isAsleep: true), now: Self.now)
    #expect(appearance.icon == .sleeping)
    #expect(!appearance.needsAttention)
    #expect(
      appearance.tooltip == """
        Eva
        Sleeping 45m · since 8:14 PM
        Left breast · 15 min · 6:30 PM
        Wet diaper · 7:10 PM
        Sleep · 1h 30m · 2:00 PM
        Today: 6 feeds · 5 diapers · 2 sleeps
        """)
    #expect(TrayAppearance(AgentSample.view(), now: Self.now).icon == .awake)
  }

  @Test("shows what is due")
  func due() {
    let view = AgentSample.view {
      $0.nextFeedingDue = Sample.at("21:30")
      $0.nextFeedingDueLocal = Sample.at("21:30").utcText
    }
    #expect(TrayAppearance(view, now: Self.now).tooltip.contains("\nFeed due 9:30 PM\n"))
  }

  @Test("shows when a medicine may be given again, and updates at that time")
  func medicine() {
    let view = AgentSample.view { $0.medicines = NextDoseRecord.all([AgentSample.tylenol], in: .utc) }
    #expect(
      TrayAppearance(view, now: Sample.at("19:59")).tooltip.contains("\nTylenol · last 4:00 PM · next from 8:00 PM\n"))
    #expect(TrayAppearance.nextTurn(view, after: Sample.at("19:59")) == Sample.at("20:00"))
    #expect(
      TrayAppearance(view, now: Sample.at("20:00")).tooltip.contains("\nTylenol · last 4:00 PM · may be given again\n"))
    #expect(TrayAppearance.nextTurn(view, after: Sample.at("20:00")) == nil)
  }

  @Test("asks for attention while an error is unresolved, and names it")
  func attention() throws {
    var view = AgentSample.view()
    view.learn(try AgentSample.event(Sample.error("The disk is full.")), at: Sample.at("20:31"))
    #expect(TrayAppearance(view, now: Self.now).needsAttention)
    #expect(TrayAppearance(view, now: Self.now).tooltip.hasPrefix("The disk is full.\nEva\n"))
    view.learn(try AgentSample.event(Sample.error("", isResolved: true)), at: Sample.at("20:31"))
    #expect(TrayAppearance(view, now: Self.now) == TrayAppearance(AgentSample.view(), now: Self.now))
  }

  @Test("keeps showing the last known data, and that the daemon is gone")
  func offline() {
    var view = AgentSample.view()
    view.learn(.lost(.notRunning(socket: "/run/x")), at: Sample.at("20:31"))
    #expect(
      TrayAppearance(view, now: Self.now).tooltip.hasPrefix(
        "The daemon is not running: nothing is listening on /run/x.\nEva\n"))
  }

  @Test("shows how old other caregivers' entries are, and which changes they do not have yet")
  func stale() {
    #expect(
      TrayAppearance(AgentSample.view(connection: .init(state: .online)), now: Self.now)
        == TrayAppearance(AgentSample.view(), now: Self.now))
    let connection = ConnectionRecord(
      state: .offline, isStale: true, lastSyncedAt: Sample.at("19:02"),
      lastSyncedLocal: Sample.at("19:02").utcText,
      unsent: 2, failed: 1)
    #expect(
      TrayAppearance(AgentSample.view(connection: connection), now: Self.now).tooltip.hasPrefix(
        "Offline · Showing last known data (synced 7:02 PM)\n2 unsent · 1 failed\nEva\n"))
  }

  @Test("never interprets a name or a note as markup")
  func hostile() {
    let view = AgentSample.view {
      $0.child.name = AgentSample.hostile
      $0.lastDiaper?.entry.note = AgentSample.hostile
    }
    let safe = "&lt;b&gt;Eva&lt;/b&gt; &amp; &quot;x&quot; &#39;y&#39; _z_ %s `id`"
    let lines = TrayAppearance(view, now: Self.now).tooltip.split(separator: "\n")
    #expect(lines.first == Substring(safe))
    #expect(lines[2] == "Wet diaper · 7:10 PM · \(safe)")
  }
}

@Suite("The tray's icon")
struct IconTests {
  @Test("uses its name if the theme has it, otherwise it is drawn")
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
    "is visible, differs between asleep and awake, and has a dot for pending changes",
    arguments: [16, 22, 48])
  func drawing(_ size: Int) {
    func opaque(_ pixmap: Pixmap) -> Int {
      stride(from: 0, to: pixmap.bytes.count, by: 4).count { pixmap.bytes[$0] > 200 }
    }
    func light(_ pixmap: Pixmap) -> Int {
      stride(from: 0, to: pixmap.bytes.count, by: 4).count { pixmap.bytes[$0] > 200 && pixmap.bytes[$0 + 2] > 0xC0 }
    }
    let pictures = TrayIcon.allCases.flatMap { icon in
      [false, true].map { Pixmap(icon, needsAttention: $0, size: size) }
    }
    for picture in pictures {
      #expect(picture.bytes.count == size * size * 4)
      #expect(opaque(picture) > size * size * 3 / 4)
      // The figure on its tile, in a colour that is far from it.
      #expect(light(picture) > size * size / 8 && light(picture) < size * size / 2)
      #expect(picture.value.type == "(iiay)")
    }
    #expect(Set(pictures.map(\.bytes)).count == 4)
  }
}
