import BabyModel
import MessageDigest

/// The SHA-256 of a text, in hexadecimal digits: tells whether two are the same without being either.
func fingerprint(of text: String) -> String {
  MessageDigest.sha256(text.utf8).hexadecimal
}
