/// Version of the daemon; `CHANGELOG.md` says what is in it.
public let version = "0.1.0"
