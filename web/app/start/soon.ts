/** Yields to the browser's pending work. Browsers clamp nested timers to 4 ms. */
export function createSoon(): (run: () => void) => () => void {
  const { port1, port2 } = new MessageChannel()
  const waiting = new Set<() => void>()
  port1.onmessage = () => {
    const [run] = waiting
    if (!run) return
    waiting.delete(run)
    run()
  }
  return (run) => {
    const runOwn = () => run()
    waiting.add(runOwn)
    port2.postMessage(null)
    return () => void waiting.delete(runOwn)
  }
}
