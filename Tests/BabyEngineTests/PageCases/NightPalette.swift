import BabyModel
import Foundation

/// The red-shifted colours of the night: what a palette is in the dark, in one red light.
///
/// The rule, in linear light: each colour is as bright in relation to the text as it is in the dark; all of it is red but
/// for a little green, 3 % and a fifth of the colour's own share of green, so that what was greener is more of an orange;
/// there is no blue at all, which is what keeps people awake. What is read, or is an icon, gets as much of the text's
/// colour as it takes to have 4.5:1, as `legible` has it.
struct NightPalette {
  private let dark: PaletteColors
  private let textShare: Double

  init(_ palette: Palette) {
    dark = palette.colors(in: .dark)
    textShare = LinearColor(dark.text).luminance
  }

  /// All of a palette's colours.
  var colors: PaletteColors {
    var colors = dark
    colors.background = red(dark.background)
    colors.surface = red(dark.surface)
    colors.text = red(dark.text)
    colors.secondary = red(dark.secondary)
    colors.textSecondary = colors.legible(red(dark.textSecondary))
    colors.primary = colors.legible(red(dark.primary))
    colors.success = colors.legible(red(dark.success))
    colors.warning = colors.legible(red(dark.warning))
    colors.danger = colors.legible(red(dark.danger))
    return colors
  }

  /// A colour of a kind, which is an icon's.
  func color(_ color: Color) -> Color { colors.legible(red(color)) }

  private func red(_ color: Color) -> Color {
    let linear = LinearColor(color)
    let light = LinearColor(red: 1, green: 0.03 + 0.2 * linear.greenShare, blue: 0)
    let text = LinearColor(red: 1, green: 0.03 + 0.2 * LinearColor(dark.text).greenShare, blue: 0)
    let wanted = linear.luminance / textShare * text.luminance
    return light.scaled(by: min(wanted / light.luminance, 1)).color
  }
}

/// A colour as light adds up.
private struct LinearColor {
  var red: Double
  var green: Double
  var blue: Double

  init(red: Double, green: Double, blue: Double) { (self.red, self.green, self.blue) = (red, green, blue) }

  init(_ color: Color) {
    func linear(_ byte: UInt8) -> Double {
      let value = Double(byte) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    self.init(red: linear(color.red), green: linear(color.green), blue: linear(color.blue))
  }

  var luminance: Double { 0.2126 * red + 0.7152 * green + 0.0722 * blue }
  var greenShare: Double { green / max(red + green + blue, .leastNormalMagnitude) }

  func scaled(by factor: Double) -> LinearColor {
    LinearColor(red: red * factor, green: green * factor, blue: blue * factor)
  }

  var color: Color {
    func byte(_ linear: Double) -> UInt8 {
      let value = linear <= 0.0031308 ? linear * 12.92 : 1.055 * pow(linear, 1 / 2.4) - 0.055
      return UInt8((value * 255).rounded())
    }
    return Color(red: byte(red), green: byte(green), blue: byte(blue))
  }
}
