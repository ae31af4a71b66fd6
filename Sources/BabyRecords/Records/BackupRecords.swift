import BabyEngine
package import BabyProtocol
package import BabyStore

extension BackupRecord {
  package init(_ item: BackupFolder.Item) { self.init(name: item.name, at: item.at, bytes: item.bytes) }
}
