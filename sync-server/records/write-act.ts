// Something done that writes no record: it takes a number of its own and stands in the audit trail like everything else.
import { v7 as uuidv7 } from 'uuid'
import { registry } from '#schema/registry.ts'
import type { Viewer } from '#schema/viewer.ts'
import { activityOf } from './activities.ts'
import { auditHash } from './audit.ts'
import { takeMark } from './batch.ts'
import type { WriteDeps } from './deps.ts'
import { transact } from './transact.ts'

export interface Act {
  /** `<entity>.<verb>` */
  readonly action: string
  readonly entityType: string
  readonly entityId: string
  readonly details: Readonly<Record<string, unknown>>
  /** What staff read of it in what was done lately. */
  readonly news?: { readonly action: 'import'; readonly title: string }
}

/** Returns the number that it took. */
export const writeAct = (deps: WriteDeps, viewer: Viewer, { details, news, ...act }: Act): Promise<number> =>
  transact(deps, viewer, async (batch) => {
    takeMark(batch, '')
    if (news) {
      const { entityType, entityId } = act
      const said = { ...news, entityType, entityId, shown: false, investorId: null }
      const after = { ...activityOf(viewer, batch.at, said), number: batch.number }
      batch.set.keep([{ of: registry.activities, before: null, after }])
    }
    const body = {
      ...act,
      id: uuidv7(),
      number: batch.number,
      userId: viewer.userId,
      details: { changeId: uuidv7(), role: viewer.role, ...details },
      timestamp: batch.at,
    }
    const hash = auditHash(batch.auditHash, body)
    batch.audit.push({ ...body, previousHash: batch.auditHash, hash })
    batch.auditHash = hash
    return batch.number
  })
