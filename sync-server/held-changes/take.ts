// An administrator takes a held change: it is judged as their own, and the audit trail names its author. What is
// accepted is taken; what is not stays held, with its verdict.
import type { Verdict } from '#schema/protocol.ts'
import type { Viewer } from '#schema/viewer.ts'
import { newId } from '../db/new-id.ts'
import type { TenantTx } from '../db/database.ts'
import { RequestError } from '../http/errors.ts'
import type { WriteDeps } from '../records/noun-rules.ts'
import { type Remembered, rememberedVerdicts } from '../records/remembered.ts'
import { VerbRefused } from '../records/verb-refused.ts'
import { writeChanges } from '../records/write.ts'
import { readChange } from '../sync/changes.ts'
import { nameWriters } from '../sync/writer-names.ts'
import { decideHeld, findHeld, type HeldChange, moveHeld } from './held-changes.ts'

export async function takeHeld(deps: WriteDeps, viewer: Viewer, id: string): Promise<HeldChange> {
  const { database, now } = deps
  const inFirm = <T>(work: (tx: TenantTx) => Promise<T>): Promise<T> => database.tenant(viewer.tenantId, work)
  const held = await inFirm(async (tx) => {
    // A server that stopped in the middle leaves TAKING; nobody drops it then, and it is taken again.
    await moveHeld(tx, id, ['HELD', 'TAKING'], 'TAKING')
    return findHeld(tx, id)
  })
  if (!held) throw new VerbRefused('NOT_FOUND')
  if (held.state !== 'TAKING') return held
  const judged = await judge(deps, viewer, held).catch(async (error: unknown) => {
    if (error instanceof RequestError) await inFirm((tx) => moveHeld(tx, id, ['TAKING'], 'HELD'))
    throw error
  })
  const [verdict] = await nameWriters(database, viewer, [judged])
  return inFirm(async (tx) => {
    if (isAccepted(judged))
      await decideHeld(tx, id, { from: 'TAKING', to: 'TAKEN', by: viewer.userId, at: now(), verdict: verdict! })
    else await keepHeld(tx, id, verdict!)
    return (await findHeld(tx, id))!
  })
}

const isAccepted = ({ verdict }: Verdict): boolean => verdict === 'applied' || verdict === 'merged'

async function judge(deps: WriteDeps, viewer: Viewer, { id, change, userId }: HeldChange): Promise<Verdict> {
  const before = await verdictOf(deps, viewer, id)
  if (before && isAccepted(before.result)) return before.result
  // An earlier verdict would be repeated, and things may have changed since.
  // Its place in a history that has ended would be the device's word, given with an administrator's weight.
  const theirs = { superseded: undefined, was: undefined, behind: undefined }
  const submitted = readChange({ ...change!, ...theirs, id: before ? newId() : id })
  const [verdict] = await writeChanges(deps, { kind: 'person', viewer, author: userId }, [submitted])
  return { ...verdict!, id }
}

const verdictOf = ({ database }: WriteDeps, { tenantId }: Viewer, id: string): Promise<Remembered | undefined> =>
  database.tenant(tenantId, async (tx) => (await rememberedVerdicts(tx, [id])).get(id))

const keepHeld = (tx: TenantTx, id: string, verdict: Verdict): Promise<unknown> =>
  tx.query(
    `update held_changes set state = 'HELD', verdict = $3::text::jsonb where tenant_id = $1 and id = $2 and state = 'TAKING'`,
    [tx.tenantId, id, JSON.stringify(verdict)],
  )
