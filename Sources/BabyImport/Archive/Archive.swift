public import BabyModel

/// The contents of one of this program's own files other than entries.
public struct Archive: Hashable, Sendable {
  public var children: [Child]
  public var settings: [ArchivedSetting]
  public var reminders: [CustomReminder]

  public init(
    children: [Child] = [], settings: [ArchivedSetting] = [], reminders: [CustomReminder] = []
  ) {
    self.children = children
    self.settings = settings
    self.reminders = reminders
  }

  static func += (archive: inout Archive, next: Archive) {
    archive.children += next.children
    archive.settings += next.settings
    archive.reminders += next.reminders
  }

  /// The words by which a file says what it is.
  static let format = "babybasics"
  static let version = 1
}

/// A setting in a file.
public struct ArchivedSetting: Hashable, Sendable {
  public var key: String
  public var value: String
  /// Nil is for everything.
  public var childID: ChildID?

  public init(key: String, value: String, childID: ChildID?) {
    self.key = key
    self.value = value
    self.childID = childID
  }
}
