export class Violation extends Error {
  override readonly name = 'Violation'
}

export function hold(isSo: boolean, otherwise: () => string): asserts isSo {
  if (!isSo) throw new Violation(otherwise())
}
