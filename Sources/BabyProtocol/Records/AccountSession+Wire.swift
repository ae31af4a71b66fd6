public import BabyModel

// A session, the same on the socket and on the family server.

extension AccountSession: WireObject {
  public static var schemaName: String? { "AccountSession" }

  public init(reading members: inout ObjectReader) throws(WireError) {
    self.init(
      id: try members.required("id", "UUID of the session."),
      name: try members.optional("name", "Host and program, or what its owner calls it."),
      createdAt: try members.required("createdAt", "When it began."),
      usedAt: try members.required("usedAt", "When it was last used, to about an hour."),
      network: try members.optional("network", "Roughly where it was last used from, as `192.0.2.0/24`."),
      expiresAt: try members.required("expiresAt", "When it expires if unused."))
  }

  public func write(to members: inout ObjectWriter) {
    members.field("id", id)
    members.field("name", name)
    members.field("createdAt", createdAt)
    members.field("usedAt", usedAt)
    members.field("network", network)
    members.field("expiresAt", expiresAt)
  }
}
