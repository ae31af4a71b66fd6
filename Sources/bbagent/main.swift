import Glibc

exit(AgentProgram.main(Array(CommandLine.arguments.dropFirst())))
