import CSystemLibraries

/// Fingerprints of bytes, with libmd. It is on every Debian; a library of ciphers takes minutes to compile.
public enum MessageDigest {
  /// SHA-1 (FIPS 180-4), for UUIDs of version 5 and nothing that has to withstand an attack.
  ///
  /// - Returns: 20 bytes.
  public static func sha1(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    let bytes = Array(bytes)
    var context = SHA1_CTX()
    SHA1Init(&context)
    SHA1Update(&context, bytes, bytes.count)
    var digest = [UInt8](repeating: 0, count: Int(SHA1_DIGEST_LENGTH))
    SHA1Final(&digest, &context)
    return digest
  }

  /// SHA-256 (FIPS 180-4).
  ///
  /// - Returns: 32 bytes.
  public static func sha256(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    let bytes = Array(bytes)
    var context = SHA2_CTX()
    SHA256Init(&context)
    SHA256Update(&context, bytes, bytes.count)
    var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
    SHA256Final(&digest, &context)
    return digest
  }

  /// HMAC with SHA-256 (RFC 2104): a fingerprint that cannot be computed without the key.
  ///
  /// - Returns: 32 bytes.
  public static func hmacSHA256(_ bytes: some Sequence<UInt8>, key: some Sequence<UInt8>) -> [UInt8] {
    let blockLength = Int(SHA256_BLOCK_LENGTH)
    var block = Array(key)
    if block.count > blockLength { block = sha256(block) }
    block += [UInt8](repeating: 0, count: blockLength - block.count)
    return sha256(block.map { $0 ^ 0x5c } + sha256(block.map { $0 ^ 0x36 } + Array(bytes)))
  }
}
