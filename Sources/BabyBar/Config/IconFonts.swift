import Glibc

/// What the installed fonts can draw, as fontconfig knows them.
enum IconFonts {
  /// Whether a font has a letter; no, where nobody can be asked.
  static func has(_ letter: Unicode.Scalar) -> Bool {
    guard let answer = popen("fc-list ':charset=\(String(letter.value, radix: 16))' family 2>/dev/null", "r") else {
      return false
    }
    defer { pclose(answer) }
    return fgetc(answer) != EOF
  }
}
