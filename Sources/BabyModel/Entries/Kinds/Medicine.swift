extension KindDeclaration {
  /// A medicine that was given. Its units measure different things: nothing is ever converted, and no dose is suggested.
  public static let medicine = KindDeclaration(
    "medicine", title: "Medicine", noun: "a medicine", example: "medicine Vitamin D 1 drop",
    alsoCalled: ["medication", "meds", "med"],
    fields: [
      FieldDeclaration("name", .text, isRequired: true, "Medicine: what it is called."),
      FieldDeclaration(
        "dose", heading: "amount",
        .quantity(
          QuantityDeclaration(
            units: [
              .init("ml", alsoCalled: ["mls", "milliliter", "milliliters", "millilitre", "millilitres", "cc"]),
              .init("drop", plural: "drops"), .init("mg", alsoCalled: ["milligram", "milligrams"]),
              .init("mcg", alsoCalled: ["microgram", "micrograms", "µg", "ug"]),
              .init("g", alsoCalled: ["gram", "grams"]), .init("IU", alsoCalled: ["units", "unit"]),
              .init("tablet", plural: "tablets", alsoCalled: ["pill", "pills", "tab", "tabs"]),
              .init("suppository", plural: "suppositories"), .init("puff", plural: "puffs"),
              .init("sachet", plural: "sachets"),
            ],
            unit: ("unit", "Medicine: the dose's unit."), base: nil, plausible: 0.001...100_000)),
        "Medicine: how much was given."),
      FieldDeclaration(
        "intervalSeconds", alsoSaid: ["every"], .seconds(60...31 * 86_400),
        "Medicine: the least time until the next dose; holds until a later dose says another."),
      FieldDeclaration(
        "mostPerDay", alsoSaid: ["at most", "most", "max", "maximum", "up to", "no more than"], .count(1...48),
        "Medicine: the most doses within 24 hours; holds until a later dose says another number."),
    ])

  public static let vaccine = KindDeclaration(
    "vaccine", title: "Vaccine", noun: "a vaccine", example: "vaccine MMR dose 1",
    alsoCalled: ["vaccination", "vaccinated", "vaccines", "immunization", "immunisation", "shot", "jab"],
    fields: [
      FieldDeclaration("name", .text, isRequired: true, "Vaccine: what it is called."),
      FieldDeclaration(
        "doseNumber", alsoSaid: ["dose"], .count(1...20), "Vaccine: which of its doses it was, from 1."),
      FieldDeclaration("site", .text, "Vaccine: where on the body it was given."),
    ])
}
