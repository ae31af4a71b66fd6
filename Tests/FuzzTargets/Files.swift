import BabyImport
import BabyModel
import BabyProtocol

private let headers = [
  "", "Date and Time,End Time,Duration (min),Activity,Quantity,Extra data,Text,Notes,Caregiver\n",
  "id,child,kind,type,start,end,minutes,state,startedSide,breasts,amount,unit,note,author\n",
  "id,child,child_first_name,child_last_name,time,wet,solid,color,amount,notes,tags\n",
  "id,child,start,end,duration,type,method,amount,notes,tags\n", "id,child,start,end,duration,milestone,notes,tags\n",
  "id,child,start,end,duration,nap,notes,tags\n", "id,child,amount,start,end,notes,tags\n",
  "id,child,time,temperature,notes\n", "id,child,time,name,dosage,dosage_unit,notes\n", "id,child,weight,date,notes\n",
  "id,child,time,note,tags\n",
  "Type,Start,End,Duration,Start Condition,Start Location,End Condition,Notes\n",
  "Type,Profile Name,Start Date/time,Start Date/time (Epoch),[Diaper] Type,[Growth] Weight,_activityKey\n",
  "Baby,Time,Start Side,Left duration (min),Right duration (min),Total Duration (min),Note\n",
  "Time,Start side,Left duration (min),Right duration (min),Left amount (oz.),Right amount (oz.),Note\n",
  "Baby,Time,Amount (ml),Note\n", "Baby,Time,Medication name,Amount,,Min interval (minutes),Note\n",
  "Baby,Time,Weight (lbs.),Length (inches),Head Size (inches),Note\n", "Baby,Time,Other activity,Duration (min),Note\n",
  "Time of feeding,Milk type,Amount(ml),Amount(oz)\n", "Begin time,End time\n",
  "Date,Weight(kg),Weight(lb),Height(cm),Height(in),Head Circ.(cm),Head Circ.(in)\n",
  "Baby Name,Start Time,End Time,Activity,Amount,Percentile,Duration,Info,Notes,\n",
  "\"Type\",\"Start\",\"End\",\"Duration\",\"Start Condition\",\"Start Location\",\"End Condition\",\"Notes\"\n",
]

/// Tables: their header is chosen, so that what follows need not be guessed.
func checkTables(_ bytes: [UInt8]) throws {
  let (choice, rest) = bytes.choiceAndRest
  let table = Array(headers[choice % headers.count].utf8) + rest
  let entries = imported(table, chunk: 7)
  try expect(entries == imported(table, chunk: table.count + 1), "chunks make other entries")
  try checkExport(entries)
}

func checkArchives(_ bytes: [UInt8]) throws {
  let entries = imported(bytes, chunk: 11)
  try expect(entries == imported(bytes, chunk: bytes.count + 1), "chunks make other entries")
}

/// Other tables: the first line is a map in JSON, and what follows is the table.
func checkMaps(_ bytes: [UInt8]) throws {
  let table = Array(bytes.drop { $0 != UInt8(ascii: "\n") }.dropFirst())
  try checkGuess(table)
  let first = bytes.prefix { $0 != UInt8(ascii: "\n") }
  guard let tree = try? JSON(parsing: Array(first)), let map = try? ColumnMap(tree) else { return }
  let entries = imported(table, map: map, chunk: 7)
  try expect(entries == imported(table, map: map, chunk: table.count + 1), "chunks make other entries")
  try checkExport(entries)
}

/// A map that is proposed is one that is taken; but for the time, which the person has to say where no column seems to
/// have it.
private func checkGuess(_ table: [UInt8]) throws {
  var guess = MapGuess()
  for piece in [.file(name: "file"), ImportPiece.bytes(table), .end] { guess.take(piece) }
  guard let tree = try? guess.tree() else { return }
  do { _ = try ColumnMap(tree) } catch {
    try expect(
      error.path == ["columns", "start"] && tree["columns"]?["start"] == nil,
      "a map was proposed that is none: \(error)")
  }
  _ = try guess.text()
}

/// What the file's readable part becomes.
private func imported(_ bytes: [UInt8], map: ColumnMap? = nil, chunk: Int) -> [Entry] {
  let target = ImportTarget(child: eva, zone: zone)
  let pieces = stride(from: 0, to: bytes.count, by: chunk).map { start in
    ImportPiece.bytes(Array(bytes[start..<min(start + chunk, bytes.count)]))
  }
  let file = [.file(name: "file")] + pieces + [.end]
  var survey = ImportSurvey(format: nil, map: map, life: eva.born...zone.local(now).date, zone: zone)
  for piece in file { survey.take(piece) }
  var entries: [Entry] = []
  do throws(BabyError) {
    let choices = ImportChoices(
      dateOrder: .monthDay, units: [.volume: "oz", .weight: "kg", .length: "cm", .head: "cm", .temperature: "celsius"],
      child: target)
    let (decisions, targets) = try survey.decisions(choices, children: [target], current: target)
    var session = ImportSession(
      format: nil, map: map, decisions: decisions, targets: targets, leavingOut: survey.damaged, now: now
    ) { name throws(BabyError) in
      guard name == zone.name else { throw .zoneUnknown(name) }
      return zone
    }
    for piece in file {
      repeat { entries += try session.take(piece).rows.map(\.entry) } while session.hasMore
    }
    session.finish()
    _ = (session.summary.badRows, session.summary.flaggedRows)
  } catch {
    return []
  }
  return entries
}

/// What was read can be written, and read as it was.
private func checkExport(_ entries: [Entry]) throws {
  var writer = ExportWriter(format: .csv)
  writer.begin(Archive())
  for entry in entries { writer.add(entry, of: eva, in: zone) }
  writer.end()
  // An empty note counts as none, and a record that is too long for a reader is reported.
  guard entries.allSatisfy({ $0.note != "" && $0.author != "" && ($0.note?.utf8.count ?? 0) < 20_000 }) else { return }
  try expect(imported(writer.bytes, chunk: 65_536) == entries, "a table reads otherwise")
}
