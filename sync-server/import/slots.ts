// Imports keep the firm's lock busy: one per person, two per firm, four per node. A slot ends with its node.
import type { Viewer } from '#schema/kernel/viewer.ts'
import type { Database } from '#server/db/connect/database.ts'
import type { Statements } from '#server/db/connect/directory.ts'
import { rateLimited } from '#server/http/errors.ts'

const maxPerFirm = 2
const maxPerNode = 4
const retryAfterSeconds = 30

const refuse = (message: string): Error => rateLimited(retryAfterSeconds, message)
const busy = 'The server is busy with other imports. Please try again later.'

type Importer = Pick<Viewer, 'tenantId' | 'userId'>

/** Refuses when none is free. `requireSlot` throws when the session is lost. */
export type InSlot = <Result>(
  importer: Importer,
  work: (requireSlot: () => Promise<void>) => Promise<Result>,
) => Promise<Result>

export function createSlots({ directory }: Pick<Database, 'directory'>): InSlot {
  let running = 0

  const lock = async (session: Statements, name: string): Promise<boolean> => {
    const [row] = await session<{ isMine: boolean }[]>`
      select pg_try_advisory_lock(hashtextextended(${name}, 0)) as "isMine"`
    return row!.isMine
  }

  async function acquireSlot(session: Statements, { tenantId, userId }: Importer): Promise<void> {
    // The session of a machine without power would last for hours.
    await session`
      select set_config('tcp_keepalives_idle', '15', false), set_config('tcp_keepalives_interval', '5', false),
        set_config('tcp_keepalives_count', '3', false)`
    if (!(await lock(session, `import of person ${userId}`)))
      throw refuse('An import of yours is running. Please wait until it is done.')
    for (let i = 0; i < maxPerFirm; i++) if (await lock(session, `import ${i} of firm ${tenantId}`)) return
    throw refuse(busy)
  }

  return async (importer, work) => {
    if (running >= maxPerNode) throw refuse(busy)
    running++
    try {
      return await directory.session(async (session) => {
        await acquireSlot(session, importer)
        return work(async () => void (await session`select 1`))
      })
    } finally {
      running--
    }
  }
}
