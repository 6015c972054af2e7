// Judged as the administrator's change with its author's defaults; the audit entry names both. A refused one stays
// held.
import { isAccepted, type Verdict } from '#schema/sync/protocol.ts'
import type { Viewer } from '#schema/kernel/viewer.ts'
import { viewerOfPerson } from '#server/auth/investor-users.ts'
import type { TenantTx } from '#server/db/connect/database.ts'
import { newId } from '#server/db/new-id.ts'
import { RequestError } from '#server/http/errors.ts'
import { asPerson, type PersonActor } from '#server/records/actor.ts'
import { refusedByDatabase } from '#server/records/write/database-error.ts'
import type { WriteDeps } from '#server/records/rows/entity-rules.ts'
import type { Submitted } from '#server/records/judge/outcome.ts'
import { rememberedVerdicts } from '#server/records/write/earlier-verdicts.ts'
import { CodedError } from '#server/records/coded-error.ts'
import { tryComposed, writeComposed } from '#server/records/write/write.ts'
import { readChange } from '#server/sync/changes.ts'
import { nameWriters } from '#server/sync/writer-names.ts'
import { decideHeld, findHeld, type HeldChange, storeVerdict, lockHeld } from './held-changes.ts'

interface Acceptance {
  /** The hash of the result that the administrator was shown. */
  readonly expect?: string
  /** Joins the transaction and still reads the contents. */
  readonly onAccepted: (tx: TenantTx, held: HeldChange) => Promise<void>
}

export async function acceptHeld(
  deps: WriteDeps,
  viewer: Viewer,
  id: string,
  { expect, onAccepted }: Acceptance,
): Promise<HeldChange> {
  const inFirm = <T>(work: (tx: TenantTx) => Promise<T>): Promise<T> => deps.database.tenant(viewer.tenantId, work)
  const held = await inFirm((tx) => findHeld(tx, id))
  if (!held) throw new CodedError('NOT_FOUND')
  if (wasAcceptedBy(viewer, held)) return held
  const change = expecting(changeIn(held), expect)
  const author = await viewerOfPerson(deps.database, viewer.tenantId, held.userId)
  const refusal = await refusalToAuthor(deps, author, change)
  const keepHeld = (verdict: Verdict) => inFirm((tx) => storeVerdict(tx, id, verdict))
  // The verdict may repeat names that the database cannot store.
  if (refusal) await keepHeld({ ...refusal, id }).catch((error: unknown) => keepHeld(refusedByDatabase(id, error)))
  else await write(deps, { kind: 'person', viewer, author }, id, change, onAccepted)
  const now = (await inFirm((tx) => findHeld(tx, id)))!
  wasAcceptedBy(viewer, now)
  return now
}

/** The response may have been lost. Throws when others decided. */
function wasAcceptedBy({ userId }: Viewer, { state, decidedBy }: HeldChange): boolean {
  if (state === 'HELD') return false
  if (state === 'TAKEN' && decidedBy === userId) return true
  throw new RequestError(
    'CONFLICT',
    {},
    `Another administrator has already ${state === 'TAKEN' ? 'accepted' : 'rejected'} this change.`,
  )
}

/** An administrator should not vouch for the position of an ended epoch. */
const changeIn = ({ id, change }: HeldChange): Submitted =>
  readChange({ ...change!, superseded: undefined, was: undefined, behind: undefined, id })

/** The administrator has seen the result that the server had, and not the one that the author was shown. */
function expecting(change: Submitted, expect: string | undefined): Submitted {
  if (expect === undefined || !('ops' in change)) return change
  return { ...change, ops: change.ops.map((op) => (op.op === 'act' && op.expect ? { ...op, expect } : op)) }
}

/** A stolen device may send anything. */
async function refusalToAuthor(deps: WriteDeps, author: Viewer, change: Submitted): Promise<Verdict | undefined> {
  // Its own id would repeat an outdated verdict.
  const [verdict] = await tryComposed(deps, asPerson(author), async () => [{ ...change, id: newId() }])
  return verdict!.verdict === 'rejected' ? verdict : undefined
}

async function write(
  deps: WriteDeps,
  actor: PersonActor,
  id: string,
  change: Submitted,
  onAccepted: (tx: TenantTx, held: HeldChange) => Promise<void>,
): Promise<void> {
  const { database, now } = deps
  const { viewer } = actor
  let known: Verdict | undefined
  await writeComposed(
    deps,
    actor,
    async (tx) => {
      if (wasAcceptedBy(viewer, (await lockHeld(tx, id))!)) return []
      const before = (await rememberedVerdicts(tx, [id])).get(id)?.result
      known = before && isAccepted(before) ? before : undefined
      if (known) return []
      // A sent verdict is final.
      return [before ? { ...change, id: newId() } : change]
    },
    async (tx, [judged = known]) => {
      if (!judged) return
      // Somebody may decide before the new transaction.
      const held = (await lockHeld(tx, id))!
      if (held.state !== 'HELD')
        throw new RequestError('CONFLICT', {}, 'Another administrator has decided on this change in the meantime.')
      const [verdict] = await nameWriters(database, viewer, [{ ...judged, id }])
      if (!isAccepted(judged)) return void (await storeVerdict(tx, id, verdict!))
      await onAccepted(tx, held)
      await decideHeld(tx, id, { state: 'TAKEN', by: viewer.userId, at: now(), verdict: verdict! })
    },
  )
}
