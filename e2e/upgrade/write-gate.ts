// Lets the new version's writes pass, or stops all from the n-th on, as if the device had lost power there.
import type { WatchWrites } from '../support/report-writes.ts'

export type Writes = (write: string) => boolean

export interface WriteGate {
  readonly watch: WatchWrites
  /** Resolves with the n-th of these writes, which does not happen, nor any other one until `open`. */
  closeAt(count: number, among: Writes): Promise<string>
  open(): void
}

export function createWriteGate(): WriteGate {
  let left = Infinity
  let isCounted: Writes = () => false
  let reached = Promise.withResolvers<string>()
  return {
    watch(write) {
      if (left > 0 && isCounted(write)) left -= 1
      if (left > 0) return Promise.resolve()
      reached.resolve(write)
      return new Promise(() => {})
    },
    closeAt(count, among) {
      left = count
      isCounted = among
      reached = Promise.withResolvers()
      return reached.promise
    },
    open: () => void (left = Infinity),
  }
}
