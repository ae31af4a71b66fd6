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

extension UserCommand {
  struct Disable: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Disable an account and end its sessions; its children and entries stay.")

    @OptionGroup var database: DatabaseOption
    @Argument(help: "E-mail address.") var email: String

    func run() async throws {
      try await database.withStore { store in
        let user = try await store.user(email)
        try await store.write(at: .systemNow) { try $0.disable(user.id) }
        print("Disabled \(user.email); its sessions have ended. To undo: babybasics-server user enable \(user.email)")
      }
    }
  }

  struct Enable: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Enable a disabled account.")

    @OptionGroup var database: DatabaseOption
    @Argument(help: "E-mail address.") var email: String

    func run() async throws {
      try await database.withStore { store in
        let user = try await store.user(email)
        try await store.write(at: .systemNow) { try $0.enable(user.id) }
        print("Enabled \(user.email)")
      }
    }
  }

  struct Delete: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Erase an account, and the children that have no other owner, with all their entries, for everybody.",
      discussion: "It asks first, and says which children go. Backups keep all of it until they are rotated away.")

    @OptionGroup var database: DatabaseOption
    @Argument(help: "E-mail address.") var email: String

    @Flag(name: .customLong("yes"), help: "Erase without asking.")
    var isConfirmed = false

    func run() async throws {
      try await database.withStore { store in
        let user = try await store.user(email)
        let children = try await store.read { try $0.childrenOwnedAlone(by: user.id) }.map(\.name)
        let all =
          children.isEmpty ? "No child goes with it." : "Its children go too: \(children.joined(separator: ", "))."
        guard try isConfirmed || Terminal.confirms("\(all) Erase \(user.email) with everything in the account?") else {
          throw ServerStartFailure("Nothing was changed.")
        }
        try await store.write(at: .systemNow) { try $0.erase(user.id) }
        try await store.mergeLog()
        print("Erased \(user.email). \(all)")
      }
    }
  }
}

extension ServerStore {
  /// - Throws: `ServerStartFailure` when there is no such account.
  func user(_ email: String) async throws -> User {
    let email = User.normalized(email: email)
    guard let account = try await read({ try $0.account(email: email) }) else {
      throw ServerStartFailure("There is no account \(email).")
    }
    return account.user
  }
}

struct FirstCodeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "first-code", abstract: "Print the code with which the server's first account is created.",
    discussion: """
      It works once, within a week, and only while there is no account; it replaces an earlier code. No code is ever in
      a log. Then, on any machine: bbctl register --code CODE
      """)

  @OptionGroup var database: DatabaseOption

  func run() async throws {
    try await database.withStore(isMade: true) { store in
      guard try await !store.read({ try $0.hasUsers() }) else {
        throw ServerStartFailure("Accounts already exist. To invite a person: babybasics-server user invite")
      }
      print(try await store.invite(nil, isFirst: true))
    }
  }
}

extension UserCommand {
  struct Invite: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Print a code for creating an account.",
      discussion: "It works once, within a week: bbctl register --code CODE")

    @OptionGroup var database: DatabaseOption
    @Argument(help: "E-mail address of the only account that can be created with it; default: any.") var email: String?

    func run() async throws {
      try await database.withStore { store in
        let email = email.map(User.normalized)
        if let email, try await store.read({ try $0.account(email: email) }) != nil {
          throw ServerStartFailure("\(email) is already registered.")
        }
        print(try await store.invite(email, isFirst: false))
      }
    }
  }
}

extension ServerStore {
  /// - Returns: the code, which is shown here and stored as its hash.
  fileprivate func invite(_ email: String?, isFirst: Bool) async throws -> String {
    let code = Secrets.system.code()
    let invitation = Invitation(email: email, isFirst: isFirst, createdAt: .systemNow)
    try await write(at: .systemNow) { try $0.insert(invitation, code: Secrets.hash(code)) }
    return code.grouped
  }
}
