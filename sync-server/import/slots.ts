// Imports keep their firm's lock busy: one at a time per person and two per firm, on all nodes together, and four on one
// node. A slot that is not renewed ends, because its node may have stopped; the moment of its end says whose it is.
import type { Viewer } from '#schema/viewer.ts'
import type { Database } from '../db/database.ts'
import { validMs } from '../db/time-limits.ts'
import { rateLimited } from '../http/errors.ts'

const mostOfFirm = 2
const mostAtNode = 4
const retryAfterSeconds = 30

const refuse = (message: string): Error => rateLimited(retryAfterSeconds, message)
const busy = 'The server is busy with other imports. Please try again later.'

type Importer = Pick<Viewer, 'tenantId' | 'userId'>

/** Runs the work in a slot of this person, which the work renews; refuses when none is free. */
export type InSlot = <Result>(
  importer: Importer,
  work: (renew: () => Promise<void>) => Promise<Result>,
) => Promise<Result>

export function createSlots({ directory }: Pick<Database, 'directory'>, now: () => Date): InSlot {
  let running = 0
  const until = (): string => new Date(now().getTime() + validMs.importSlot).toISOString()

  /** Returns when the slot ends. */
  const take = ({ tenantId, userId }: Importer): Promise<string> =>
    directory.begin(async (sql) => {
      // The firm's row is held, so that two who ask at once are counted one after the other.
      await sql`select id from directory.tenants where id = ${tenantId} for update`
      const taken = await sql<{ userId: string }[]>`
        select user_id as "userId" from directory.import_turns
        where tenant_id = ${tenantId} and until > ${now().toISOString()}`
      if (taken.some((each) => each.userId === userId))
        throw refuse('An import of yours is running. Please wait until it is done.')
      if (taken.length >= mostOfFirm) throw refuse(busy)
      const end = until()
      await sql`
        insert into directory.import_turns (user_id, tenant_id, until) values (${userId}, ${tenantId}, ${end})
        on conflict (user_id) do update set tenant_id = excluded.tenant_id, until = excluded.until`
      return end
    })

  async function renew(userId: string, mine: string): Promise<string> {
    const end = until()
    const renewed = await directory`
      update directory.import_turns set until = ${end} where user_id = ${userId} and until = ${mine}`
    if (renewed.count === 0) throw refuse('This import took too long, and another one of yours has begun.')
    return end
  }

  return async (importer, work) => {
    if (running >= mostAtNode) throw refuse(busy)
    running++
    try {
      let mine = await take(importer)
      const { userId } = importer
      try {
        return await work(async () => void (mine = await renew(userId, mine)))
      } finally {
        await directory`delete from directory.import_turns where user_id = ${userId} and until = ${mine}`
      }
    } finally {
      running--
    }
  }
}
