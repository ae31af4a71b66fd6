import BabyCommands
import BabyDaemon
import BabyModel
import BabyServer
import Glibc
import TestSupport

// One program that is the daemon, the family server or bbctl, whichever it is called, with a kind of entries that is
// declared in TestSupport and nowhere else; in a folder "earlier", one that knows no activities, as earlier versions; in a
// folder "push-4711", a server that sends pushes to that port of this machine in place of the browsers' makers.
// Called cost-program, it does the work that CostTests count.
let path = CommandLine.arguments[0].split(separator: "/")
let folder = path.dropLast().last ?? ""
let isChanged = DeclaredKinds.change { kinds in
  if folder == "earlier" { kinds.removeAll { $0 == .activity } } else { kinds.append(TestOnlyKind.warmth) }
}
guard isChanged else { exit(70) }
switch path.last {
case "babybasicsd": await DaemonCommand.run()
case "babybasics-server":
  if folder.hasPrefix("push-") {
    await ServerCommand.run(pushingTo: "http://127.0.0.1:\(folder.dropFirst("push-".count))")
  } else {
    await ServerCommand.run()
  }
case "cost-program": doCountedWork()
default: exit(BbctlProgram.main(Array(CommandLine.arguments.dropFirst())))
}
