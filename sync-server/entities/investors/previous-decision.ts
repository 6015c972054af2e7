// An update that restores exactly the state before the last KYC decision, such as an undo, is not a new decision.
import type { Values } from '#schema/kernel/parse.ts'
import { isSame } from '#schema/records/change.ts'
import { isUuid } from '#schema/sync/protocol.ts'
import type { TenantTx } from '#server/db/connect/database.ts'
import type { Stored, Written } from '#server/records/rows/entity-rules.ts'
import type { DependentSet } from '#server/records/rows/working-set.ts'

const decided = ['kycStatus', 'kycReason', 'kycReviewOn', 'kycDocuments'] as const

type Investor = Stored<'investors'>

/** The audit trail gets the decisions of a batch only at its end. */
const rowsBeforeDecision = new WeakMap<DependentSet, Map<string, Investor>>()

export async function keepPreviousReviewer(set: DependentSet, { before, after }: Written<'investors'>): Promise<void> {
  if (!before || !after || decided.every((field) => isSame(before[field], after[field]))) return
  const inBatch = rowsBeforeDecision.get(set) ?? new Map<string, Investor>()
  rowsBeforeDecision.set(set, inBatch)
  const previous =
    before.kycDecidedAt === null ? undefined : (inBatch.get(after.id) ?? (await readPrevious(set.tx, before)))
  inBatch.set(after.id, before)
  if (!previous || !decided.every((field) => isSame(previous[field], after[field]))) return
  const { kycDecidedAt, kycDecidedBy } = previous
  set.setMaintained('investors', after, {
    kycDecidedAt: kycDecidedAt as string | null,
    // An erasure replaces names in the audit trail.
    kycDecidedBy: typeof kycDecidedBy === 'string' && isUuid(kycDecidedBy) ? kycDecidedBy : null,
  })
}

async function readPrevious(tx: TenantTx, current: Investor): Promise<Values | undefined> {
  const [last] = await tx.query<{ before: Values }>(
    `select details -> 'before' as before from audit_logs
where tenant_id = $1 and entity_id = $2::uuid and entity_type = 'investors' and details -> 'before' ? 'kycDecidedAt'
order by "timestamp" desc, place desc limit 1`,
    [tx.tenantId, current.id],
  )
  return last && { ...current, ...last.before }
}
