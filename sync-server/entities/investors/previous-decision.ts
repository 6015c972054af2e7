// Taking back one’s own last KYC decision, for example by undo, restores the reviewer of the previous one.
import { decisionFields } from '#schema/entities/investors/rules.ts'
import { isSame } from '#schema/records/change.ts'
import type { TenantTx } from '#server/db/connect/database.ts'
import type { Stored, Written } from '#server/records/rows/entity-rules.ts'
import type { DependentSet } from '#server/records/rows/working-set.ts'

type Investor = Stored<'investors'>

const isSameDecision = (one: Investor, other: Investor): boolean =>
  decisionFields.every((field) => isSame(one[field], other[field]))

/** Audit entries are written at the end of a batch, too late for decisions within it. */
const beforeDecisions = new WeakMap<DependentSet, Map<string, Investor>>()

export async function keepPreviousReviewer(set: DependentSet, { before, after }: Written<'investors'>): Promise<void> {
  if (!before || !after || isSameDecision(before, after)) return
  const inBatch = beforeDecisions.get(set) ?? new Map<string, Investor>()
  beforeDecisions.set(set, inBatch)
  const earlier = inBatch.get(after.id)
  inBatch.set(after.id, before)
  if (before.kycDecidedBy === null || before.kycDecidedBy !== after.kycDecidedBy) return
  const previous = earlier ?? (await readPrevious(set.tx, before))
  if (!previous || !isSameDecision(previous, after)) return
  const { kycDecidedAt, kycDecidedBy } = previous
  set.setMaintained('investors', after, { kycDecidedAt, kycDecidedBy })
}

/** Complete, because each change of a field of a decision is a decision. */
async function readPrevious(tx: TenantTx, current: Investor): Promise<Investor | undefined> {
  const [last] = await tx.query<{ before: Partial<Investor> }>(
    `select details -> 'before' as before from audit_logs
where tenant_id = $1 and entity_id = $2::uuid and entity_type = 'investors' and details -> 'before' ?| $3::text[]
order by place desc limit 1`,
    [tx.tenantId, current.id, decisionFields],
  )
  return last && { ...current, ...last.before }
}
