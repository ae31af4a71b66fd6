import BabyModel
import Foundation
import Testing

@testable import BabyImport

/// The zone in which the log of the fixture was most likely kept, for the log's year.
let losAngeles = ZoneRules(
  name: "America/Los_Angeles", initialOffset: -7 * 3600,
  transitions: [
    .init(at: instant("2019-11-03T09:00:00Z"), offset: -8 * 3600),
    .init(at: instant("2020-03-08T10:00:00Z"), offset: -7 * 3600),
    .init(at: instant("2020-11-01T09:00:00Z"), offset: -8 * 3600),
  ])

let now = instant("2021-01-01T00:00:00Z")

let eva = Child(
  id: ChildID(high: 0x0191_e3a0_7c3b_7d4e, low: 0x8f00_1a2b_3c4d_5e6f), name: "Eva",
  born: LocalDate(dayNumber: 18_248), zone: "America/Los_Angeles", createdAt: now, updatedAt: now)

func instant(_ text: String) -> Instant {
  guard let instant = Instant(rfc3339: text) else { preconditionFailure("no instant: \(text)") }
  return instant
}

let header = "Date and Time,End Time,Duration (min),Activity,Quantity,Extra data,Text,Notes,Caregiver"

/// The CC0 log, whose origin is told beside it.
func realLog() throws -> [UInt8] {
  let url = try #require(Bundle.module.url(forResource: "Fixtures/eva_babyconnect", withExtension: "csv"))
  return [UInt8](try Data(contentsOf: url))
}

func importing(
  _ bytes: [UInt8], format: ImportFormat? = nil, child: Child = eva, chunk: Int = 65_536
) throws -> (entries: [Entry], summary: ImportSummary) {
  let target = ImportTarget(child: child, zone: losAngeles, units: .milliliters)
  var session = ImportSession(format: format, target: target, now: now) { _ throws(BabyError) in losAngeles }
  var entries: [Entry] = []
  for start in stride(from: 0, to: bytes.count, by: chunk) {
    entries += try session.consume(bytes[start..<min(start + chunk, bytes.count)]).entries
  }
  entries += try session.finish().entries
  return (entries, session.summary)
}

/// Imports rows of a Baby Connect export; the first of them is line 2.
func importing(rows: String..., child: Child = eva) throws -> (entries: [Entry], summary: ImportSummary) {
  try importing(Array(([header] + rows).joined(separator: "\r\n").utf8), child: child)
}

/// The one entry that a row becomes.
func entry(_ row: String) throws -> Entry {
  let result = try importing(rows: row)
  #expect(result.summary.badRows == [])
  return try #require(result.entries.first)
}
