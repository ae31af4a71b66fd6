import BabyModel
import BabyProtocol
import Testing

@testable import BabyImport

/// As much of YAML as maps are written in: tables by indentation, lists and tables in brackets, texts with and without
/// quotation marks, remarks. The daemon has a whole reader of it, which these tests do not need.
struct SmallYAML {
  private struct Failure: Error { var line: String }

  private var lines: [(indent: Int, text: String)]

  static func tree(_ text: String) throws -> JSON {
    var reader = SmallYAML(
      lines: text.split(separator: "\n").map { line in (line.prefix { $0 == " " }.count, withoutRemark(line)) }
        .filter { !$0.text.isEmpty })
    return try reader.table(indent: 0)
  }

  /// A number sign begins a remark where a space stands before it, outside of quotation marks.
  private static func withoutRemark(_ line: Substring) -> String {
    var (isQuoted, last): (Bool, Character) = (false, " ")
    for place in line.indices {
      if line[place] == "\"", last != "\\" { isQuoted.toggle() }
      if line[place] == "#", !isQuoted, last == " " { return trimmed(String(line[..<place])) }
      last = line[place]
    }
    return trimmed(String(line))
  }

  private mutating func table(indent: Int) throws -> JSON {
    var members: [(String, JSON)] = []
    while let line = lines.first, line.indent >= indent {
      guard line.indent == indent else { throw Failure(line: line.text) }
      lines.removeFirst()
      var rest = line.text[...]
      let name = try Self.scalar(&rest, until: [":"])
      guard rest.first == ":" else { throw Failure(line: line.text) }
      rest = Self.skip(rest.dropFirst())
      if rest.isEmpty {
        let isNested = lines.first.map { $0.indent > indent } ?? false
        members.append((name, isNested ? try table(indent: lines[0].indent) : .null))
      } else {
        members.append((name, try Self.value(&rest, until: [])))
        guard Self.skip(rest).isEmpty else { throw Failure(line: line.text) }
      }
    }
    return .object(JSONObject(members))
  }

  private static func skip(_ text: Substring) -> Substring { text.drop { $0 == " " } }

  private static func value(_ rest: inout Substring, until ends: Set<Character>) throws -> JSON {
    rest = skip(rest)
    guard let open = rest.first, open == "[" || open == "{" else { return .string(try scalar(&rest, until: ends)) }
    rest = skip(rest.dropFirst())
    var elements: [JSON] = []
    var members: [(String, JSON)] = []
    let close: Character = open == "[" ? "]" : "}"
    while rest.first != close {
      if open == "[" {
        elements.append(try value(&rest, until: [",", "]"]))
      } else {
        let name = try scalar(&rest, until: [":"])
        rest = rest.dropFirst()
        members.append((name, try value(&rest, until: [",", "}"])))
      }
      rest = skip(rest)
      if rest.first == "," {
        rest = skip(rest.dropFirst())
      } else if rest.first != close {
        throw Failure(line: "\(rest)")
      }
    }
    rest = rest.dropFirst()
    return open == "[" ? .array(elements) : .object(JSONObject(members))
  }

  private static func scalar(_ rest: inout Substring, until ends: Set<Character>) throws -> String {
    guard rest.first == "\"" else {
      let text = rest.prefix { !ends.contains($0) }
      rest = rest.dropFirst(text.count)
      return trimmed(String(text))
    }
    rest = rest.dropFirst()
    var text = ""
    while let first = rest.first, first != "\"" {
      rest = rest.dropFirst()
      guard first == "\\" else {
        text.append(first)
        continue
      }
      if rest.first == "U" {
        guard let number = UInt32(rest.dropFirst().prefix(8), radix: 16), let scalar = Unicode.Scalar(number) else {
          throw Failure(line: "\(rest)")
        }
        text.unicodeScalars.append(scalar)
        rest = rest.dropFirst(9)
      } else {
        text.append(rest.removeFirst())
      }
    }
    rest = skip(rest.dropFirst())
    return text
  }
}

/// What a map in YAML says.
func columnMap(_ yaml: String) throws -> ColumnMap { try ColumnMap(try SmallYAML.tree(yaml)) }

/// Reads a table with a map of its columns; lines of the table are as they are in the file.
func importing(
  _ table: String, map: ColumnMap, child: Child? = eva, format: ImportFormat? = nil,
  choices: ImportChoices = ImportChoices(dateOrder: .dayMonth, units: [.volume: "ml"]), chunk: Int = 65_536
) throws -> (entries: [Entry], rows: [ImportedRow], summary: ImportSummary, decisions: ImportDecisions) {
  let target = child.map { ImportTarget(child: $0, zone: losAngeles) }
  let bytes = Array(table.utf8)
  let pieces = stride(from: 0, to: bytes.count, by: chunk).map { start in
    ImportPiece.bytes(Array(bytes[start..<min(start + chunk, bytes.count)]))
  }
  let file = [.file(name: "table.csv")] + pieces + [.end]
  var survey = ImportSurvey(format: format, map: map, life: eva.born...losAngeles.local(now).date)
  for piece in file { survey.take(piece) }
  let (decisions, targets) = try survey.decisions(choices, children: target.map { [$0] } ?? [], current: target)
  guard decisions.questions.isEmpty else { return ([], [], survey.summary, decisions) }
  var session = ImportSession(
    format: format, map: map, decisions: decisions, targets: targets, leavingOut: survey.damaged, now: now
  ) { _ throws(BabyError) in losAngeles }
  var batch = ImportBatch()
  for piece in file {
    repeat { batch += try session.take(piece) } while session.hasMore
  }
  session.finish()
  return (batch.rows.map(\.entry), batch.rows, session.summary, decisions)
}
