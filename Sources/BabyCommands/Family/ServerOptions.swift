import ArgumentParser
import BabyModel
import BabyProtocol

/// The account and the server.
struct ServerOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The family server; default: the last one, or bbctl asks.", valueName: "url"))
  var server: String?

  @Option(
    help: ArgumentHelp("E-mail address; default: the last one, or bbctl asks.", valueName: "address"))
  var email: String?

  @Flag(name: .customLong("password-stdin"), help: "Read the password from the first line of standard input.")
  var passwordFromInput = false

  @Flag(
    name: .customLong("insecure-http"),
    help: "Allow plain http to other machines; others on the network can read everything.")
  var insecureHTTP = false
}

/// What happens to entries from before the login.
struct UploadOption: ParsableArguments {
  @Flag(
    inversion: .prefixedNo, help: "Upload entries from before the account, or not; default: ask."
  )
  var upload: Bool?
}

/// The account as given by a person or the options.
struct LoginDetails {
  var server: String
  var email: String
  var password: String
}

extension CommandSession {
  /// Finds out who logs in and where, before the server hears of it.
  ///
  /// - Parameters:
  ///   - known: who was logged in last, to be offered.
  ///   - isNew: a new password, which is typed twice.
  func credentials(_ options: ServerOptions, known: AccountRecord, isNew: Bool) throws(UsageError) -> LoginDetails {
    let address = try server(options.server, insecureHTTP: options.insecureHTTP, known: known)
    let email = try text(
      options.email, "E-mail", offering: isNew ? nil : known.email,
      missing: "Give the account's e-mail address: --email ADDRESS")
    return LoginDetails(
      server: address.description, email: email,
      password: try password(fromInput: options.passwordFromInput, isNew: isNew))
  }

  /// - Parameters:
  ///   - option: what the option says.
  ///   - known: who was logged in last, whose server is offered.
  func server(
    _ option: String?, insecureHTTP: Bool, known: AccountRecord
  ) throws(UsageError) -> ServerAddress {
    // Never send a password to a server that was not chosen.
    let offered = known.server ?? (hasPerson ? known.defaultServer : nil)
    let text = try text(option, "Server", offering: offered, missing: "Name the family server: --server URL")
    do { return try ServerAddress(text, insecureHTTP: insecureHTTP) } catch {
      throw UsageError(message: error.description, hint: error.hint(for: text))
    }
  }

  /// The option's value, otherwise what a person types, otherwise the default.
  func text(
    _ option: String?, _ what: String, offering offered: String?, missing: String
  ) throws(UsageError) -> String {
    if let option { return option }
    if hasPerson {
      let typed = ask(offered.map { "\(what) [\($0)]:" } ?? "\(what):")
      if let typed, !typed.isEmpty { return typed }
      // The end of input does not count as consent.
      if typed == nil { throw UsageError(message: missing) }
    }
    guard let offered else { throw UsageError(message: missing) }
    return offered
  }

  /// A code that was typed as one or several words, or is on standard input.
  func code(_ words: [String]) -> String {
    words == ["-"] ? environment.readLine() ?? "" : words.joined(separator: " ")
  }

  /// A password from standard input, or from a person, whose typing does not show.
  ///
  /// - Parameters:
  ///   - what: asks for it.
  ///   - isNew: has it typed twice.
  func password(
    fromInput: Bool, _ what: String = "Password", isNew: Bool = false
  ) throws(UsageError) -> String {
    if fromInput {
      guard let line = environment.readLine() else {
        throw UsageError(message: "There is no password on standard input.")
      }
      return line
    }
    guard hasPerson else {
      throw UsageError(
        message:
          "There is no terminal to ask for the password on. To read it from standard input, add --password-stdin.")
    }
    let password = try secret(what)
    if isNew, try secret("\(what) again") != password {
      throw UsageError(message: "The two passwords do not match.")
    }
    return password
  }

  private func secret(_ what: String) throws(UsageError) -> String {
    environment.writeError("\(what): ")
    guard let secret = environment.readSecret() else { throw UsageError(message: "No password was typed.") }
    return secret
  }
}

extension ServerAddressError {
  /// The option that helps with an address.
  fileprivate func hint(for address: String) -> String? {
    if case .insecure = self { "bbctl login --server \(address) --insecure-http" } else { nil }
  }
}
