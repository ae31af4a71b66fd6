/// The most likely intended name, or nil if none is near: at most a third of the letters differ.
///
/// Our names have at most 64 bytes, and a name that is much longer or shorter is not compared: the work is bounded,
/// whatever the name is.
public func nearestName(to name: String, among names: [String]) -> String? {
  guard name.utf8.count <= 64 else { return nil }
  let wanted = Array(name.lowercased().utf8)
  var best: (name: String, distance: Int)?
  for name in names {
    let most = max(1, max(wanted.count, name.utf8.count) / 3)
    guard abs(wanted.count - name.utf8.count) <= most else { continue }
    let distance = editDistance(wanted, Array(name.lowercased().utf8))
    if distance <= most, distance < best?.distance ?? .max { best = (name, distance) }
  }
  return best?.name
}

/// Insertions, deletions, replacements and swaps of neighbours that turn one word into the other.
func editDistance(_ a: [UInt8], _ b: [UInt8]) -> Int {
  var beforeLast: [Int] = []
  var last = Array(0...b.count)
  for i in 0..<a.count {
    var row = [i + 1]
    row.reserveCapacity(b.count + 1)
    for j in 0..<b.count {
      var best = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = min(best, beforeLast[j - 1] + 1) }
      row.append(best)
    }
    beforeLast = last
    last = row
  }
  return last[b.count]
}
