package import BabyModel
import Foundation

// How colours are measured, after the Web Content Accessibility Guidelines 2.2 and CSS Color 4.

extension Color {
  /// Relative luminance, from 0 for black to 1 for white.
  package var luminance: Double { 0.2126 * linear.red + 0.7152 * linear.green + 0.0722 * linear.blue }

  /// Contrast ratio, from 1 to 21.
  package func contrast(with other: Color) -> Double {
    let (darker, lighter) = (min(luminance, other.luminance), max(luminance, other.luminance))
    return (lighter + 0.05) / (darker + 0.05)
  }

  /// Degrees on the wheel: 0 is red, 120 green, 240 blue.
  package var hue: Double {
    let (red, green, blue) = (Double(red), Double(green), Double(blue))
    let (low, high) = (min(red, green, blue), max(red, green, blue))
    guard high > low else { return 0 }
    let sector =
      switch high {
      case red: (green - blue) / (high - low)
      case green: (blue - red) / (high - low) + 2
      default: (red - green) / (high - low) + 4
      }
    return (sector * 60 + 360).truncatingRemainder(dividingBy: 360)
  }

  /// How far from grey, from 0 to 1.
  package var saturation: Double {
    let (low, high) = (Double(min(red, green, blue)) / 255, Double(max(red, green, blue)) / 255)
    guard high > low else { return 0 }
    return (high - low) / (1 - abs(high + low - 1))
  }

  /// How much white lies over `base` to make this colour, from 0 to 1.
  package func whiteOverlay(on base: Color) -> Double {
    let channels = [(red, base.red), (green, base.green), (blue, base.blue)]
    return channels.map { (Double($0) - Double($1)) / (255 - Double($1)) }.reduce(0, +) / 3
  }

  /// Distance in Oklab, where 0.02 is hardly seen and black and white are 1 apart.
  package func distance(to other: Color) -> Double {
    zip(oklab, other.oklab).map { ($0 - $1) * ($0 - $1) }.reduce(0, +).squareRoot()
  }

  private var oklab: [Double] {
    let (red, green, blue) = linear
    let long = cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
    let medium = cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
    let short = cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
    return [
      0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short,
      1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short,
      0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short,
    ]
  }

  private var linear: (red: Double, green: Double, blue: Double) {
    func linear(_ byte: UInt8) -> Double {
      let value = Double(byte) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return (linear(red), linear(green), linear(blue))
  }
}
