package import BabyModel
package import BabyProtocol

/// A kind that no version has. All there is of it stands here: nothing in Sources knows of it.
package enum TestOnlyKind {
  package static let warmth = KindDeclaration(
    "warmth", title: "Warmth", noun: "a warmth", alsoCalled: ["warmish", "heat"],
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
            unit: ("unit", "Warmth: the value's unit."),
            base: ("valueCelsius", "Warmth: the value in degrees Celsius."), plausible: 0...200,
            limits: 25...45)),
        isRequired: true, "Warmth: how warm."),
      FieldDeclaration(
        "place", heading: "type", .choice(["ear", "forehead", "armpit"]), "Warmth: where it was taken."),
    ])

  /// What an entry of the kind has of its own, as it stands on the wire.
  package struct Fields: Hashable, WireObject {
    package var values: [FieldValue?]

    package init(_ values: [FieldValue?]) { self.values = values }

    package init(reading members: inout ObjectReader) throws(WireError) {
      values = try members.values(of: warmth)
    }

    package func write(to members: inout ObjectWriter) { members.fields(of: warmth, values) }
  }
}
