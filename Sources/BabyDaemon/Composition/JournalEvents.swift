import BabySocket

/// The daemon's own events in the journal.
extension JournalEvent {
  static let ready = JournalEvent("e3e8c4ddeaf146c99fef13c223d45008")
  static let stopped = JournalEvent("42926a411af941af9424a64c0e9f45ac")
  static let startRefused = JournalEvent("072a26edd65c4b5990f00167ffaf68c0")
  static let configurationRead = JournalEvent("3c63cb5725bd49b3b4e75b4aa540547a")
  static let configurationRefused = JournalEvent("f30bd1b6c7644173bdc420402c682cb9")
  static let databaseSetAside = JournalEvent("9c40fa3cb210488c8a0dfc625f0c4b23")
  static let stuck = JournalEvent("1e4337e8eb814dc99ad14b451d519d94")
}
