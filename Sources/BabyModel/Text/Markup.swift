/// Markup with text in it: HTML, XML, SVG, and Pango's, which bars, tray tooltips and notifications take.
public enum Markup {
  /// Escapes the characters that have a meaning in markup, between tags and in attributes.
  public static func escape(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
