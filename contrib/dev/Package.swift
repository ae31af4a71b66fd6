// swift-tools-version: 6.2

import PackageDescription

// Programs for development that are never installed, and that no test runs. They share .build with the product, and what
// is built there already:
//
//     swift build --package-path contrib/dev --scratch-path .build -c release --product hello-server

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6), .treatAllWarnings(as: .error),
  .unsafeFlags(["-static-stdlib"], .when(configuration: .release)),
]
let linking: [LinkerSetting] = [.unsafeFlags(["-use-ld=lld"])]

let package = Package(
  name: "babybasics-dev",
  dependencies: [
    .package(name: "babybasics", path: "../.."),
    // The product's Package.swift says which versions of these.
    .package(url: "https://github.com/apple/swift-log", from: "1.0.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.0.0", traits: []),
  ],
  targets: [
    // What the family server is measured against, built as that is.
    .executableTarget(
      name: "hello-server",
      dependencies: [
        .product(name: "Hummingbird", package: "hummingbird"), .product(name: "Logging", package: "swift-log"),
      ],
      path: "bench/hello",
      swiftSettings: settings,
      linkerSettings: linking + [
        .unsafeFlags(
          ["-static-stdlib", "-Xlinker", "-s", "-Xlinker", "--no-export-dynamic"], .when(configuration: .release))
      ]),
    // `fuzz/run` builds it.
    .executableTarget(
      name: "fuzz",
      dependencies: [.product(name: "FuzzTargets", package: "babybasics")],
      path: "fuzz/Program",
      swiftSettings: settings + [.unsafeFlags(["-parse-as-library", "-sanitize=fuzzer"])],
      linkerSettings: linking + [.unsafeFlags(["-sanitize=fuzzer"])]),
  ]
)
