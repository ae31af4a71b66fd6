/// Version of the programs, which are released together; `CHANGELOG.md` says what is in it.
public let version = "0.1.0"
