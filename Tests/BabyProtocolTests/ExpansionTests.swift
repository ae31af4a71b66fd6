import Testing

@testable import WireExpansion

@Suite("Members that @WireMembers adds to a struct")
struct ExpansionTests {
  private func expansion(_ source: String) throws -> [String] {
    try ObjectDeclaration(parsing: source).expansion.split(separator: "\n\n").map(String.init)
  }

  @Test("A member is read, written and set according to its type and its initial value")
  func members() throws {
    let parts = try expansion(
      """
      /// What one calls a "nap", or a "doze".
      @WireMembers("Nap")
      public struct Nap: Hashable, WireObject {
        /// When it began.
        public var start: Instant
        /// How long it was, "40m" or so;
        /// default: 10m.
        ///
        /// Not for the reference.
        public var length: String?
        /// Who sleeps.
        public var childID: ChildID
        /// True for a guess.
        public var isGuess: Bool = false
        /// Where.
        public var place: Place = .bed
        /// Null clears it.
        public var note: Nullable<String>?
      }
      """)
    #expect(
      parts == [
        #"public static var schemaName: String? { "Nap" }"#,
        """
        public init(start: Instant, length: String? = nil, childID: ChildID, isGuess: Bool = false, place: Place = .bed, \
        note: Nullable<String>? = nil) {
          self.start = start
          self.length = length
          self.childID = childID
          self.isGuess = isGuess
          self.place = place
          self.note = note
        }
        """,
        #"""
        public init(reading wire: inout ObjectReader) throws(WireError) {
          self.start = try wire.required("start", "When it began.")
          self.length = try wire.optional("length", "How long it was, \"40m\" or so; default: 10m.")
          self.childID = try wire.required("childId", "Who sleeps.")
          self.isGuess = try wire.flag("guess", "True for a guess.")
          self.place = try wire.optional("place", "Where.") ?? .bed
          self.note = try wire.nullable("note", "Null clears it.")
          try self.checkMembers()
        }
        """#,
        """
        public func write(to wire: inout ObjectWriter) {
          wire.field("start", self.start)
          wire.field("length", self.length)
          wire.field("childId", self.childID)
          wire.flag("guess", self.isGuess)
          wire.field("place", self.place)
          if let value = self.note { wire.nullable("note", value.value) }
        }
        """,
      ])
  }

  @Test("Quotes and backslashes of a description are escaped in the generated source")
  func escaping() throws {
    let parts = try expansion(
      #"""
      struct Folder: WireObject {
        /// Its "path", such as C:\new.
        var path: String
      }
      """#)
    let read = #"  self.path = try wire.required("path", "Its \"path\", such as C:\\new.")"#
    #expect(parts.contains { $0.split(separator: "\n").contains(Substring(read)) })
  }

  @Test("@Wire adds to a declaration, and @Flattened puts a value's members among the others")
  func attributes() throws {
    let parts = try expansion(
      """
      package struct Params: WriteParams {
        /// Versions.
        @Wire("protocol") package var versions: [Int]?
        /// A text.
        @Wire("text", longest: most(2, 3)) package var note: String
        /// A number.
        @Wire(in: 1...1000) package var limit: Int?
        /// The last one.
        @Wire(writesNull: true) package var last: EntryRecord?
        @Flattened package var options: WriteOptions = .init()
      }
      """)
    #expect(
      parts[1] == """
        package init(reading wire: inout ObjectReader) throws(WireError) {
          self.versions = try wire.optional("protocol", "Versions.")
          self.note = try wire.required("text", "A text.", longest: most(2, 3))
          self.limit = try wire.optional("limit", in: 1...1000, "A number.")
          self.last = try wire.optional("last", "The last one.")
          self.options = try WriteOptions(reading: &wire)
          try self.checkMembers()
        }
        """)
    #expect(
      parts[2] == """
        package func write(to wire: inout ObjectWriter) {
          wire.field("protocol", self.versions)
          wire.field("text", self.note)
          wire.field("limit", self.limit)
          wire.nullable("last", self.last)
          self.options.write(to: &wire)
        }
        """)
  }

  @Test("Computed properties are not members, and a struct with its own initializer gets no other")
  func others() throws {
    let object = try ObjectDeclaration(
      parsing: #"""
        struct Nap: WireObject {
          static let name: String = "}"
          typealias Words = [String]
          /// A brace in a text: "\(words["{"])" // and a comment }
          enum Kind: String, WireEnum { case short, long }
          /// The kind.
          var kind: Kind
          var isShort: Bool { kind == .short }
          /* var nothing: Int */
          init(_ text: String = "{", or other: () -> Void = {}) { kind = .long }
          func words() -> Words where Words == [String] { ["}", "\(kind) \("{")", """
            { "
            """] }
          /// A word that Swift has, too.
          var `for`: String?
        }
        """#)
    #expect(object.access.isEmpty)
    #expect(object.declaresInitializer)
    #expect(object.members.map(\.property) == ["kind", "`for`"])
    #expect(object.members.map(\.name) == ["kind", "for"])
    #expect(object.expansion.hasPrefix("init(reading wire"))
  }

  @Test(
    "A property that cannot be a member is refused at its place",
    arguments: [
      ("struct A { var b: Int }", "a member of the wire needs a doc comment: it describes b"),
      ("struct A {\n  /// C.\n  var b = 1\n}", "a member of the wire needs its type: b"),
      ("enum A { case b }", "only a struct has members of the wire"),
      ("struct A { func b( { }", "a bracket is not closed"),
      ("struct A { var b: String = \" }", "a text is not closed"),
    ])
  func refusals(source: String, message: String) {
    let error = #expect(throws: DeclarationError.self) { try ObjectDeclaration(parsing: source) }
    #expect(error?.message == message)
    #expect(error.map { $0.offset <= source.utf8.count } == true)
  }
}
