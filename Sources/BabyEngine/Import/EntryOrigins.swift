import BabyImport
package import BabyModel
package import BabyProtocol

extension EntryGet.Origin {
  package init(_ origin: EntryOrigin) {
    self.init(app: importedApp(format: origin.format), format: origin.format, importedAt: origin.importedAt)
  }
}
