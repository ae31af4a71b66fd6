// swift-tools-version: 6.2

import CompilerPluginSupport
import PackageDescription

// Release programs carry their Swift runtime with them. The two flags have to be unsafe ones, which SwiftPM
// allows in a root package only; this package is never anybody's dependency.
let staticRuntime: [SwiftSetting] = [.unsafeFlags(["-static-stdlib"], .when(configuration: .release))]
let common: [SwiftSetting] =
  staticRuntime + [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("ExistentialAny"),
    .treatAllWarnings(as: .error),
  ]
/// For what clients are made of, which do little and end: the first use of each type of arrays or optionals asks for it, and
/// does not have the runtime parse its name, which took a fifth of what a phrase costs.
let client: [SwiftSetting] =
  common + [
    .unsafeFlags(
      ["-Xfrontend", "-disable-concrete-type-metadata-mangled-name-accessors"], .when(configuration: .release))
  ]
/// For what is in every client: without regular expressions and what the library searches texts with, which come along
/// with the first use of one of them and are a megabyte. See docs/decisions/client-memory.md.
let thin: [SwiftSetting] =
  client + [.unsafeFlags(["-Xfrontend", "-disable-implicit-string-processing-module-import"])]
/// For what a bar's client is made of: it stays in memory all day.
let small: [SwiftSetting] = thin + [.unsafeFlags(["-Osize"], .when(configuration: .release))]
/// For what the compiler runs.
let plugin: [SwiftSetting] = [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]
/// Not Debian's gold, which warns of what Foundation calls, and gives up on the debug information of large programs. What
/// is read stands beside what is run, as gold has it: with a segment for each, a client has 0.4 MB more of its
/// own file in memory.
let linking: [LinkerSetting] = [.unsafeFlags(["-use-ld=lld", "-Xlinker", "--no-rosegment"])]
/// A client begins with what the runs in `contrib/dev/bench/order.py` have used of its libraries, so that few pages of it
/// are in memory. Names that there are no longer are passed over.
let ordered: LinkerSetting = .unsafeFlags(
  [
    "-Xlinker", "--symbol-ordering-file=\(Context.packageDirectory)/contrib/start-order",
    "-Xlinker", "--no-warn-symbol-ordering",
  ], .when(configuration: .release))
let testing: [SwiftSetting] = [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]

