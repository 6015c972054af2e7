// Lets the new version's writes pass, or stops all from the n-th on, as if the device had lost power there.
import type { WatchWrites } from '../support/instrument-build.ts'

export type WriteFilter = (write: string) => boolean

export interface WriteGate {
  readonly watch: WatchWrites
  /** Stops the n-th of these writes and all later writes until `open`; resolves with the n-th. */
  closeAt(count: number, isCounted: WriteFilter): Promise<string>
  open(): void
}

export function createWriteGate(): WriteGate {
  let remaining = Infinity
  let isCounted: WriteFilter = () => false
  let reached = Promise.withResolvers<string>()
  return {
    watch(write) {
      if (remaining > 0 && isCounted(write)) remaining -= 1
      if (remaining > 0) return Promise.resolve()
      reached.resolve(write)
      return new Promise(() => {})
    },
    closeAt(count, filter) {
      remaining = count
      isCounted = filter
      reached = Promise.withResolvers()
      return reached.promise
    },
    open: () => void (remaining = Infinity),
  }
}
