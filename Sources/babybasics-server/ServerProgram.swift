import BabyServer

@main
enum ServerProgram {
  static func main() async { await ServerCommand.run() }
}
