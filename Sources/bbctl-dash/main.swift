import Glibc

exit(DashProgram.main(Array(CommandLine.arguments.dropFirst())))
