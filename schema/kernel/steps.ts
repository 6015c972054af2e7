export const rowsPerStep = 256

/** Runs a computation without the pauses that keep a screen responsive. */
export function runToEnd<Value>(steps: Generator<undefined, Value>): Value {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
