import BabyEngine
import Foundation
import Testing

@Suite("The machine's zone")
struct SystemZoneTests {
  @Test("is that of TZ, otherwise of the link, otherwise of the file, and UTC if none is valid")
  func order() throws {
    let etc = FileManager.default.temporaryDirectory.path + "/bb-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: etc, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(atPath: etc) }
    func zone(_ variable: String? = nil) -> String {
      SystemZone.name(environment: variable.map { ["TZ": $0] } ?? [:], etc: etc)
    }
    #expect(zone() == "UTC" && zone("Asia/Tokyo") == "Asia/Tokyo")
    try Data("Europe/Paris\n".utf8).write(to: URL(filePath: etc + "/timezone"))
    #expect(zone() == "Europe/Paris" && zone("CET-1CEST") == "Europe/Paris")
    try FileManager.default.createSymbolicLink(
      atPath: etc + "/localtime", withDestinationPath: "/usr/share/zoneinfo/Europe/Berlin")
    #expect(zone() == "Europe/Berlin" && zone("") == "Europe/Berlin" && zone("/no/zone") == "Europe/Berlin")
    #expect(zone(":/usr/share/zoneinfo/America/New_York") == "America/New_York")
  }
}
