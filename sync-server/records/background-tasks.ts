// Best effort: failures are logged.
import { endsWithin } from './ends-within.ts'

export interface BackgroundTasks {
  begin(task: () => Promise<unknown>): void
  settled(limitMs?: number): Promise<void>
}

async function allOf(running: ReadonlySet<Promise<void>>): Promise<void> {
  while (running.size) await Promise.all(running)
}

export function createBackgroundTasks(onFailure: (error: unknown) => void): BackgroundTasks {
  const running = new Set<Promise<void>>()
  return {
    begin(task) {
      const run: Promise<void> = Promise.resolve()
        .then(async () => void (await task()))
        .catch(onFailure)
        .finally(() => running.delete(run))
      running.add(run)
    },
    async settled(limitMs) {
      const ended = allOf(running)
      if (limitMs === undefined) await ended
      else if (!(await endsWithin(ended, limitMs)))
        onFailure(new Error(`${running.size} tasks after a commit had not ended when the server stopped`))
    },
  }
}
