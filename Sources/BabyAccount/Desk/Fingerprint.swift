import BabyModel
import Crypto

/// The SHA-256 of a text, in hexadecimal digits: tells whether two are the same without being either.
func fingerprint(of text: String) -> String {
  SHA256.hash(data: Array(text.utf8)).hexadecimal
}
