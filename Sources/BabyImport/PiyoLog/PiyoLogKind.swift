import BabyModel

/// The kind of an event in a PiyoLog text.
enum PiyoLogKind: String {
  case breast, formula, expressed, pumping, drink, food
  case sleep, wake, pee, poop
  case temperature, weight, length, head
  case bath, walk, tummyTime, medicine, vaccine, milestone, memo
  /// About the body, without a kind here.
  case body
  /// About the child's health, without a kind here.
  case health

  /// The kind that a text begins with.
  init?(_ text: String) {
    guard let kind = Self.word(text)?.kind else { return nil }
    self = kind
  }

  /// The app's word that a text begins with, as the list has it, and what stands behind it.
  static func word(_ text: String) -> (kind: PiyoLogKind, word: String, rest: Substring)? {
    guard let first = text.first?.lowercased() else { return nil }
    for (word, kind) in wordsByLetter[first] ?? [] {
      let beginning = text.prefix(word.count)
      guard beginning.count == word.count, beginning.lowercased() == word.lowercased() else { continue }
      let rest = text.dropFirst(word.count)
      if rest.first.map({ $0.isWhitespace || $0 == "(" || $0.isASCII && $0.isNumber }) ?? true {
        return (kind, word, rest)
      }
    }
    return nil
  }

  private static let wordsByLetter = Dictionary(grouping: words) { $0.0.prefix(1).lowercased() }

  /// In Japanese, English and Chinese; of two that begin alike the longer one first.
  private static let words: [(String, PiyoLogKind)] = [
    ("母乳", .breast), ("Breastfeeding", .breast), ("Breast feeding", .breast), ("Nursing", .breast),
    ("ミルク", .formula), ("Formula", .formula),
    ("配方奶", .formula),
    ("瓶喂母乳", .expressed), ("瓶餵母乳", .expressed), ("搾母乳", .expressed), ("Expressed Breast Milk", .expressed),
    ("Breast Milk", .expressed),
    ("搾乳", .pumping), ("Pumping", .pumping), ("Pump", .pumping), ("挤奶", .pumping),
    ("擠奶", .pumping),
    ("のみもの", .drink), ("飲み物", .drink), ("Drinks", .drink), ("Drink", .drink),
    ("離乳食", .food), ("ごはん", .food), ("おやつ", .food), ("Baby Food", .food), ("Solids", .food), ("Solid", .food),
    ("Meals", .food), ("Meal", .food), ("Snacks", .food), ("Snack", .food),
    ("寝る", .sleep), ("Sleep", .sleep), ("起きる", .wake), ("Wake-up", .wake), ("Wake up", .wake),
    ("睡觉", .sleep), ("睡覺", .sleep), ("起床", .wake),
    ("おしっこ", .pee), ("Pee", .pee), ("うんち", .poop), ("Poop", .poop), ("尿尿", .pee),
    ("便便", .poop),
    ("体温", .temperature), ("Body Temp.", .temperature), ("Body Temp", .temperature),
    ("Body Temperature", .temperature), ("Temperature", .temperature),
    ("体重", .weight), ("Weight", .weight), ("身長", .length), ("Height", .length), ("身高", .length),
    ("頭囲", .head), ("Head Size", .head), ("Head", .head), ("头围", .head), ("頭圍", .head),
    ("胸囲", .body), ("Chest Size", .body), ("足のサイズ", .body), ("Foot Size", .body),
    ("お風呂", .bath), ("Baths", .bath), ("Bath", .bath), ("洗澡", .bath),
    ("さんぽ", .walk), ("散歩", .walk), ("散步", .walk), ("Walks", .walk), ("Walk", .walk),
    ("タミータイム", .tummyTime), ("Tummy Time", .tummyTime),
    ("くすり", .medicine), ("薬", .medicine), ("Medicine", .medicine),
    ("予防接種", .vaccine), ("Vaccine", .vaccine), ("预防接种", .vaccine),
    ("預防接種", .vaccine), ("できた", .milestone), ("Milestone", .milestone),
    ("メモ", .memo), ("Memo", .memo), ("Notes", .memo), ("Note", .memo),
    ("せき", .health), ("Cough", .health), ("発疹", .health), ("Rash", .health), ("吐く", .health), ("Vomit", .health),
    ("けが", .health), ("Injury", .health), ("病院", .health), ("Hospital", .health), ("医院", .health),
    ("醫院", .health),
  ]

  /// By what rows of the kind are known: a diaper is one, whatever is in it, and a sleep is known by when it began.
  var identity: String {
    switch self {
    case .pee, .poop: "diaper"
    default: rawValue
    }
  }
}
