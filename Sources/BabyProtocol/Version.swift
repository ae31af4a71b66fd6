import CProcess

/// Version of the programs, which are released together; `CHANGELOG.md` says what is in it.
public let version = "0.2.0"

/// The commit that this program was built from, and its date, such as `1a2b3c4d, 2026-11-28`; `development build` in a
/// program that was not installed.
public var buildText: String { String(cString: process_build_text()) }

/// What `--version` prints, such as `0.2.0 (1a2b3c4d, 2026-11-28)`.
public var versionText: String { "\(version) (\(buildText))" }
