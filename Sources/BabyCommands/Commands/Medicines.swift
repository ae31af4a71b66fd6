import ArgumentParser
import BabyModel
import BabyProtocol

struct Medicines: Command {
  static let commandName = "medicines"

  static let configuration = CommandConfiguration(
    commandName: commandName,
    abstract: "List medicines, and when each may be given again.",
    usage: "bbctl medicines [<options>]",
    discussion: """
      What was given in the last 90 days, the last one first. How often a medicine
      may be given is what you noted with a dose, and holds until another dose says
      something else. Baby Basics never suggests a dose.

        bbctl medicine Tylenol 5ml every 6h at most 4
        bbctl medicine Tylenol 5ml
        bbctl medicines

      A dose that is too soon is asked about on a terminal; else it is logged, and
      the answer says so.
      """)

  @Option(help: OptionHelp.eachChild, completion: .children) var child: String?
  @OptionGroup var global: GlobalOptions

  static let showsEachChild = true

  func run(in session: CommandSession) throws {
    try session.answer(MedicineList.self, .init(childID: child)) { .medicines($0, now: session.now) }
  }
}
