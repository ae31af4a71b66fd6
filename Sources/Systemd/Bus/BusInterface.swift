/// An interface of an object that this program offers to others.
public struct BusInterface {
  public var name: String
  public var methods: [Method]
  public var properties: [Property]
  public var signals: [Signal]

  public init(name: String, methods: [Method] = [], properties: [Property] = [], signals: [Signal] = []) {
    self.name = name
    self.methods = methods
    self.properties = properties
    self.signals = signals
  }

  public struct Method {
    public var name: String
    /// The types of the arguments, in D-Bus's notation. Calls with others are refused before the handler sees them.
    public var takes: String
    public var answers: String
    public var handler: ([BusValue]) throws(BusError) -> [BusValue]

    public init(
      _ name: String, takes: String = "", answers: String = "",
      handler: @escaping ([BusValue]) throws(BusError) -> [BusValue]
    ) {
      self.name = name
      self.takes = takes
      self.answers = answers
      self.handler = handler
    }
  }

  public struct Property {
    public var name: String
    public var type: String
    public var value: () -> BusValue

    public init(_ name: String, type: String, value: @escaping () -> BusValue) {
      self.name = name
      self.type = type
      self.value = value
    }
  }

  public struct Signal {
    public var name: String
    public var carries: String

    public init(_ name: String, carries: String = "") {
      self.name = name
      self.carries = carries
    }
  }
}
