import Glibc

/// The names of zones that this machine may be set to, the one that counts most first. A name may be of no zone that there
/// is, such as the rule `CET-1CEST`: only the zone database knows.
///
/// - Parameters:
///   - variable: `TZ`, which goes before the machine's setting.
///   - etc: the folder of the machine's setting.
package func machineZoneNames(variable: String?, etc: String = "/etc") -> [String] {
  let said = variable.map { String($0.trimmingPrefix(":")) }
  return [said, linkTarget(of: etc + "/localtime"), firstLine(of: etc + "/timezone")]
    .compactMap { $0.flatMap(zoneName) }
}

/// The name in a name, or in a path into the zone database.
private func zoneName(in text: String) -> String? {
  let name = text.ranges(of: "zoneinfo/").last.map { String(text[$0.upperBound...]) } ?? text
  return name.isEmpty || name.hasPrefix("/") ? nil : name
}

private func linkTarget(of path: String) -> String? {
  var buffer = [CChar](repeating: 0, count: 4096)
  let length = readlink(path, &buffer, buffer.count)
  guard length > 0 else { return nil }
  return String(decoding: buffer.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

private func firstLine(of path: String) -> String? {
  guard let file = fopen(path, "re") else { return nil }
  defer { fclose(file) }
  var buffer = [CChar](repeating: 0, count: 256)
  guard fgets(&buffer, CInt(buffer.count), file) != nil else { return nil }
  let bytes = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
  return String(decoding: bytes, as: UTF8.self).filter { !$0.isWhitespace }
}
