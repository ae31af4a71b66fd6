import ArgumentParser
import BabyModel
import BabyStore

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
