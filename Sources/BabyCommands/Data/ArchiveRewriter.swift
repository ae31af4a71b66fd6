import BabyModel
import BabyProtocol

/// Rewrites an exported log for a daemon with children of its own: a child with the same name is merged.
///
/// It goes by what an export is like: one record a line.
struct ArchiveRewriter {
  /// The children that are there.
  private let theirs: [ChildRecord]
  private var section: Substring = ""
  /// Maps ids of children to theirs.
  private var successors: [String: String] = [:]
  /// Lines so far.
  private var lineCount = 0
  /// Entries, by the lines on which they are.
  private(set) var entries: [Int: EntryID] = [:]
  /// The beginning of a line whose end has not come yet.
  private var rest = ""

  init(children: [ChildRecord]) { theirs = children }

  /// - Parameter part: of the file, wherever it is cut.
  /// - Returns: the lines that are whole now.
  mutating func rewrite(_ part: String) throws(JSONSyntaxError) -> String {
    var lines = (rest + part).split(separator: "\n", omittingEmptySubsequences: false)
    rest = String(lines.removeLast())
    var text = ""
    for line in lines { text += try rewrite(line: line) + "\n" }
    return text
  }

  private mutating func rewrite(line: Substring) throws(JSONSyntaxError) -> String {
    lineCount += 1
    // `"entries":[`
    if line.hasPrefix("\""), let end = line.dropFirst().firstIndex(of: "\"") {
      section = line[..<end].dropFirst()
      return String(line)
    }
    guard !section.isEmpty, line.hasPrefix("{") else { return String(line) }
    let record = line.hasSuffix(",") ? line.dropLast() : line
    let json = try JSON(parsing: record.utf8)
    if section == "entries" { entries[lineCount] = json["id"]?.stringValue.flatMap { EntryID($0) } }
    let changed = section == "children" ? child(json) : owned(json)
    return changed.map { $0 + line[record.endIndex...] } ?? String(line)
  }

  /// Nil for a child that stays as it is.
  private mutating func child(_ record: JSON) -> String? {
    guard let id = record["id"]?.stringValue, let name = record["name"]?.stringValue, record["removedAt"] == nil,
      let successor = theirs.first(where: { $0.child.name.lowercased() == name.lowercased() }),
      "\(successor.child.id)" != id
    else { return nil }
    successors[id] = "\(successor.child.id)"
    return String(decoding: successor.encoded, as: UTF8.self)
  }

  /// Nil for what stays as it is.
  private func owned(_ record: JSON) -> String? {
    guard let owner = record["childId"]?.stringValue, let successor = successors[owner],
      case .object(var members) = record
    else { return nil }
    for index in members.members.indices where members.members[index].name == "childId" {
      members.members[index].value = .string(successor)
    }
    return JSON.object(members).text
  }
}
