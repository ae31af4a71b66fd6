import BabyModel
import BabyProtocol

/// A child of a Baby+ export. iPhones name its members; Android phones have letters for them, which differ from version to
/// version: there the values tell what they are.
struct BabyPlusProfile {
  /// By which records name it.
  let id: String
  /// Empty if it is missing.
  let name: String
  let born: LocalDate?

  init(_ fields: JSONFields) {
    let id = fields.first("pk", "babyid", "id")
    self.id = id.isEmpty ? fields.names.first { fields.isInteger($0) }.map { fields[$0] } ?? "" : id
    let name = fields.first("name", "babyName", "firstName", "Name")
    self.name = fieldText(name.isEmpty ? Self.nameAmongLetters(fields) : name) ?? ""
    born = fields.names.lazy.compactMap { Self.date(fields[$0]) }.first
  }

  /// The first text that is not a date, a sex or a picture.
  private static func nameAmongLetters(_ fields: JSONFields) -> String {
    fields.names.lazy.filter { fields.isText($0) }.map { fields[$0] }.first { text in
      let word = text.lowercased()
      let isPicture = [".jpg", ".jpeg", ".png", ".heic"].contains(where: word.hasSuffix)
      return !text.isEmpty && date(text) == nil && !isPicture
        && !["boy", "girl", "male", "female", "unknown"].contains(word)
    } ?? ""
  }

  private static func date(_ text: String) -> LocalDate? {
    guard text.utf8.count >= 10, text.utf8.count <= 40 else { return nil }
    return LocalDate(String(text.prefix(10)))
  }
}
