import BabyImport

/// Uploaded zips and databases: they end in pieces or errors, and the same each time.
func checkForeign(_ bytes: [UInt8]) throws {
  try expect(walked(bytes) == walked(bytes), "the same file has other pieces")
}

/// All that a walk tells of a file, in words.
private func walked(_ bytes: [UInt8]) throws -> [String] {
  var limits = ForeignFileLimits()
  limits.databaseSteps = 1_000_000
  limits.unpacked = 16 << 20
  let folder = SpoolFolder(path: "/tmp", limits: limits)
  let spool = try folder.makeFile()
  try spool.append(bytes)
  let walk = ForeignFileWalk([(name: "file", spool: spool)], in: folder)
  var told: [String] = []
  do {
    while let piece = try walk.next() { told.append("\(piece)") }
  } catch { told.append("\(error)") }
  return told
}
