public import BabyModel
import MessageDigest

extension Entry {
  /// The digest of the content, to detect later changes.
  public var contentDigest: ContentDigest {
    let hash = MessageDigest.sha256(contentBytes)
    return ContentDigest(hash: hash.prefix(8).reduce(0) { $0 << 8 | UInt64($1) })
  }
}
