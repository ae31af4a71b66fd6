/// Logs in to a family server. Each account has a database of its own, so that two never mix.
public enum AccountLogin: RPCMethod {
  public static let name = "account.login"
  public static let summary = "Logs in to a family server; changes that are waiting are sent."
  public static let isWrite = true

  static let serverSummary = "Address of the server; default: the last one logged in to, or else the configured one."
  static let insecureSummary = "Allow plain http to another machine: anybody on the way can read everything."

  public struct Params: WireObject {
    public var email: String
    public var password: String
    public var server: String?
    public var allowsInsecureHTTP: Bool

    public init(email: String, password: String, server: String? = nil, allowsInsecureHTTP: Bool = false) {
      self.email = email
      self.password = password
      self.server = server
      self.allowsInsecureHTTP = allowsInsecureHTTP
    }

    public init(reading members: inout ObjectReader) throws(WireError) {
      email = try members.required("email", "E-mail address.")
      password = try members.required("password", "The password; it is sent to the server and not stored anywhere.")
      server = try members.optional("server", AccountLogin.serverSummary)
      allowsInsecureHTTP = try members.flag("insecureHTTP", AccountLogin.insecureSummary)
    }

    public func write(to members: inout ObjectWriter) {
      members.field("email", email)
      members.field("password", password)
      members.field("server", server)
      members.flag("insecureHTTP", allowsInsecureHTTP)
    }
  }

  public typealias Answer = AccountAnswer
}
