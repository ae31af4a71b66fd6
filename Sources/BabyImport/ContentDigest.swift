public import BabyModel
import MessageDigest

extension Entry {
  /// Of what it says, so that it can be told later whether that has changed.
  public var contentDigest: ContentDigest {
    let hash = MessageDigest.sha256(contentBytes)
    return ContentDigest(hash: hash.prefix(8).reduce(0) { $0 << 8 | UInt64($1) })
  }
}
