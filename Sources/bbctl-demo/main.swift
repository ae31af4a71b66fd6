import Glibc

exit(DemoProgram.main(Array(CommandLine.arguments.dropFirst())))
