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

let tokyo = ZoneRules(name: "Asia/Tokyo", initialOffset: 9 * 3600, transitions: [])

let now = instant("2021-01-01T00:00:00Z")

let eva = Child(
  id: ChildID(high: 0x0191_e3a0_7c3b_7d4e, low: 0x8f00_1a2b_3c4d_5e6f), name: "Eva",
  born: LocalDate(dayNumber: 18_248), zone: "America/Los_Angeles", createdAt: now, updatedAt: now)

func instant(_ text: String) -> Instant {
  guard let instant = Instant(rfc3339: text) else { preconditionFailure("no instant: \(text)") }
  return instant
}

let header = "Date and Time,End Time,Duration (min),Activity,Quantity,Extra data,Text,Notes,Caregiver"

/// The CC0 log, whose origin is documented beside it.
func realLog() throws -> [UInt8] {
  let url = try #require(Bundle.module.url(forResource: "Fixtures/eva_babyconnect", withExtension: "csv"))
  return [UInt8](try Data(contentsOf: url))
}

/// Reads files as the daemon does: all of them for what they tell as a whole, and then for their rows.
///
/// - Parameter names: of the files; nil calls them by their numbers.
func importing(
  files: [[UInt8]], names: [String]? = nil, format: ImportFormat? = nil, child: Child? = eva,
  zone: ZoneRules = losAngeles, choices: ImportChoices = ImportChoices(dateOrder: .monthDay), chunk: Int = 65_536
) throws -> (batch: ImportBatch, summary: ImportSummary, decisions: ImportDecisions) {
  func pieces(_ take: (ImportPiece) throws -> Void) rethrows {
    for (number, bytes) in files.enumerated() {
      try take(.file(name: names?[number] ?? "\(number + 1)"))
      for start in stride(from: 0, to: bytes.count, by: chunk) {
        try take(.bytes(Array(bytes[start..<min(start + chunk, bytes.count)])))
      }
      try take(.end)
    }
  }
  let target = child.map { ImportTarget(child: $0, zone: zone) }
  let today = zone.local(now).date
  var survey = ImportSurvey(format: format, life: (child?.born ?? today)...today, zone: target?.zone)
  pieces { survey.take($0) }
  let (decisions, targets) = try survey.decisions(
    choices, children: target.map { [$0] } ?? [], current: target)
  var batch = ImportBatch()
  guard decisions.questions.isEmpty else { return (batch, survey.summary, decisions) }
  var session = ImportSession(
    format: format, decisions: decisions, targets: targets, leavingOut: survey.damaged, now: now
  ) { name throws(BabyError) in
    switch name {
    case tokyo.name: return tokyo
    case "Nowhere/At all": throw .zoneUnknown(name)
    default: return zone
    }
  }
  try pieces { piece in
    repeat { batch += try session.take(piece) } while session.hasMore
  }
  session.finish()
  return (batch, session.summary, decisions)
}

func importing(
  _ bytes: [UInt8], format: ImportFormat? = nil, child: Child = eva, chunk: Int = 65_536
) throws -> (entries: [Entry], summary: ImportSummary) {
  let choices = ImportChoices(
    dateOrder: .monthDay, units: [.volume: "ml", .temperature: "celsius", .weight: "kg"],
    child: ImportTarget(child: child, zone: losAngeles))
  let (batch, summary, _) = try importing(
    files: [bytes], format: format, child: child, choices: choices, chunk: chunk)
  return (batch.rows.map(\.entry), summary)
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

/// What a measurement says.
func measured(_ kind: KindDeclaration, _ value: Double, _ unit: String) throws -> EntryContent {
  try EntryContent(
    .declared(kind), fields: FieldInputs([.init("value", .number(value)), .init("unit", .word(unit))]))
}

extension EntryContent {
  /// What a bottle held; nil for anything else.
  var held: BottleContent? { if case .feeding(let feeding) = self { feeding.content } else { nil } }
}

let tom = Child(
  id: ChildID(high: 0x0191_e3a0_7c3b_7d4e, low: 0x8f00_1a2b_3c4d_5e70), name: "Tom",
  born: LocalDate(dayNumber: 18_248), zone: "America/Los_Angeles", createdAt: now, updatedAt: now)

/// Reads files in pieces as the daemon does, of one child or several; a reader's tables alone are handed to it.
func importing(
  pieces files: [[ImportPiece]], children: [Child] = [eva], zone: ZoneRules = losAngeles,
  choices: ImportChoices = ImportChoices()
) throws -> (batch: ImportBatch, summary: ImportSummary, decisions: ImportDecisions) {
  func each(_ interest: (String) -> TableInterest, _ take: (ImportPiece) throws -> Void) rethrows {
    for (number, pieces) in files.enumerated() {
      try take(.file(name: "\(number + 1)"))
      for piece in pieces {
        guard case .row(var row) = piece else {
          try take(piece)
          continue
        }
        switch interest(row.table) {
        case .none: continue
        case .all: break
        case .columns(let names): row.values.removeAll { !names.contains($0.name) }
        }
        try take(.row(row))
      }
      try take(.end)
    }
  }
  let targets = children.map { ImportTarget(child: $0, zone: zone) }
  let today = zone.local(now).date
  var survey = ImportSurvey(format: nil, life: (children.first?.born ?? today)...today, zone: targets.first?.zone)
  each({ survey.interest(in: $0) }) { survey.take($0) }
  let (decisions, found) = try survey.decisions(choices, children: targets, current: targets.first)
  var batch = ImportBatch()
  guard decisions.questions.isEmpty else { return (batch, survey.summary, decisions) }
  var session = ImportSession(
    format: nil, decisions: decisions, targets: found, leavingOut: survey.damaged, now: now
  ) { _ throws(BabyError) in zone }
  try each({ session.interest(in: $0) }) { piece in
    repeat { batch += try session.take(piece) } while session.hasMore
  }
  session.finish()
  return (batch, session.summary, decisions)
}

/// Reads texts, each a file.
func importing(
  texts: String..., children: [Child] = [eva], zone: ZoneRules = losAngeles
) throws -> (entries: [Entry], summary: ImportSummary) {
  let files = texts.map { [ImportPiece.bytes(Array($0.utf8))] }
  let (batch, summary, _) = try importing(pieces: files, children: children, zone: zone)
  return (batch.rows.map(\.entry), summary)
}
