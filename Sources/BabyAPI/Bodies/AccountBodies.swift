public import BabyModel
public import BabyProtocol

/// Somebody's wish for an account.
public struct Registration: WireObject {
  public static var schemaName: String? { "Registration" }

  public var email: String
  public var password: String
  public var name: String

  public init(email: String, password: String, name: String) {
    self.email = email
    self.password = password
    self.name = name
  }

  public init(reading members: inout ObjectReader) throws(WireError) {
    email = try members.required("email", "E-mail address; case does not matter.")
    password = try members.required("password", "8 to 200 characters.")
    name = try members.required("name", "The name other caregivers see on entries; 1 to 60 characters.")
  }

  public func write(to members: inout ObjectWriter) {
    members.field("email", email)
    members.field("password", password)
    members.field("name", name)
  }
}

public struct Credentials: WireObject {
  public static var schemaName: String? { "Credentials" }

  public var email: String
  public var password: String

  public init(email: String, password: String) {
    self.email = email
    self.password = password
  }

  public init(reading members: inout ObjectReader) throws(WireError) {
    email = try members.required("email", "E-mail address.")
    password = try members.required("password", "The password.")
  }

  public func write(to members: inout ObjectWriter) {
    members.field("email", email)
    members.field("password", password)
  }
}

/// A session that has begun.
public struct NewSession: WireObject {
  public static var schemaName: String? { "Session" }

  public var token: String
  public var expiresAt: Instant
  public var user: User

  public init(token: String, expiresAt: Instant, user: User) {
    self.token = token
    self.expiresAt = expiresAt
    self.user = user
  }

  public init(reading members: inout ObjectReader) throws(WireError) {
    token = try members.required("token", "For `Authorization: Bearer`; it is only given here.")
    expiresAt = try members.required("expiresAt", "When the session expires.")
    user = try members.required("user", "The user whose session it is.")
  }

  public func write(to members: inout ObjectWriter) {
    members.field("token", token)
    members.field("expiresAt", expiresAt)
    members.field("user", user)
  }
}

/// What somebody sets: everything at once, and what is not named is at its default.
public struct SettingValues: WireObject {
  public static var schemaName: String? { "SettingValues" }

  public var settings: [SettingValue]

  public init(settings: [SettingValue]) { self.settings = settings }

  public init(reading members: inout ObjectReader) throws(WireError) {
    settings = try members.required("settings", "Every setting that should not have its default value.")
  }

  public func write(to members: inout ObjectWriter) { members.field("settings", settings) }
}

public struct SettingValue: WireObject {
  public var key: String
  public var value: String

  public init(key: String, value: String) {
    self.key = key
    self.value = value
  }

  public init(reading members: inout ObjectReader) throws(WireError) {
    key = try members.required("key", "The setting's name.")
    value = try members.required("value", "Its value.")
  }

  public func write(to members: inout ObjectWriter) {
    members.field("key", key)
    members.field("value", value)
  }
}

public struct Health: WireObject {
  public var status: String
  public var version: String

  public init(status: String, version: String) {
    self.status = status
    self.version = version
  }

  public init(reading members: inout ObjectReader) throws(WireError) {
    status = try members.required("status", "`ok`.")
    version = try members.required("version", "Version of the server.")
  }

  public func write(to members: inout ObjectWriter) {
    members.field("status", status)
    members.field("version", version)
  }
}
