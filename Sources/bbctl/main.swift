import BabyCommands
import Glibc

exit(BbctlProgram.main(Array(CommandLine.arguments.dropFirst())))
