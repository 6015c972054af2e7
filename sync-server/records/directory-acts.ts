// Acts on what lives outside of the tenants: people, sessions, invitations, the firm itself. The directory commits a
// change together with a note of its act, and the note becomes an entry of the firm's audit trail once the change
// stands. So the trail tells of nothing that did not happen and misses nothing, wherever a server stops, and nobody holds
// a connection of the directory while they wait for the firm's lock.
import { v7 as uuidv7 } from 'uuid'
import type { Statements } from '../db/directory.ts'
import { isUnavailable } from '../db/unavailable.ts'
import { type Actor, tenantOf } from './actor.ts'
import type { WriteDeps } from './noun-rules.ts'
import { takeMark } from './open-batch.ts'
import { type Act, auditAct } from './write-act.ts'
import { tellInvestor, writeBatch } from './write-batch.ts'

interface Noted {
  readonly id: string
  readonly actor: Actor
  readonly act: Act
  /** The person who may see something else from now on: their streams look again, their devices learn of it. */
  readonly sightOf: string | null
}

export type Note = (actor: Actor, act: Act, sightOf?: string) => Promise<void>

/** Commits everything that `work` writes in the directory and the acts that it notes, or nothing. */
export async function changeDirectory<T>(
  deps: WriteDeps,
  work: (sql: Statements, note: Note) => Promise<T>,
): Promise<T> {
  const { result, noted } = await deps.database.directory.begin(async (sql) => {
    const noted: Noted[] = []
    const note: Note = async (actor, act, sightOf) => {
      const each = { id: uuidv7(), actor, act, sightOf: sightOf ?? null }
      await sql`
        insert into directory.acts (id, tenant_id, noted, at)
        values (${each.id}, ${tenantOf(actor)}, ${JSON.stringify(each)}, ${deps.now().toISOString()})`
      noted.push(each)
    }
    return { result: await work(sql, note), noted }
  })
  try {
    for (const each of noted) await audit(deps, each)
  } catch (error) {
    // The change stands: the job audits it later.
    if (!isUnavailable(error)) throw error
  }
  return result
}

/** Audits the acts that are still noted, oldest first. */
export async function auditNoted(deps: WriteDeps, tenantId: string): Promise<void> {
  const rows = await deps.database.directory<{ noted: string }[]>`
    select noted from directory.acts where tenant_id = ${tenantId} order by at, id`
  for (const { noted } of rows) await audit(deps, JSON.parse(noted) as Noted)
}

/** Does nothing twice: the entry has the note's own id. */
async function audit(deps: WriteDeps, { id, actor, act, sightOf }: Noted): Promise<void> {
  const number = await writeBatch(deps, actor, async (batch) => {
    const { tx } = batch
    const [before] = await tx.query<{ number: number }>(
      'select n as number from audit_logs where tenant_id = $1 and id = $2',
      [tx.tenantId, id],
    )
    if (before) return before.number
    takeMark(batch, '')
    auditAct(batch, { ...act, id })
    // If they become an investor, their feed must still pass the changes they made before.
    if (sightOf !== null) await tellInvestor(tx, sightOf, batch.number)
    return batch.number
  })
  if (sightOf !== null) deps.hints.publish(tenantOf(actor), { number, audiences: {}, sight: { [sightOf]: number } })
  await deps.database.directory`delete from directory.acts where id = ${id}`
}
