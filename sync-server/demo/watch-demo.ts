// Somebody may make a real firm while the server runs. Then the demo accounts go off by themselves.
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

/** Turns the demo off if it may no longer run. With DEMO=1 it goes on. */
export async function endUnfitDemo({ config, database, demo, warn }: Deps): Promise<void> {
  if (!demo.isOn || config.DEMO || (await mayDemo(config, database, warn))) return
  demo.turnOff()
  await endDemoSessions(database)
}

/** Looks once a minute until it is told to stop. */
export function watchDemo(deps: Deps): () => void {
  // When the database does not answer, the next look will tell.
  const timer = setInterval(() => void endUnfitDemo(deps).catch(() => {}), everyMs)
  return () => clearInterval(timer)
}
