import Serving

/// The socket's events in the journal.
extension JournalEvent {
  static let callFailed = JournalEvent("28f1449e624b4aac9bf467721a8a30e5")
  static let connectionRefused = JournalEvent("463a251bd0fd41f69cd142e7f77d6d84")
  static let clientStalled = JournalEvent("d6c0ad8f94ea43b7bc762a4bc1dc3736")
}
