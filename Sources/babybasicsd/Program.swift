import ArgumentParser
import BabyDaemon

@main
enum Program {
  static func main() async { await DaemonCommand.main() }
}
