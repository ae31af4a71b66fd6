import BabyBar
import Glibc

exit(BarProgram.main(Array(CommandLine.arguments.dropFirst())))
