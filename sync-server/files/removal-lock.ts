// While a backup copies files, no file that its snapshot names is removed.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '#server/db/connect/database.ts'
import type { Statements } from '#server/db/connect/directory.ts'

const removal = 4_103_209
const backup = 4_103_210
/** Removals take milliseconds. */
const backoff = { attempts: 300, pauseMs: 100 }

/** Does nothing and returns false while a backup runs. */
export const removeUnlessBackingUp = (
  { directory }: Pick<Database, 'directory'>,
  remove: () => Promise<unknown>,
): Promise<boolean> =>
  directory.begin(async (sql) => {
    const [free] = await sql<{ isMine: boolean }[]>`select pg_try_advisory_xact_lock_shared(${removal}) as "isMine"`
    if (free!.isMine) await remove()
    return free!.isMine
  })

/** Null when another backup of this database runs. `requireLock` throws when the connection was lost, and the lock with it. */
export const withoutRemovals = <T>(
  { directory }: Pick<Database, 'directory'>,
  work: (requireLock: () => Promise<void>) => Promise<T>,
): Promise<T | null> =>
  directory.session(async (sql) => {
    if (!(await tryLock(sql, backup))) return null
    for (let attempt = 1; !(await tryLock(sql, removal)); attempt++) {
      if (attempt === backoff.attempts) throw new Error('The server removes files for too long. Try again later.')
      await sleep(backoff.pauseMs)
    }
    return work(async () => void (await sql`select 1`))
  })

async function tryLock(sql: Statements, key: number): Promise<boolean> {
  const [locked] = await sql<{ isMine: boolean }[]>`select pg_try_advisory_lock(${key}) as "isMine"`
  return locked!.isMine
}
