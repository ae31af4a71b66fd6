/// Where counting begins and ends; callgrind knows it by this name.
@c(babybasics_counted)
func counted(_ work: UnsafeRawPointer) { Unmanaged<Work>.fromOpaque(work).takeUnretainedValue().run() }

final class Work {
  private let body: () throws -> Void

  init(_ body: @escaping () throws -> Void) { self.body = body }

  func run() { try? body() }
}

/// Does the work of every entry point on inputs of n and 8n, one after the other, for callgrind to count: see CostTests.
/// What makes the inputs is not counted.
func doCountedWork() {
  for point in EntryPoint.all + [.square] {
    // What is made once, at the first use, counts for nothing.
    Work(point.work(1)).run()
    for times in [1, 8] {
      let work = Work(point.work(point.size * times))
      counted(Unmanaged.passUnretained(work).toOpaque())
    }
  }
}
