extension KindDeclaration {
  /// Solid food that was tried or eaten.
  public static let food = KindDeclaration(
    "food", title: "Food", noun: "a food", example: "food banana liking loved",
    alsoCalled: ["solid food", "solids", "solid", "foods"],
    fields: [
      FieldDeclaration("foods", heading: "name", .text, isRequired: true, "Food: what was eaten, with commas between."),
      FieldDeclaration(
        "liking", heading: "type", .choice(["loved", "liked", "unsure", "disliked", "refused"]),
        "Food: how it was taken."),
      FieldDeclaration("reaction", .text, "Food: what was seen afterwards, in the parents' words."),
      FieldDeclaration("allergens", .text, "Food: what in it is an allergen, as the parents name it."),
    ])

  /// The foods of an entry, each as it was written.
  public static func foods(in content: EntryContent) -> [String] {
    guard case .declared(let kind, let values) = content, kind == .food, case .text(let text)? = values.first else {
      return []
    }
    return text.split(separator: ",").map { String($0.trimmed) }.filter { !$0.isEmpty }
  }
}
