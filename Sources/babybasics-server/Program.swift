import BabyServer

@main
enum Program {
  static func main() async { await ServerCommand.run() }
}
