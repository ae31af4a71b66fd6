// swift-tools-version: 6.2

import CompilerPluginSupport
import PackageDescription

// The unsafe flags below are allowed in a root package, and in one that contrib/dev depends on by its path.

/// For what the compiler runs.
let plugin: [SwiftSetting] = [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]
/// For our own modules. Release programs carry their Swift runtime with them.
let own: [SwiftSetting] =
  plugin + [
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("ExistentialAny"),
    .unsafeFlags(["-static-stdlib"], .when(configuration: .release)),
  ]
/// For those that are in programs alone, and in nothing that the build runs (its tools are linked without the fuzzer):
/// `contrib/dev/fuzz/run` has to see which parts of them an input gets to.
let common = own + (Context.environment["BABYBASICS_FUZZ"] == nil ? [] : [.unsafeFlags(["-sanitize=fuzzer"])])
/// Not Debian's gold, which warns of what Foundation calls, and gives up on the debug information of large programs.
let linking: [LinkerSetting] = [.unsafeFlags(["-use-ld=lld"])]
/// For programs that need the system's libraries, and for clients, which start sooner without any. All are stripped, and
/// export nothing: exported symbols cost the daemon 4 MB of memory.
let program =
  linking + [
    .unsafeFlags(
      ["-static-stdlib", "-Xlinker", "-s", "-Xlinker", "--no-export-dynamic"], .when(configuration: .release))
  ]
let client = linking + [.unsafeFlags(["-static-executable", "-Xlinker", "-s"], .when(configuration: .release))]
/// ArgumentParser brings FoundationEssentials in, and a static link has to be told what that is made of.
let clientWithCommands =
  client + [
    .linkedLibrary("_FoundationCollections", .when(configuration: .release)),
    .linkedLibrary("_FoundationCShims", .when(configuration: .release)),
    .linkedLibrary("swiftSynchronization", .when(configuration: .release)),
  ]
/// For tests and what only they need.
let testing = plugin

// The modules that we use of other packages.
let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let asn1 = Target.Dependency.product(name: "SwiftASN1", package: "swift-asn1")
let asyncHTTPClient = Target.Dependency.product(name: "AsyncHTTPClient", package: "async-http-client")
let configuration = Target.Dependency.product(name: "Configuration", package: "swift-configuration")
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let cryptoExtras = Target.Dependency.product(name: "CryptoExtras", package: "swift-crypto")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let grdbSQLite = Target.Dependency.product(name: "GRDBSQLite", package: "GRDB.swift")
let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")
let hummingbird = Target.Dependency.product(name: "Hummingbird", package: "hummingbird")
let hummingbirdCore = Target.Dependency.product(name: "HummingbirdCore", package: "hummingbird")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let nio = Target.Dependency.product(name: "NIOCore", package: "swift-nio")
let nioEmbedded = Target.Dependency.product(name: "NIOEmbedded", package: "swift-nio")
let nioHTTP1 = Target.Dependency.product(name: "NIOHTTP1", package: "swift-nio")
let nioPosix = Target.Dependency.product(name: "NIOPosix", package: "swift-nio")
let nioSSL = Target.Dependency.product(name: "NIOSSL", package: "swift-nio-ssl")
let serviceLifecycle = Target.Dependency.product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
let unixSignals = Target.Dependency.product(name: "UnixSignals", package: "swift-service-lifecycle")
let x509 = Target.Dependency.product(name: "X509", package: "swift-certificates")
let yams = Target.Dependency.product(name: "Yams", package: "Yams")

