/// Makes an account on a family server and logs in.
public enum AccountRegister: RPCMethod {
  public static let name = "account.register"
  public static let summary = "Creates an account on a family server and logs in."
  public static let isWrite = true

  public struct Params: WireObject {
    public var email: String
    public var password: String
    /// As other caregivers see it on entries.
    public var name: String
    public var server: String?
    public var allowsInsecureHTTP: Bool

    public init(
      email: String, password: String, name: String, server: String? = nil, allowsInsecureHTTP: Bool = false
    ) {
      self.email = email
      self.password = password
      self.name = name
      self.server = server
      self.allowsInsecureHTTP = allowsInsecureHTTP
    }

    public init(reading members: inout ObjectReader) throws(WireError) {
      email = try members.required("email", "E-mail address.")
      password = try members.required(
        "password", "8 to 200 characters; it is sent to the server and not stored anywhere.")
      name = try members.required("name", "The name other caregivers see on entries; 1 to 60 characters.")
      server = try members.optional("server", AccountLogin.serverSummary)
      allowsInsecureHTTP = try members.flag("insecureHTTP", AccountLogin.insecureSummary)
    }

    public func write(to members: inout ObjectWriter) {
      members.field("email", email)
      members.field("password", password)
      members.field("name", name)
      members.field("server", server)
      members.flag("insecureHTTP", allowsInsecureHTTP)
    }
  }

  public typealias Answer = AccountAnswer
}