let package = Package(
  name: "babybasics",
  products: [
    .executable(name: "babybasicsd", targets: ["babybasicsd"]),
    .executable(name: "babybasics-server", targets: ["babybasics-server"]),
    .executable(name: "bbbar", targets: ["bbbar"]),
    .executable(name: "bbctl", targets: ["bbctl"]),
    .executable(name: "bbctl-demo", targets: ["bbctl-demo"]),
    .executable(name: "bbagent", targets: ["bbagent"]),
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
    .target(name: "BabyModel", swiftSettings: thin),
    // Optimized always: unoptimized, a backtest takes minutes.
    .target(
      name: "BabyPrediction", dependencies: ["BabyModel"],
      swiftSettings: common + [.unsafeFlags(["-O"], .when(configuration: .debug))]),
    .target(
      name: "BabyGrowth", dependencies: ["BabyModel"], exclude: ["Tables/README.md"], swiftSettings: common),
    // Not tested where the compiler runs it: SwiftPM would build everything that is tested a second time, as a tool.
    .target(name: "WireExpansion", swiftSettings: plugin),
    .macro(name: "WireMacros", dependencies: ["SystemCalls", "WireExpansion"], swiftSettings: plugin),
    .target(name: "BabyProtocol", dependencies: ["BabyModel", "WireMacros"], swiftSettings: small),

    // The daemon, from its database up.
    .target(
      name: "BabyStore",
      dependencies: [
        "BabyModel", "CProcess", "SystemCalls",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ],
      swiftSettings: common),
    .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
    .target(name: "ForeignFiles", dependencies: ["CSQLite", "CZlib", "SystemCalls"], swiftSettings: common),
    .target(name: "Gzip", dependencies: ["CZlib"], swiftSettings: common),
    .target(
      name: "BabyImport",
      dependencies: ["BabyModel", "BabyProtocol", "MessageDigest"],
      swiftSettings: common),
    .target(
      name: "BabyEngine",
      dependencies: ["BabyGrowth", "BabyImport", "BabyModel", "BabyPrediction", "BabyStore", "ForeignFiles"],
      swiftSettings: common),
    .systemLibrary(name: "CMessageDigest", providers: [.apt(["libmd-dev"])]),
    .target(name: "MessageDigest", dependencies: ["CMessageDigest"], swiftSettings: common),
    .target(name: "SystemCalls", swiftSettings: small),
    .systemLibrary(name: "CProcess"),
    .systemLibrary(name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
    .target(name: "Systemd", dependencies: ["CSystemd", "SystemCalls"], swiftSettings: common),
    .target(
      name: "Serving",
      dependencies: [
        "CProcess",
        .product(name: "Logging", package: "swift-log"), .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ],
      swiftSettings: common),
    .target(
      name: "BabySocket",
      dependencies: [
        "BabyModel", "BabyProtocol", "Serving", "SystemCalls",
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ],
      swiftSettings: common),
    .target(
      name: "BabyRecords",
      dependencies: [
        "BabyEngine", "BabyGrowth", "BabyImport", "BabyModel", "BabyPrediction", "BabyProtocol", "BabyStore",
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: common),
    .target(
      name: "BabyAccount",
      dependencies: [
        "BabyAPI", "BabyEngine", "BabyModel", "BabyProtocol", "BabyRecords", "BabyStore", "BabyUpstream",
        "MessageDigest", "SystemCalls", "Systemd",
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: common),
    .target(
      name: "BabyDaemon",
      dependencies: [
        "BabyAPI", "BabyAccount", "BabyEngine", "BabyImport", "BabyModel", "BabyProtocol", "BabyRecords", "BabySocket",
        "BabyStore", "BabyUpstream", "CProcess", "Serving", "SystemCalls", "Systemd",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Configuration", package: "swift-configuration"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
        .product(name: "Yams", package: "Yams"),
      ],
      swiftSettings: common),

    // The family server, and the way to it.
    .target(name: "BabyAPI", dependencies: ["BabyModel", "BabyProtocol"], swiftSettings: common),
    .target(
      name: "BabyUpstream",
      dependencies: [
        "BabyAPI", "BabyModel", "BabyProtocol", "SystemCalls",
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
      ],
      swiftSettings: common),
    .systemLibrary(name: "CQRencode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
    .target(name: "QRCode", dependencies: ["CQRencode"], swiftSettings: common),
    // What `Web` is made into while the package is built, and what makes it.
    .systemLibrary(name: "CBrotli", providers: [.apt(["libbrotli-dev"])]),
    .executableTarget(
      name: "embed-page", dependencies: ["CBrotli", "Gzip", "MessageDigest"], swiftSettings: plugin,
      linkerSettings: linking),
    .plugin(name: "EmbedPage", capability: .buildTool(), dependencies: ["embed-page"]),
    .target(
      name: "BabyPage",
      dependencies: [
        .product(name: "HTTPTypes", package: "swift-http-types"), .product(name: "NIOCore", package: "swift-nio"),
      ],
      exclude: ["Web"], swiftSettings: common, plugins: ["EmbedPage"]),
    .target(
      name: "WebPush",
      dependencies: [
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
      ],
      swiftSettings: common),
    .target(
      name: "BabyServer",
      dependencies: [
        "BabyAPI", "BabyEngine", "BabyModel", "BabyPage", "BabyProtocol", "BabyStore", "Gzip", "QRCode", "Serving",
        "SystemCalls", "Systemd", "WebPush",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "CryptoExtras", package: "swift-crypto"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "SwiftASN1", package: "swift-asn1"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
        .product(name: "X509", package: "swift-certificates"),
      ],
      swiftSettings: common),

    // The thin clients.
    .target(
      name: "BabyClient", dependencies: ["BabyModel", "BabyProtocol", "CProcess", "SystemCalls"], swiftSettings: small),
    .target(
      name: "BabyCommands",
      dependencies: [
        "BabyClient", "BabyModel", "BabyProtocol", "CProcess", "SystemCalls",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: client),
    .target(name: "BabyDemo", dependencies: ["BabyClient", "BabyModel", "BabyProtocol"], swiftSettings: thin),
    .target(
      name: "BabyBar", dependencies: ["BabyClient", "BabyModel", "BabyProtocol", "CProcess", "SystemCalls"],
      swiftSettings: small),

    .target(
      name: "BabyAgent",
      dependencies: ["BabyClient", "BabyModel", "BabyProtocol", "CProcess", "SystemCalls", "Systemd"],
      swiftSettings: thin),

    // The programs: a few lines each.
    .executableTarget(
      name: "babybasicsd",
      dependencies: ["BabyDaemon"],
      swiftSettings: common,
      // At a fixed address and without exported symbols: nothing loads it, and relocating it took 3 MB and a millisecond.
      linkerSettings: linking + [
        .unsafeFlags(
          ["-static-stdlib", "-Xclang-linker", "-no-pie", "-Xlinker", "--no-export-dynamic", "-Xlinker", "-s"],
          .when(configuration: .release))
      ]),
    .executableTarget(
      name: "babybasics-server",
      dependencies: ["BabyServer"],
      swiftSettings: common,
      linkerSettings: linking + [.unsafeFlags(["-static-stdlib", "-Xlinker", "-s"], .when(configuration: .release))]),
    .executableTarget(
      name: "bbbar",
      dependencies: ["BabyBar"],
      swiftSettings: common,
      linkerSettings: linking + [
        ordered,
        .unsafeFlags(["-static-executable", "-Xlinker", "-s"], .when(configuration: .release)),
      ]),
    .executableTarget(
      name: "bbctl",
      dependencies: ["BabyCommands"],
      swiftSettings: common,
      // ArgumentParser brings FoundationEssentials in, and a static link has to be told what that is made of.
      linkerSettings: linking + [
        ordered,
        .unsafeFlags(["-static-executable", "-Xlinker", "-s"], .when(configuration: .release)),
        .linkedLibrary("_FoundationCollections", .when(configuration: .release)),
        .linkedLibrary("_FoundationCShims", .when(configuration: .release)),
        .linkedLibrary("swiftSynchronization", .when(configuration: .release)),
      ]),
    .executableTarget(
      name: "bbctl-demo",
      dependencies: ["BabyClient", "BabyDemo", "BabyProtocol", "SystemCalls"],
      swiftSettings: common,
      linkerSettings: linking + [
        .unsafeFlags(["-static-executable", "-Xlinker", "-s"], .when(configuration: .release))
      ]),
    .executableTarget(
      name: "bbagent",
      dependencies: ["BabyAgent"],
      swiftSettings: common,
      linkerSettings: linking + [.unsafeFlags(["-static-stdlib", "-Xlinker", "-s"], .when(configuration: .release))]),

    // Writes the tables, colours and cases of the phone page; no user has it.
    .executableTarget(
      name: "page-tables",
      dependencies: [
        "BabyAPI", "BabyClient", "BabyEngine", "BabyModel", "BabyProtocol", "BabyRecords", "BabyStore",
        "SystemCalls",
      ],
      swiftSettings: common, linkerSettings: linking),

    // What the family server is measured against.
    .executableTarget(
      name: "hello-server",
      dependencies: [
        .product(name: "Hummingbird", package: "hummingbird"), .product(name: "Logging", package: "swift-log"),
      ],
      path: "contrib/dev/bench/hello",
      swiftSettings: common,
      linkerSettings: linking + [.unsafeFlags(["-static-stdlib", "-Xlinker", "-s"], .when(configuration: .release))]),

    // Tests.
    .testTarget(
      name: "BabyModelTests", dependencies: ["BabyModel", "TestSupport"], exclude: ["Phrases/phrases.txt"],
      swiftSettings: testing),
    .testTarget(
      name: "BabyPredictionTests", dependencies: ["BabyModel", "BabyPrediction"], swiftSettings: testing),
    .testTarget(name: "BabyGrowthTests", dependencies: ["BabyGrowth", "BabyModel"], swiftSettings: testing),
    .testTarget(name: "WireExpansionTests", dependencies: ["WireExpansion"], swiftSettings: testing),
    .testTarget(name: "BabyProtocolTests", dependencies: ["BabyModel", "BabyProtocol"], swiftSettings: testing),
    .testTarget(
      name: "BabyStoreTests",
      dependencies: ["BabyModel", "BabyStore", "TestSupport", .product(name: "GRDB", package: "GRDB.swift")],
      exclude: ["Fixtures"],
      swiftSettings: testing),
    .testTarget(name: "QRCodeTests", dependencies: ["QRCode", "TestSupport"], swiftSettings: testing),
    .testTarget(
      name: "MessageDigestTests", dependencies: ["BabyModel", "MessageDigest"], swiftSettings: testing),
    .testTarget(
      name: "ForeignFilesTests", dependencies: ["CSQLite", "CZlib", "ForeignFiles"], swiftSettings: testing),
    .testTarget(
      name: "BabyImportTests",
      dependencies: ["BabyImport", "BabyModel", "BabyProtocol"],
      resources: [.copy("Fixtures")],
      swiftSettings: testing),
    // What several of the test targets need: scenarios that hold for engine, daemon and programs alike, golden files, and
    // programs that run beside a test.
    .target(
      name: "TestSupport", dependencies: ["BabyClient", "BabyModel", "BabyProtocol"], path: "Tests/TestSupport",
      swiftSettings: common),
    .testTarget(
      name: "BabyEngineTests",
      dependencies: [
        "BabyEngine", "BabyImport", "BabyModel", "BabyPrediction", "BabyProtocol", "BabyRecords", "BabyStore",
        "TestSupport",
      ],
      swiftSettings: testing),
    .testTarget(
      name: "BabyDaemonTests",
      dependencies: [
        "BabyAPI", "BabyAccount", "BabyDaemon", "BabyEngine", "BabyImport", "BabyModel", "BabyProtocol", "BabyRecords",
        "BabySocket", "BabyStore", "BabyUpstream", "BusTesting", "Serving", "SystemCalls", "Systemd", "TestSupport",
        "bbctl",
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOEmbedded", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ],
      exclude: ["Tasks", "Transcripts"],
      swiftSettings: testing),
    // Daemon, family server and bbctl, by the name that it is called by, with a kind of entries that no other has.
    .executableTarget(
      name: "trial-program",
      dependencies: ["BabyCommands", "BabyDaemon", "BabyModel", "BabyServer", "TestSupport"],
      path: "Tests/TrialProgram", swiftSettings: common, linkerSettings: linking),
    .testTarget(
      name: "PageCaseTests", dependencies: ["BabyModel", "TestSupport", "page-tables"], swiftSettings: testing),
    // How work grows with what others send, over all modules that read it.
    .target(
      name: "EntryPoints",
      dependencies: ["BabyBar", "BabyClient", "BabyImport", "BabyModel", "BabyProtocol", "BabySocket", "BabyUpstream"],
      path: "Tests/EntryPoints", swiftSettings: common),
    .executableTarget(
      name: "cost-program", dependencies: ["EntryPoints"], path: "Tests/CostProgram", swiftSettings: common),
    .testTarget(
      name: "CostTests", dependencies: ["EntryPoints", "TestSupport", "cost-program"], swiftSettings: testing),
    // A push service and browsers of a test's own.
    .target(
      name: "PushTesting",
      dependencies: [
        "BabyProtocol", "WebPush",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
      ],
      path: "Tests/PushTesting",
      swiftSettings: common),
    .testTarget(
      name: "WebPushTests",
      dependencies: [
        "PushTesting", "TestSupport", "WebPush",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
      ],
      swiftSettings: testing),
    .testTarget(
      name: "BabyPageTests",
      dependencies: ["BabyPage", "CZlib", .product(name: "HTTPTypes", package: "swift-http-types")],
      swiftSettings: testing),
    .testTarget(
      name: "BabyServerTests",
      dependencies: [
        "BabyAPI", "BabyEngine", "BabyModel", "BabyPage", "BabyProtocol", "BabyRecords", "BabyServer", "BabyStore",
        "Gzip", "PushTesting", "QRCode", "TestSupport", "WebPush",
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOEmbedded", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ],
      swiftSettings: testing),
    // A server that fails on request, in front of a real one.
    .target(
      name: "FaultProxy",
      dependencies: [
        .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
      ],
      path: "Tests/FaultProxy",
      swiftSettings: common),
    .testTarget(
      name: "BabyUpstreamTests",
      dependencies: [
        "BabyAPI", "BabyAccount", "BabyEngine", "BabyModel", "BabyProtocol", "BabyRecords", "BabyServer", "BabyStore",
        "BabyUpstream", "FaultProxy", "TestSupport",
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ],
      swiftSettings: testing),
    .testTarget(
      name: "BabyAgentTests",
      dependencies: ["BabyAgent", "BabyClient", "BabyModel", "BabyProtocol", "Systemd"],
      swiftSettings: testing),
    // A message bus of a test's own, and programs on it.
    .target(
      name: "BusTesting", dependencies: ["Systemd", "TestSupport"], path: "Tests/BusTesting", swiftSettings: common),
    .testTarget(
      name: "SystemdTests", dependencies: ["BusTesting", "Systemd", "TestSupport"], swiftSettings: testing),
    .testTarget(
      name: "BabyClientTests", dependencies: ["BabyClient", "BabyModel", "BabyProtocol", "TestSupport"],
      swiftSettings: testing),
    .testTarget(
      name: "BabyBarTests",
      dependencies: ["BabyBar", "BabyClient", "BabyModel", "BabyProtocol"],
      exclude: ["Golden"],
      swiftSettings: testing),
    .testTarget(
      name: "BabyCommandsTests",
      dependencies: [
        "BabyClient", "BabyCommands", "BabyModel", "BabyProtocol", "TestSupport",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      exclude: ["Golden"],
      swiftSettings: testing),
    // What fuzzing calls, and its findings as ordinary tests; `contrib/dev/fuzz/run` builds the fuzzer.
    .target(
      name: "FuzzTargets",
      dependencies: [
        "BabyAPI", "BabyBar", "BabyClient", "BabyEngine", "BabyImport", "BabyModel", "BabyProtocol", "BabyStore",
        "ForeignFiles",
      ],
      path: "Tests/FuzzTargets",
      swiftSettings: common),
    .testTarget(name: "FuzzTests", dependencies: ["FuzzTargets"], swiftSettings: testing),
    // Scenarios in which daemon, family server and bbctl are all in the tests' own process.
    .testTarget(
      name: "JourneyTests",
      dependencies: [
        "BabyClient", "BabyCommands", "BabyDaemon", "BabyModel", "BabyProtocol", "BabyServer", "BabySocket",
        "TestSupport",
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ],
      swiftSettings: testing),
    .testTarget(
      name: "ScenarioTests",
      dependencies: [
        "BabyModel", "BabyProtocol", "FaultProxy", "PushTesting", "TestSupport", "babybasics-server", "babybasicsd",
        "bbagent", "bbbar", "bbctl", "bbctl-demo", "trial-program",
      ],
      swiftSettings: testing),
  ]
)

if Context.environment["BABYBASICS_FUZZ"] != nil {
  package.targets.append(
    .executableTarget(
      name: "fuzz", dependencies: ["FuzzTargets"], path: "contrib/dev/fuzz/Program",
      swiftSettings: common + [.unsafeFlags(["-parse-as-library"])],
      linkerSettings: linking + [.unsafeFlags(["-sanitize=fuzzer"])]))
  // Here and not on the command line, which would fuzz what runs while the package is built, too.
  let partsOfMacros = package.targets.filter { $0.type == .macro }.flatMap(\.dependencies).compactMap { dependency in
    if case .byNameItem(let name, _) = dependency { name } else { nil }
  }
  for target in package.targets
  where [.regular, .executable].contains(target.type) && !(partsOfMacros + ["embed-page"]).contains(target.name) {
    target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-sanitize=fuzzer"])]
  }
}
