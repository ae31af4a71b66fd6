/// Makes the stored properties of a struct the members of an object on the wire. Each is declared once:
///
///     @WireMembers("Nap") public struct NapRecord: WireObject {
///       /// When it began.
///       public var start: Instant
///       /// When it ended; left out while it is running.
///       public var end: Instant?
///       /// True if it is only a guess.
///       public var isGuess: Bool = false
///     }
///
/// From this come the memberwise initializer, reading, writing and the schema with its descriptions, which are the first
/// paragraphs of the doc comments. A member whose type is optional may be left out, and is when it is nil. So may one
/// with an initial value, which it has then; a flag that is false is not written. `childID` is called `childId` on the
/// wire, and `isGuess` is called `guess`, unless `@Wire` says otherwise.
///
/// As in plain Swift, a struct with its own initializer gets no memberwise one. Rules between members belong in
/// `checkMembers()`.
///
/// - Parameter schemaName: name in the schema's components, for objects that several methods share.
@attached(member, names: named(init), named(write), named(schemaName))
public macro WireMembers(_ schemaName: String? = nil) = #externalMacro(module: "WireMacros", type: "WireMembers")

/// The properties of a member beyond its declaration.
///
/// - Parameters:
///   - name: what it is called on the wire.
///   - longest: bytes that a text may have which is read strictly.
///   - writesNull: it is always written: as null when it is nil.
@attached(peer)
public macro Wire(_ name: String? = nil, longest: Int = WireLimit.text, writesNull: Bool = false) =
  #externalMacro(module: "WireMacros", type: "Wire")

/// The properties of a number beyond its declaration.
///
/// - Parameters:
///   - name: what it is called on the wire.
///   - range: what it has to be in. Another number is refused before anything is calculated with it.
@attached(peer)
public macro Wire<Number: Comparable>(_ name: String? = nil, in range: ClosedRange<Number>) =
  #externalMacro(module: "WireMacros", type: "Wire")

/// The members of the property's value are members of the object itself.
@attached(peer)
public macro Flattened() = #externalMacro(module: "WireMacros", type: "Wire")
