/** Rows of a table between two checks of the clock. */
export const rowsPerStep = 256

/**
 * The value of a computation that stops now and then so that a screen stays quick; here it goes on without pauses.
 */
export function valueOf<Value>(steps: Generator<undefined, Value>): Value {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
