import BabyCommands
import BabyDaemon
import BabyModel
import BabyServer
import Glibc
import TestSupport

// One program that is the daemon, the family server or bbctl, whichever it is called, with a kind of entries that is
// declared in TestSupport and nowhere else.
guard DeclaredKinds.add([TrialKind.warmth]) else { exit(70) }
switch CommandLine.arguments[0].split(separator: "/").last {
case "babybasicsd": await DaemonCommand.run()
case "babybasics-server": await ServerCommand.run()
default: exit(BbctlProgram.main(Array(CommandLine.arguments.dropFirst())))
}
