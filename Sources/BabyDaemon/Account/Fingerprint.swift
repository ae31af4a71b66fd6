import Crypto

/// The SHA-256 of a text, in hexadecimal digits: tells whether two are the same without being either.
func fingerprint(of text: String) -> String {
  SHA256.hash(data: Array(text.utf8)).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}
