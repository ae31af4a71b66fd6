import BabyEngine
import BabyModel
import BabyProtocol
import Testing

@Suite("The hint for a full disk")
struct DiskHintTests {
  @Test(
    "names the folder: the file may not exist yet",
    arguments: [
      ("/data/backups/local-20261127.db", "df -h /data/backups"), ("/home/a b/local.db", "df -h '/home/a b'"),
      ("/local.db", "df -h /"), ("local.db", "df -h ."),
    ])
  func folder(path: String, hint: String) {
    #expect(RPCError(BabyError.storeFull(path: path)).hint == hint)
  }
}
