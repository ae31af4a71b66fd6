/// The tables of a machine's database.
enum DatabaseSchema {
  /// "BaBy" as `PRAGMA application_id`.
  static let ladder = SchemaLadder(
    applicationID: 0x4261_4279, identity: ("store", "instance"), steps: [DatabaseVersion1.sql])
}
