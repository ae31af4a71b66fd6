public import BabyModel
import BabyStore

// Settings, custom reminders and the state of their occasions on their way to the family server and back.

extension Engine {
  /// The next value to send; nil while the server takes none, or everything is being fetched again.
  ///
  /// It counts as sent from now on, as in `nextWrite`.
  public func nextSetting() async throws -> PendingSetting? {
    let isIdle = try await store.read { try $0.syncState().isResyncing || $0.nextUnsentSetting() == nil }
    if isIdle { return nil }
    return try await sync { book in
      try book.read.nextUnsentSetting().flatMap { try book.transaction.beginSend(of: $0) }
    }
  }

  /// Applies the server's answer to a value that was sent: the value as the server has it now, or why it refuses it.
  /// Repeating it changes nothing.
  public func settle(_ sent: PendingSetting, _ answer: Result<SharedSetting, Refusal>) async throws {
    switch answer {
    case .success(let theirs):
      try await sync { book in
        try book.transaction.keepRemote(theirs)
        guard try book.transaction.settle(sent), sent.isRepeated else { return }
        // The next poll brings the server's current value.
        var state = try book.read.syncState()
        (state.settingsPosition, state.tag) = (nil, nil)
        try book.transaction.setSyncState(state)
      }
    case .failure(let refusal): try await sync { try $0.takeBack(sent, refusal) }
    }
  }

  /// Takes over reminders that came when they could not be read: a newer version had set them.
  public func readSettingsAgain() async throws {
    @Sendable func unread(_ read: ReadTransaction) throws -> [SharedSetting] {
      try read.remoteSettings().filter { theirs in
        guard case .reminder(let id, let child) = theirs.place.subject, let value = theirs.value else { return false }
        return try CustomReminder(sharedText: value, id: id, childID: child) != nil
          && read.sharedValue(at: theirs.place) != value && !read.isUnsent(theirs.place)
      }
    }
    let isNeeded = try await store.read { try !unread($0).isEmpty }
    guard isNeeded else { return }
    try await sync { book in try unread(book.read).forEach(book.transaction.adopt) }
  }
}

extension SyncWriter {
  /// A value that the server rejects is reset to the server's, and the inbox reports it.
  fileprivate func takeBack(_ sent: PendingSetting, _ refusal: Refusal) throws {
    let (place, ours) = (sent.setting.place, sent.setting.value)
    guard try transaction.settle(sent) else { return }
    let theirs = try read.remoteSetting(at: place)
    try transaction.adopt(theirs ?? SharedSetting(place, nil, changedAt: now))
    try transaction.addToInbox(
      .conflict, entry: nil, child: place.childID,
      text: Words.settingRefused(Words.name(of: place, ours), reason: refusal.message))
  }

  /// Merges values from the server: the last one that the server received wins. A value that is being sent from here
  /// stays until the server has it.
  ///
  /// Values from before the server had any give way to the server's, and are sent if it has none.
  /// - Parameters:
  ///   - news: nil from a server without support for values: then nothing is sent to it.
  ///   - isLast: whether this was all that there is now.
  func merge(_ news: SettingNews?, isLast: Bool, into state: inout SyncState) throws {
    guard let news else {
      if state.areSettingsListed || state.settingsPosition != nil { try transaction.markSettingsUnlisted() }
      (state.settingsPosition, state.areSettingsListed) = (nil, false)
      return
    }
    let children = Set(try read.children(includingRemoved: true).map(\.id))
    var replaced: [String] = []
    for theirs in news.settings where theirs.place.childID.map(children.contains) ?? true {
      let known = try read.remoteSetting(at: theirs.place)
      let ours = try read.sharedValue(at: theirs.place)
      let isUnsent = try read.isUnsent(theirs.place)
      try transaction.keepRemote(theirs)
      if isUnsent { continue }
      if !state.areSettingsListed, let known, known.changedAt > theirs.changedAt, ours != theirs.value {
        // The server was restored to an earlier state and has lost the value.
        try transaction.sendAgain(known)
        continue
      }
      try transaction.adopt(theirs)
      if !state.areSettingsListed, known == nil, ours != nil, let value = theirs.value, ours != value,
        case .setting(let name) = theirs.place.subject
      {
        replaced.append(Words.setting(name, value))
      }
    }
    state.settingsPosition = news.position
    if !replaced.isEmpty {
      try transaction.addToInbox(.conflict, entry: nil, child: nil, text: Words.settingsOfAccount(replaced))
    }
    if isLast, !state.areSettingsListed {
      try transaction.sendUnlistedSettings()
      state.areSettingsListed = true
    }
  }
}
