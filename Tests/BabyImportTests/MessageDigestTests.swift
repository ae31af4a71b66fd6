import BabyModel
import SystemLibraries
import Testing

/// Values that the standards themselves give, or Python's hmac where they give none.
@Suite("Message digests")
struct MessageDigestTests {
  private static let long = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"

  @Test("SHA-1 matches FIPS 180-4")
  func sha1() {
    #expect(MessageDigest.sha1("abc".utf8).hexadecimal == "a9993e364706816aba3e25717850c26c9cd0d89d")
    #expect(MessageDigest.sha1(Self.long.utf8).hexadecimal == "84983e441c3bd26ebaae4aa1f95129e5e54670f1")
    #expect(MessageDigest.sha1([]).hexadecimal == "da39a3ee5e6b4b0d3255bfef95601890afd80709")
  }

  @Test("SHA-256 matches FIPS 180-4")
  func sha256() {
    #expect(
      MessageDigest.sha256("abc".utf8).hexadecimal
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(
      MessageDigest.sha256(Self.long.utf8).hexadecimal
        == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
  }

  @Test("HMAC matches RFC 4231, with keys shorter and longer than a block")
  func hmac() {
    #expect(
      MessageDigest.hmacSHA256("Hi There".utf8, key: [UInt8](repeating: 0x0b, count: 20)).hexadecimal
        == "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7")
    #expect(
      MessageDigest.hmacSHA256("what do ya want for nothing?".utf8, key: "Jefe".utf8).hexadecimal
        == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
    let text = "Test Using Larger Than Block-Size Key - Hash Key First"
    #expect(
      MessageDigest.hmacSHA256(text.utf8, key: [UInt8](repeating: 0xaa, count: 131)).hexadecimal
        == "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54")
  }

  @Test(
    "A key as long as a block is used as it is, and one that is a byte longer is hashed first",
    arguments: [
      (63, "49eb59b0cd8532d2798aee93756cf1770d35a6e7db2d49f1c70d190980ea8f9e"),
      (64, "7d138503e26666740e493a90641024397c001ad5d3618558a580052081952885"),
      (65, "eb4692e2b460982c828a3865b886231f2d852425de8f1ff47831826c0059448a"),
    ])
  func blockLongKey(length: Int, digest: String) {
    let key = [UInt8](repeating: 0xaa, count: length)
    #expect(MessageDigest.hmacSHA256("what do ya want for nothing?".utf8, key: key).hexadecimal == digest)
  }
}