let package = Package(
  name: "babybasics",
  products: [
    .executable(name: "babybasicsd", targets: ["babybasicsd"]),
    .executable(name: "babybasics-server", targets: ["babybasics-server"]),
    .executable(name: "bbbar", targets: ["bbbar"]),
    .executable(name: "bbctl", targets: ["bbctl"]),
    .executable(name: "bbctl-dash", targets: ["bbctl-dash"]),
    .executable(name: "bbctl-demo", targets: ["bbctl-demo"]),
    .executable(name: "bbagent", targets: ["bbagent"]),
    // For the fuzzer in contrib/dev.
    .library(name: "FuzzTargets", targets: ["FuzzTargets"]),
  ],
  // contrib/dev/raise-dependencies raises these.
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/apple/swift-asn1", exact: "1.7.4"),
    .package(url: "https://github.com/apple/swift-certificates", exact: "1.21.1"),
    .package(url: "https://github.com/apple/swift-configuration", exact: "1.4.0", traits: []),
    .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"),
    .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
    .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", exact: "2.37.6"),
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1", traits: []),
    .package(url: "https://github.com/jpsim/Yams", exact: "6.2.2"),
    .package(url: "https://github.com/swift-server/async-http-client", exact: "1.37.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
  ],
  targets: [
    // Values, rules and the protocol: no I/O, no clock.
    .target(name: "BabyModel", swiftSettings: common),
    // Always optimized: without it a backtest takes minutes.
    .target(
      name: "BabyStatistics", dependencies: ["BabyModel", "CGrowthTables"], exclude: ["GrowthTables"],
      swiftSettings: common + [.unsafeFlags(["-O"], .when(configuration: .debug))]),
    .target(name: "CGrowthTables", path: "Sources/BabyStatistics/GrowthTables", exclude: ["README.md", "who.bin"]),
    // Not tested where the compiler runs it: SwiftPM would build everything that is tested a second time, as a tool.
    .target(name: "WireExpansion", swiftSettings: plugin),
    .macro(name: "WireMacros", dependencies: ["SystemCalls", "WireExpansion"], swiftSettings: plugin),
    .target(name: "BabyProtocol", dependencies: ["BabyModel", "CProcess", "WireMacros"], swiftSettings: common),
    // Apart, so that the clients do not carry the family server's API.
    .target(name: "BabyAPI", dependencies: ["BabyModel", "BabyProtocol"], swiftSettings: common),

    // The daemon, from its database up.
    .target(
      name: "BabyStore", dependencies: ["BabyModel", "CProcess", "SystemCalls", grdb, grdbSQLite],
      swiftSettings: common),
    .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
    .target(
      name: "BabyImport",
      dependencies: ["BabyModel", "BabyProtocol", "CSQLite", "CSystemLibraries", "SystemCalls", "SystemLibraries"],
      swiftSettings: common),
    .target(
      name: "BabyEngine",
      dependencies: ["BabyImport", "BabyModel", "BabyProtocol", "BabyStatistics", "BabyStore", "SystemCalls"],
      swiftSettings: common),
    .systemLibrary(name: "CSystemLibraries", providers: [.apt(["libmd-dev", "zlib1g-dev"])]),
    .target(name: "SystemLibraries", dependencies: ["CSystemLibraries"], swiftSettings: own),
    .target(name: "SystemCalls", dependencies: ["CProcess"], swiftSettings: own),
    .target(name: "CProcess"),
    .systemLibrary(name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
    .target(name: "Systemd", dependencies: ["CSystemd", "SystemCalls"], swiftSettings: common),
    .target(
      name: "BabySocket",
      dependencies: ["BabyModel", "BabyProtocol", "CProcess", "SystemCalls", logging, nio, nioPosix],
      swiftSettings: common),
    .target(
      name: "BabyAccount",
      dependencies: [
        "BabyAPI", "BabyEngine", "BabyModel", "BabyProtocol", "BabyStore", "SystemCalls", "Systemd", "SystemLibraries",
        asyncHTTPClient, logging, nio, nioHTTP1, nioPosix, nioSSL,
      ], swiftSettings: common),
    .target(
      name: "BabyDaemon",
      dependencies: [
        "BabyAccount", "BabyAPI", "BabyEngine", "BabyImport", "BabyModel", "BabyProtocol", "BabySocket", "BabyStore",
        "CProcess", "SystemCalls", "Systemd", argumentParser, configuration, logging, nio, nioPosix, unixSignals, yams,
      ], swiftSettings: common),

    // The family server.
    .systemLibrary(name: "CQRencode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
    // What `Web` is made into while the package is built, and what makes it.
    .systemLibrary(name: "CBrotli", providers: [.apt(["libbrotli-dev"])]),
    .executableTarget(
      name: "embed-page", dependencies: ["CBrotli", "SystemLibraries"], swiftSettings: plugin,
      linkerSettings: linking),
    .plugin(name: "EmbedPage", capability: .buildTool(), dependencies: ["embed-page"]),
    .target(
      name: "BabyServer",
      dependencies: [
        "BabyAPI", "BabyEngine", "BabyModel", "BabyProtocol", "BabySocket", "BabyStore", "CQRencode", "SystemCalls",
        "Systemd", "SystemLibraries", argumentParser, asn1, asyncHTTPClient, crypto, cryptoExtras, httpTypes,
        hummingbird, hummingbirdCore, logging, nio, nioHTTP1, nioPosix, nioSSL, serviceLifecycle, unixSignals, x509,
      ], exclude: ["Web"], swiftSettings: common, plugins: ["EmbedPage"]),

    // The thin clients.
    .target(
      name: "BabyClient", dependencies: ["BabyModel", "BabyProtocol", "CProcess", "SystemCalls"],
      swiftSettings: common),
    .target(
      name: "BabyCommands",
      dependencies: ["BabyClient", "BabyModel", "BabyProtocol", "CProcess", "SystemCalls", argumentParser],
      swiftSettings: common),
    .target(
      name: "BabyBar", dependencies: ["BabyClient", "BabyModel", "BabyProtocol", "CProcess", "SystemCalls"],
      swiftSettings: common),

    // The programs: a few lines each, but for the agent, which nothing else needs.
    .executableTarget(
      name: "babybasicsd", dependencies: ["BabyDaemon"], swiftSettings: common, linkerSettings: program),
    .executableTarget(
      name: "babybasics-server", dependencies: ["BabyServer"], swiftSettings: common, linkerSettings: program),
    .executableTarget(name: "bbbar", dependencies: ["BabyBar"], swiftSettings: common, linkerSettings: client),
    .executableTarget(
      name: "bbctl", dependencies: ["BabyCommands"], swiftSettings: common, linkerSettings: clientWithCommands),
    .executableTarget(
      name: "bbctl-dash", dependencies: ["BabyClient", "BabyCommands", "BabyModel", "BabyProtocol", "SystemCalls"],
      swiftSettings: common, linkerSettings: clientWithCommands),
    .executableTarget(
      name: "bbctl-demo", dependencies: ["BabyClient", "BabyModel", "BabyProtocol", "SystemCalls"],
      swiftSettings: common, linkerSettings: client),
    .executableTarget(
      name: "bbagent", dependencies: ["BabyClient", "BabyModel", "BabyProtocol", "CProcess", "SystemCalls", "Systemd"],
      swiftSettings: common, linkerSettings: program),

    // Tests.
    .testTarget(
      name: "BabyModelTests", dependencies: ["BabyModel", "TestSupport"],
      exclude: ["Phrases/declared.txt", "Phrases/phrases.txt", "Phrases/sentences.txt"], swiftSettings: testing),
    .testTarget(name: "BabyStatisticsTests", dependencies: ["BabyModel", "BabyStatistics"], swiftSettings: testing),
    .testTarget(
      name: "BabyProtocolTests", dependencies: ["BabyModel", "BabyProtocol", "WireExpansion"], swiftSettings: testing),
    .testTarget(
      name: "BabyStoreTests", dependencies: ["BabyModel", "BabyStore", "TestSupport", grdb, grdbSQLite],
      exclude: ["Fixtures"], swiftSettings: testing),
    .testTarget(
      name: "BabyImportTests",
      dependencies: [
        "BabyImport", "BabyModel", "BabyProtocol", "CSQLite", "CSystemLibraries", "SystemLibraries", "TestSupport",
      ],
      resources: [.copy("Fixtures")], swiftSettings: testing),
    // What several test targets need: scenarios that hold for engine, daemon and programs alike, golden files, programs that
    // run beside a test, and a test's own bus, push service and proxy.
    .target(
      name: "TestSupport",
      dependencies: ["BabyClient", "BabyModel", "BabyProtocol", "Systemd", crypto, nio, nioHTTP1, nioPosix, nioSSL],
      path: "Tests/TestSupport", swiftSettings: common),
    .testTarget(
      name: "BabyEngineTests",
      dependencies: [
        "BabyAPI", "BabyClient", "BabyEngine", "BabyImport", "BabyModel", "BabyProtocol", "BabyStatistics", "BabyStore",
        "TestSupport",
      ], swiftSettings: testing),
    .testTarget(
      name: "BabyDaemonTests",
      dependencies: [
        "BabyAccount", "BabyAPI", "BabyDaemon", "BabyEngine", "BabyImport", "BabyModel", "BabyProtocol", "BabySocket",
        "BabyStore", "bbctl", "SystemCalls", "Systemd", "TestSupport", logging, nio, nioEmbedded, nioPosix,
      ], exclude: ["Tasks", "Transcripts"], swiftSettings: testing),
    // Daemon, family server and bbctl, by the name that it is called by, with a kind of entries that no other has; and the
    // work whose cost is counted, over all modules that read what others send.
    .executableTarget(
      name: "trial-program",
      dependencies: [
        "BabyAccount", "BabyBar", "BabyClient", "BabyCommands", "BabyDaemon", "BabyImport", "BabyModel", "BabyProtocol",
        "BabyServer", "BabySocket", "TestSupport",
      ], path: "Tests/TrialProgram", swiftSettings: common, linkerSettings: program),
    .testTarget(
      name: "BabyServerTests",
      dependencies: [
        "BabyAPI", "BabyEngine", "BabyModel", "BabyProtocol", "BabyServer", "BabyStore", "CSystemLibraries",
        "SystemLibraries",
        "TestSupport", crypto, grdb, grdbSQLite, httpTypes, hummingbird, logging, nio, nioEmbedded, nioHTTP1, nioPosix,
        nioSSL, serviceLifecycle,
      ], swiftSettings: testing),
    .testTarget(
      name: "BabyAccountTests",
      dependencies: [
        "BabyAccount", "BabyAPI", "BabyEngine", "BabyModel", "BabyProtocol", "BabyServer", "BabyStore", "TestSupport",
        logging, nio, nioPosix,
      ], swiftSettings: testing),
    .testTarget(
      name: "BabyClientTests",
      dependencies: ["BabyBar", "BabyClient", "BabyModel", "BabyProtocol", "bbagent", "Systemd", "TestSupport"],
      exclude: ["Bar/Golden"], swiftSettings: testing),
    .testTarget(
      name: "BabyCommandsTests",
      dependencies: [
        "BabyClient", "BabyCommands", "BabyModel", "BabyProtocol", "bbctl-dash", "TestSupport", argumentParser,
      ],
      exclude: ["Golden"], swiftSettings: testing),
    // What fuzzing calls; ScenarioTests runs its findings as ordinary tests. `contrib/dev/fuzz/run` builds the fuzzer.
    .target(
      name: "FuzzTargets",
      dependencies: [
        "BabyAPI", "BabyBar", "BabyClient", "BabyEngine", "BabyImport", "BabyModel", "BabyProtocol", "BabyStore",
      ], path: "Tests/FuzzTargets", swiftSettings: common),
    // Scenarios in which daemon, family server and bbctl are all in the tests' own process.
    .testTarget(
      name: "JourneyTests",
      dependencies: [
        "BabyClient", "BabyCommands", "BabyDaemon", "BabyModel", "BabyProtocol", "BabyServer", "BabySocket",
        "TestSupport", logging, nio, nioPosix,
      ], swiftSettings: testing),
    .testTarget(
      name: "ScenarioTests",
      dependencies: [
        "babybasics-server", "babybasicsd", "BabyModel", "BabyProtocol", "bbagent", "bbbar", "bbctl", "bbctl-dash",
        "bbctl-demo", "FuzzTargets", "TestSupport", "trial-program",
      ], exclude: ["Charts/Golden"], swiftSettings: testing),
  ]
)
