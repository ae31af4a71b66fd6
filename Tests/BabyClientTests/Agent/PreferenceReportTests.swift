import BabyModel
import BabyProtocol
import Testing

@testable import bbagent

@Suite("The desktop's preference, reported to the daemon")
struct PreferenceReportTests {
  private static let question = MethodCall(SettingsGet.self, .init(key: "theme.desktop"))

  private static func tell(_ value: String) -> MethodCall {
    MethodCall(SettingsSet.self, .init(key: "theme.desktop", value: value))
  }

  private static func answer(_ value: String) throws -> JSON {
    let setting = SettingRecord(
      key: "theme.desktop", value: value, defaultValue: "none", source: .family, summary: "")
    return try JSON(parsing: SettingsGet.Answer(setting: setting).encoded)
  }

  /// A report that both sides have said something to.
  private static func report(desktop: DesktopPreference, settings: String) throws -> (PreferenceReport, MethodCall?) {
    var report = PreferenceReport()
    #expect(report.connected() == nil)
    #expect(report.saw(desktop) == question)
    let call = try report.answered(answer(settings))
    return (report, call)
  }

  @Test("the portal's numbers, including unknown ones")
  func numbers() {
    #expect(
      [0, 1, 2, 3, -1].map(DesktopPreference.init(colorScheme:)) == [
        .noPreference, .dark, .light, .noPreference, .noPreference,
      ])
  }

  @Test("without a preference of the desktop, there is no query")
  func noPortal() {
    var report = PreferenceReport()
    #expect(report.connected() == nil)
    #expect(report.connected() == nil)
  }

  @Test("is reported only if the settings differ")
  func difference() throws {
    #expect(try Self.report(desktop: .dark, settings: "none").1 == Self.tell("dark"))
    #expect(try Self.report(desktop: .noPreference, settings: "light").1 == Self.tell("none"))
    #expect(try Self.report(desktop: .light, settings: "light").1 == nil)
  }

  @Test("each change is reported once, however late the answers come")
  func changes() throws {
    var (report, _) = try Self.report(desktop: .dark, settings: "dark")
    #expect(report.saw(.dark) == nil)
    #expect(report.saw(.light) == Self.tell("light"))
    #expect(report.saw(.dark) == Self.tell("dark"))
    #expect(try report.answered(Self.answer("light")) == nil)
    #expect(report.saw(.dark) == nil)
    #expect(report.saw(.light) == Self.tell("light"))
  }

  @Test("a change during the query counts")
  func changeBeforeAnswer() throws {
    var report = PreferenceReport()
    #expect(report.connected() == nil)
    #expect(report.saw(.dark) == Self.question)
    #expect(report.saw(.light) == nil)
    #expect(try report.answered(Self.answer("dark")) == Self.tell("light"))
  }

  @Test("is queried again after the daemon has restarted")
  func reconnection() throws {
    var (report, _) = try Self.report(desktop: .dark, settings: "dark")
    #expect(report.connected() == Self.question)
    // That connection is gone before the answer.
    #expect(report.connected() == Self.question)
    #expect(try report.answered(Self.answer("light")) == Self.tell("dark"))
  }

  @Test("is not reported to a daemon that does not know the word")
  func newerWord() throws {
    var (report, call) = try Self.report(desktop: .dark, settings: "sepia")
    #expect(call == nil)
    #expect(report.saw(.light) == nil)
  }
}
