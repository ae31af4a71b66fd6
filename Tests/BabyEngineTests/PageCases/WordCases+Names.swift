@testable import BabyModel
import BabyProtocol

extension WordCases {
  /// Names of medicines, and the keys that distinguish them.
  static var names: [JSON] {
    [
      "Tylenol", "TYLENOL", "tylénol", "Vitamin D", "Vitamin-D3", "vitamin  D 3", "Paracétamol 24 mg/ml",
      "Weiß & Söhne", "Łagodny lek", "Crème à l’œillet", "ibuprofen (infant)", "D·3", "5\u{A0}Tropfen", "布洛芬 2", "💊",
      "++", "Ømhed's",
    ].map { .object(JSONObject([("name", .string($0)), ("key", .string(KnownName($0).key))])) }
  }
}
