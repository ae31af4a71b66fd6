import BabyImport
import BabyModel

private let headers = [
  "", "Date and Time,End Time,Duration (min),Activity,Quantity,Extra data,Text,Notes,Caregiver\n",
  "id,child,kind,type,start,end,minutes,state,startedSide,breasts,amount,unit,note,author\n",
  "id,child,child_first_name,child_last_name,time,wet,solid,color,amount,notes,tags\n",
  "id,child,start,end,duration,type,method,amount,notes,tags\n", "id,child,start,end,duration,milestone,notes,tags\n",
  "id,child,start,end,duration,nap,notes,tags\n", "id,child,amount,start,end,notes,tags\n",
  "id,child,time,temperature,notes\n", "id,child,time,name,dosage,dosage_unit,notes\n", "id,child,weight,date,notes\n",
  "id,child,time,note,tags\n",
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

/// What the file's readable part becomes.
private func imported(_ bytes: [UInt8], chunk: Int) -> [Entry] {
  let target = ImportTarget(child: eva, zone: zone, units: .ounces)
  var session = ImportSession(format: nil, target: target, now: now) { name throws(BabyError) in
    guard name == zone.name else { throw .zoneUnknown(name) }
    return zone
  }
  var entries: [Entry] = []
  do throws(BabyError) {
    for start in stride(from: 0, to: bytes.count, by: chunk) {
      entries += try session.consume(bytes[start..<min(start + chunk, bytes.count)]).entries
    }
    entries += try session.finish().entries
  } catch {
    return []
  }
  _ = (session.summary.badRows, session.summary.flaggedRows)
  return entries
}

/// What was read can be written, and read as it was.
private func checkExport(_ entries: [Entry]) throws {
  var writer = ExportWriter(format: .csv)
  writer.begin(Archive())
  for entry in entries { writer.add(entry, of: eva, in: zone) }
  writer.end()
  // An empty note is none, and a record that is too long for a reader is told.
  guard entries.allSatisfy({ $0.note != "" && $0.author != "" && ($0.note?.utf8.count ?? 0) < 20_000 }) else { return }
  try expect(imported(writer.bytes, chunk: 65_536) == entries, "a table reads otherwise")
}
