/// Makes a child the one that the caller's calls without a childId mean.
public enum ChildSelect: WriteMethod {
  public static let name = "child.select"
  public static let summary = "Selects the child that the caller's calls without a childId are about."
  public static let access = MethodAccess.everybody
  public static let errors: [ErrorCode] = .ofChild

  public typealias Params = ChildWriteParams
  public typealias Answer = ChildAnswer
}
