/// Measurements: one value as it was typed, with its unit. A corrected value stays in the history, as with every entry.
extension KindDeclaration {
  public static let weight = KindDeclaration(
    "weight", title: "Weight", noun: "a weight", example: "weight 7.25kg",
    alsoCalled: ["weighed", "weighs", "weigh", "weighed in at", "weighs in at"],
    fields: [
      FieldDeclaration(
        "value", heading: "amount",
        .quantity(
          QuantityDeclaration(
            units: QuantityDeclaration.Unit.weights, unit: ("unit", "Weight: the value's unit."),
            base: ("valueKg", "Weight: the value in kilograms."), plausible: 0...200_000, limits: 0.3...100)),
        isRequired: true, "Weight: how heavy; pounds and ounces are pounds with a fraction.")
    ])

  public static let length = KindDeclaration(
    "length", title: "Length", noun: "a length", example: "length 71.1cm", alsoCalled: ["height", "tall"],
    fields: [
      size("Length", limits: 20...150),
      FieldDeclaration(
        "position", heading: "type", .choice(LengthPosition.self),
        "Length: how it was measured; left out, as is usual at the age: lying until the second birthday."),
    ])

  public static let head = KindDeclaration(
    "head", title: "Head", noun: "a head circumference", example: "head 43cm",
    alsoCalled: ["head circumference", "head size", "head measurement", "head circ"],
    fields: [size("Head", limits: 15...70)])

  /// - Parameter limits: in centimetres.
  private static func size(_ title: String, limits: ClosedRange<Double>) -> FieldDeclaration {
    FieldDeclaration(
      "value", heading: "amount",
      .quantity(
        QuantityDeclaration(
          units: [
            .init("cm", alsoCalled: ["centimeters", "centimetres", "centimeter", "centimetre", "cms"]),
            .init(
              "in", alsoCalled: ["inches", "inch"], factor: 2.54,
              partOf: QuantityDeclaration.Unit.Whole(["ft", "feet", "foot"], parts: 12)),
            .init("mm", alsoCalled: ["millimeters", "millimetres"], factor: 0.1),
          ],
          unit: ("unit", "\(title): the value's unit."), base: ("valueCm", "\(title): the value in centimetres."),
          plausible: 0...2000, limits: limits)),
      isRequired: true, "\(title): how long.")
  }

  public static let temperature = KindDeclaration(
    "temperature", title: "Temperature", noun: "a temperature", example: "temperature 38.2C ear",
    alsoCalled: ["temp", "fever"],
    fields: [
      FieldDeclaration(
        "value", heading: "amount",
        .quantity(
          QuantityDeclaration(
            units: [
              .init("celsius", sign: "°C", alsoCalled: ["c", "℃", "degrees celsius", "degrees c"]),
              .init(
                "fahrenheit", sign: "°F", alsoCalled: ["f", "℉", "degrees fahrenheit", "degrees f"], factor: 5 / 9,
                offset: -160 / 9),
            ],
            unit: ("unit", "Temperature: the value's unit."),
            base: ("valueCelsius", "Temperature: the value in degrees Celsius."), plausible: 0...200,
            limits: 25...45)),
        isRequired: true, "Temperature: how warm."),
      FieldDeclaration(
        "place", heading: "type", .choice(["rectal", "ear", "forehead", "armpit"]),
        "Temperature: where it was taken."),
    ])
}

extension QuantityDeclaration.Unit {
  /// Those in which a child is weighed; kilograms are the base.
  fileprivate static let weights = [
    weight(.kilograms, alsoCalled: ["kilo", "kilos", "kgs", "kilogram", "kilograms"]),
    weight(.grams, alsoCalled: ["gram", "grams", "gr"]),
    weight(
      .pounds, alsoCalled: ["lbs", "pound", "pounds"],
      parts: Parts("oz", alsoCalled: ounces, perWhole: BodyWeightUnit.ouncesInPound)),
    QuantityDeclaration.Unit(
      "oz", alsoCalled: ounces, factor: BodyWeightUnit.pounds.grams / BodyWeightUnit.ouncesInPound / 1000),
  ]

  private static let ounces = ["ounce", "ounces", "ozs"]

  private static func weight(
    _ unit: BodyWeightUnit, alsoCalled others: [String], parts: Parts? = nil
  ) -> QuantityDeclaration.Unit {
    .init(unit.rawValue, alsoCalled: others, factor: unit.grams / 1000, parts: parts)
  }
}
