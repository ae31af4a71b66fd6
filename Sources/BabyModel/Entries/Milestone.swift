extension KindDeclaration {
  /// Something that a child does for the first time.
  public static let milestone = KindDeclaration(
    "milestone", title: "Milestone", noun: "a milestone", example: "milestone first steps movement",
    alsoCalled: ["milestones"],
    fields: [
      FieldDeclaration("title", heading: "name", .text, isRequired: true, "Milestone: what it was."),
      FieldDeclaration(
        "category", heading: "type", .choice(["movement", "hands", "language", "social", "own"]),
        "Milestone: what it is about."),
    ])
}
