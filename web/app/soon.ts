/**
 * Runs what is given after whatever the browser has to do first. A timer would wait: those that follow each other come
 * every 4 ms at the soonest.
 */
export function soonByMessage(): (run: () => void) => () => void {
  const { port1, port2 } = new MessageChannel()
  const waiting = new Set<() => void>()
  port1.onmessage = () => {
    const [run] = waiting
    if (!run) return
    waiting.delete(run)
    run()
  }
  return (run) => {
    const own = () => run()
    waiting.add(own)
    port2.postMessage(null)
    return () => void waiting.delete(own)
  }
}
