import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/connect/database.ts'
import type { RunningDemo } from './demo.ts'
import { endDemoSessions, mayDemo } from './demo-allowed.ts'

const everyMs = 60_000

interface Deps {
  readonly config: Pick<Config, 'DEMO' | 'isLocal'>
  readonly database: Database
  readonly demo: RunningDemo
  readonly warn: (message: string) => void
}

/** DEMO=1 keeps it on. */
export async function disableUnsafeDemo({ config, database, demo, warn }: Deps): Promise<void> {
  if (!demo.isOn || config.DEMO || (await mayDemo(config, database, warn))) return
  demo.turnOff()
  await endDemoSessions(database)
}

export function watchDemo(deps: Deps): () => void {
  // Retried at the next check.
  const timer = setInterval(() => void disableUnsafeDemo(deps).catch(() => {}), everyMs)
  return () => clearInterval(timer)
}
