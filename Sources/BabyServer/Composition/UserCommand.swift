import ArgumentParser
import BabyModel
import BabyStore

struct UserCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "user", abstract: "Manage accounts, as the server's administrator.",
    subcommands: [
      Add.self, Invite.self, ResetPassword.self, PasswordCode.self, List.self, Disable.self, Enable.self, Delete.self,
    ])

  struct Add: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Create an account; the password is asked for, or read from the first line of standard input.")

    @OptionGroup var database: DatabaseOption
    @OptionGroup var cost: CostOption
    @Argument(help: "E-mail address.") var email: String
    @Option(help: "The name that other caregivers see.") var name: String

    func run() async throws {
      try await database.withStore(isMade: true) { store in
        let account = NewAccount(email: email, name: name, password: try Terminal.password())
        guard let user = try await account.add(to: store, cost: cost.value) else {
          throw ServerStartFailure("\(email) is already registered.")
        }
        print("Added \(user.email)")
      }
    }
  }

  struct ResetPassword: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Set a new password for an account and end all its sessions.")

    @OptionGroup var database: DatabaseOption
    @OptionGroup var cost: CostOption
    @Argument(help: "E-mail address.") var email: String

    func run() async throws {
      try await database.withStore { store in
        let user = try await store.user(email)
        let password = try Terminal.password()
        try refuse(User.errors(password: password))
        let hash = try await hashed(password, cost: cost.value)
        try await store.write(at: .systemNow) { try $0.setPassword(hash, of: user.id) }
        print("Reset the password of \(user.email)")
      }
    }
  }

  struct PasswordCode: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Print a code for resetting a forgotten password.",
      discussion: "It works once, within an hour: bbctl account reset CODE. It replaces an earlier code.")

    @OptionGroup var database: DatabaseOption
    @Argument(help: "E-mail address.") var email: String

    func run() async throws {
      try await database.withStore { store in
        let user = try await store.user(email)
        guard try await !store.read({ try $0.isDisabled(user.id) }) else {
          throw ServerStartFailure("\(user.email) is disabled. First: babybasics-server user enable \(user.email)")
        }
        let code = Secrets.system.code()
        try await store.write(at: .systemNow) { try $0.setPasswordCode(Secrets.hash(code), of: user.id) }
        print(code.grouped)
      }
    }
  }

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "List the accounts: e-mail address, name, time of registration, last use, and active or disabled.")

    @OptionGroup var database: DatabaseOption

    func run() async throws {
      try await database.withStore { store in
        for account in try await store.read({ try $0.accounts() }) {
          let user = account.user
          let used = account.usedAt?.utcText ?? "never"
          let state = account.disabledAt == nil ? "active" : "disabled"
          print("\(user.email)\t\(user.name)\t\(user.createdAt.utcText)\t\(used)\t\(state)")
        }
      }
    }
  }
}

/// An account created by the server's administrator.
struct NewAccount {
  var email: String
  var name: String
  var password: String

  /// - Returns: nil when the address is registered already; then nothing has changed.
  /// - Throws: `ServerStartFailure` for an address, a name or a password that is not allowed.
  func add(to store: ServerStore, cost: PasswordCost) async throws -> User? {
    let now = Instant.systemNow
    let user = User(id: IDGenerator().next(at: now), email: email, name: name, createdAt: now)
    try refuse(user.errors(password: password))
    if try await store.read({ try $0.account(email: user.email) }) != nil { return nil }
    let hash = try await hashed(password, cost: cost)
    return try await store.write(at: now, { try $0.insert(user, password: hash) }) ? user : nil
  }
}

private func refuse(_ errors: [FieldError]) throws(ServerStartFailure) {
  guard !errors.isEmpty else { return }
  throw ServerStartFailure(errors.map { "\($0.field) \($0.message)." }.joined(separator: " "))
}

private func hashed(_ password: String, cost: PasswordCost) async throws -> String {
  let passwords = Passwords(cost: cost, secrets: .system)
  let hash = try await passwords.hash(password)
  try await passwords.stop()
  return hash
}
