import BabyModel
import BabyProtocol

/// The tables as a module of the page.
enum TableScript {
  private static let mark =
    "// Generated from the model by `RECORD=1 swift test --filter PageCaseTests`: what is changed here is lost.\n\n"

  /// Each a constant of its own, which the joined script can have wherever it is used.
  static func limits() -> String { mark + LimitTable.all.constants }

  static func delays() -> String { mark + DelayTable.all.constants }

  static func texts() -> String {
    let texts = TextTable.all.joined(BannerTable.texts).joined(CountTable.all)
    return mark + "// Parts of texts are put in place of {}.\n" + texts.constants
      + "\n// What is wrong with an entry.\n" + ProblemTable.all.constants
      + "\n// Names of words of the wire.\n/** @type {Record<string, Record<string, string>>} */\n"
      + "export const titles = \(TitleTable.all.lines);\n"
  }

  static func text() -> String {
    mark + """
      // What one of each is in millilitres.
      /** @type {Record<import('../types.js').Unit, number>} */
      export const volumes = \(VolumeUnit.table.text);

      /** @type {Record<string, import('../types.js').Kind>} */
      export const kinds = \(EntryKind.table.lines);

      /** For how many milliseconds banners are shown; null is until they are resolved. */
      export const lifetimes = \(BannerTable.lifetimes.text);

      // Defaults of settings; the others are off.
      /** @type {Record<string, string>} */
      export const settings = \(SettingKey.table.text);

      export const palettes = \(ThemeTable.palettes.text);
      export const strategies = \(ThemeTable.strategies.text);

      """
  }
}

extension JSON {
  /// An object of what is there.
  static func present(_ members: KeyValuePairs<String, JSON?>) -> JSON {
    .object(JSONObject(members.compactMap { name, value in value.map { (name, $0) } }))
  }

  /// The members of both objects.
  func joined(_ other: JSON) -> JSON {
    .object(JSONObject([self, other].flatMap { ($0.objectValue?.members ?? []).map { ($0.name, $0.value) } }))
  }

  static func words(_ words: [String]) -> JSON { .array(words.map { .string($0) }) }

  /// The number, as a whole one where it is.
  static func amount(_ number: Double) -> JSON { Int64(exactly: number).map { .integer($0) } ?? .number(number) }

  static func milliseconds(_ duration: Duration) -> JSON { .integer(duration.inMilliseconds) }

  /// As JavaScript has it: names without quotation marks where they need none, on one line.
  fileprivate var text: String {
    switch self {
    case .array(let elements): "[" + elements.map(\.text).joined(separator: ", ") + "]"
    case .object(let object): "{" + object.members.map(\.text).joined(separator: ", ") + "}"
    case .string(let text): Self.quoted(text)
    default: encoded
    }
  }

  /// The same with a line for each member.
  var lines: String {
    guard let members = objectValue?.members else { return text }
    return "{\n" + members.map { "  \($0.text),\n" }.joined() + "}"
  }

  /// A constant for each member.
  var constants: String {
    (objectValue?.members ?? []).map { "export const \($0.name) = \($0.value.text);\n" }.joined()
  }

  /// As JSON.
  var encoded: String {
    var writer = JSONWriter()
    writer.json(self)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  fileprivate static func quoted(_ text: String) -> String {
    let mark = text.contains("'") ? "\"" : "'"
    precondition(!text.contains("\\") && !text.contains("\n") && !(text.contains("'") && text.contains("\"")))
    return mark + text + mark
  }
}

extension JSONObject.Member {
  fileprivate var text: String {
    let isPlain = name.first?.isNumber == false && name.allSatisfy { $0.isLetter || $0.isNumber }
    return "\(isPlain ? name : JSON.quoted(name)): \(value.text)"
  }
}
