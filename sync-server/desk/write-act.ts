// Something done that writes no row: it takes a number of its own and stands in the audit trail like everything else.
import { v7 as uuidv7 } from 'uuid'
import type { Viewer } from '#schema/viewer.ts'
import { auditHash } from './audit.ts'
import { openBatch, takeMark } from './batch.ts'
import { saveBatch } from './save.ts'
import type { DeskDeps } from './write.ts'

export interface Act {
  /** `<entity>.<verb>` */
  readonly action: string
  readonly entityType: string
  readonly entityId: string
  readonly details: Readonly<Record<string, unknown>>
}

/** Returns the number that it took. */
export const writeAct = (deps: DeskDeps, viewer: Viewer, { details, ...act }: Act): Promise<number> =>
  deps.database.tenant(viewer.tenantId, async (tx) => {
    const batch = await openBatch(tx, deps.now())
    takeMark(batch, '')
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
    await saveBatch(tx, viewer, batch)
    return batch.number
  })
