import BabyImport
import BabyModel
import BabyProtocol
import Yams

extension ColumnMap {
  /// A map as a person has written it.
  ///
  /// - Throws: `BabyError.importInvalid` naming the line and the column of what is wrong.
  init(yaml text: String) throws(BabyError) {
    guard text.utf8.count <= Self.longestText else {
      throw .importInvalid("The map has more than \(Self.longestText / 1024) KiB.")
    }
    if let line = YAMLLimits.firstBadLine(of: text) {
      throw .importInvalid("The map is nested too deeply, or has an anchor (&), on line \(line).")
    }
    let root: Node?
    do {
      root = try Yams.compose(yaml: text)
    } catch {
      throw .importInvalid("The map is not YAML: \((error as? YamlError)?.sentence ?? "it cannot be read").")
    }
    guard let root else { throw .importInvalid("The map is empty.") }
    let tree = try root.tree()
    do throws(ColumnMapFault) {
      try self.init(tree)
    } catch {
      throw .importInvalid(error.sentence(at: root.mark(at: error.path)?.place))
    }
  }
}

/// Limits on the text that bound the work: the parser recurses into nested values, and expands an anchor each time it
/// is used.
enum YAMLLimits {
  /// Brackets in brackets, and columns before the first word of a line.
  private static let mostDepth = 64

  /// - Returns: the number of a line, from 1; nil for a text that is plain enough.
  static func firstBadLine(of text: String) -> Int? {
    var (line, column, depth, isIndent) = (1, 0, 0, true)
    var (beforeLast, last) = (UInt8(ascii: "\n"), UInt8(ascii: "\n"))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        if byte == UInt8(ascii: "\n") { line += 1 }
        (column, isIndent) = (-1, true)
      case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth = max(depth - 1, 0)
      default: break
      }
      column += 1
      // Characters that begin nested lists and keys on one line.
      if !" -?\t\n\r".utf8.contains(byte) { isIndent = false }
      let isAnchor =
        last == UInt8(ascii: "&") && " \t\r\n[{,:-?".utf8.contains(beforeLast) && !" \t".utf8.contains(byte)
      if depth > mostDepth || isIndent && column > mostDepth || isAnchor { return line }
      (beforeLast, last) = (last, byte)
    }
    return nil
  }
}

extension Node {
  /// All that it says, as texts: what looks like a number or like yes may be a column's name.
  fileprivate func tree() throws(BabyError) -> JSON {
    switch self {
    case .scalar(let scalar): return .string(scalar.string)
    case .sequence(let sequence):
      var elements: [JSON] = []
      for node in sequence { elements.append(try node.tree()) }
      return .array(elements)
    case .mapping(let mapping):
      var members: [(String, JSON)] = []
      for (key, value) in mapping {
        guard let name = key.scalar?.string else { throw .importInvalid("Map keys must be strings.") }
        members.append((name, try value.tree()))
      }
      return .object(JSONObject(members))
    case .alias: throw .importInvalid("YAML aliases are not supported.")
    }
  }

  /// Where the last of some keys stands that can be found.
  fileprivate func mark(at path: [String]) -> Mark? {
    guard let first = path.first else { return mark }
    guard case .mapping(let mapping) = self,
      let pair = mapping.first(where: { $0.key.scalar?.string == first })
    else { return mark }
    return path.count == 1 ? pair.key.mark : pair.value.mark(at: Array(path.dropFirst())) ?? pair.key.mark
  }
}

extension Mark {
  fileprivate var place: String { "line \(line), column \(column)" }
}

extension YamlError {
  fileprivate var sentence: String {
    switch self {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      "\(problem) (\(mark.place))"
    case .duplicatedKeysInMapping(let keys, let context):
      "“\((keys.first ?? "").excerpt)” occurs twice (\(context.mark.place))"
    case .reader(let problem, _, _, _): problem
    default: "it cannot be read"
    }
  }
}
