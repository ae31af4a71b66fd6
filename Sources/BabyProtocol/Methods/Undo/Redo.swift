/// Does again what the caller undid last.
public enum Redo: WriteMethod {
  public static let name = "redo"
  public static let summary = "Redoes what the caller last undid."
  public static let access = MethodAccess.everybody
  public static let errors: [ErrorCode] = .ofEntry + [.nothingToRedo, .undoConflict, .timerRunning]

  public typealias Params = WriteOptions
  public typealias Answer = Undo.Answer
}
