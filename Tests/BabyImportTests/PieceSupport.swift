import BabyModel

@testable import BabyImport

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
