/// What is measured: one value as it was typed, with its unit. A corrected one keeps what it was in its history, as every
/// entry does.
extension KindDeclaration {
  static let weight = KindDeclaration(
    "weight", title: "Weight", noun: "a weight", example: "weight 7.25kg", alsoCalled: ["weighed", "weighs", "weigh"],
    fields: [
      FieldDeclaration(
        "value", heading: "amount",
        .quantity(
          QuantityDeclaration(
            units: MassUnits.all, unit: ("unit", "Weight: the value's unit."),
            base: ("valueKg", "Weight: the value in kilograms."), plausible: 0...200_000, limits: 0.3...100)),
        isRequired: true, "Weight: how heavy; pounds and ounces are pounds with a fraction.")
    ])

  static let length = KindDeclaration(
    "length", title: "Length", noun: "a length", example: "length 71.1cm", alsoCalled: ["height", "tall"],
    fields: [
      size("Length", limits: 20...150),
      FieldDeclaration(
        "position", heading: "type", .choice(LengthPosition.self),
        "Length: how it was measured; left out, as is usual at the age: lying until the second birthday."),
    ])

  static let head = KindDeclaration(
    "head", title: "Head", noun: "a head circumference", example: "head 43cm",
    alsoCalled: ["head circumference", "head size", "head measurement"],
    fields: [size("Head", limits: 15...70)])

  /// - Parameter limits: in centimetres.
  private static func size(_ title: String, limits: ClosedRange<Double>) -> FieldDeclaration {
    FieldDeclaration(
      "value", heading: "amount",
      .quantity(
        QuantityDeclaration(
          units: [
            .init("cm", alsoCalled: ["centimeters", "centimetres", "centimeter", "centimetre", "cms"]),
            .init("in", alsoCalled: ["inches", "inch"], factor: 2.54),
            .init("mm", alsoCalled: ["millimeters", "millimetres"], factor: 0.1),
          ],
          unit: ("unit", "\(title): the value's unit."), base: ("valueCm", "\(title): the value in centimetres."),
          plausible: 0...2000, limits: limits)),
      isRequired: true, "\(title): how long.")
  }

  static let temperature = KindDeclaration(
    "temperature", title: "Temperature", noun: "a temperature", example: "temperature 38.2C ear",
    alsoCalled: ["temp", "fever"],
    fields: [
      FieldDeclaration(
        "value", heading: "amount",
        .quantity(
          QuantityDeclaration(
            units: [
              .init("celsius", sign: "°C", alsoCalled: ["c", "degrees celsius", "degrees c"]),
              .init(
                "fahrenheit", sign: "°F", alsoCalled: ["f", "degrees fahrenheit", "degrees f"], factor: 5 / 9,
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

/// The units in which a child is weighed; the first is the base.
enum MassUnits {
  static let all: [QuantityDeclaration.Unit] = [
    .init("kg", alsoCalled: ["kilo", "kilos", "kgs", "kilogram", "kilograms"]),
    .init("g", alsoCalled: ["gram", "grams", "gr"], factor: 0.001),
    .init(
      "lb", alsoCalled: ["lbs", "pound", "pounds"], factor: 0.45359237,
      parts: .init("oz", alsoCalled: ["ounce", "ounces", "ozs"], perWhole: 16)),
    .init("oz", alsoCalled: ["ounce", "ounces", "ozs"], factor: 0.028349523125),
  ]
}
