/// The tables of a family server's database.
enum ServerSchema {
  /// "BaBS" as `PRAGMA application_id`.
  static let ladder = SchemaLadder(
    applicationID: 0x4261_4253, identity: ("server", "epoch"), steps: [ServerVersion1.sql])
}
