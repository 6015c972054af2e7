export class Violation extends Error {
  override readonly name = 'Violation'
}

export function assert(condition: boolean, message: () => string): asserts condition {
  if (!condition) throw new Violation(message())
}
