// Recomputed under the firm's lock, so parallel runs write each one once.
import { type Accrual, accrualsOf } from '#schema/portfolio/accruals.ts'
import { type Actor, tenantOf } from '#server/records/actor.ts'
import type { Batch } from '#server/records/write/batch.ts'
import type { WriteDeps } from '#server/records/rows/entity-rules.ts'
import { transact } from '#server/records/write/transact.ts'
import { type BeyondExit, readBeyondExits, readDeals } from './read-deals.ts'

/** Exceeded when one investor has more. */
const rowsPerBatch = 500

export interface Due {
  readonly investorId: string
  readonly accruals: readonly Accrual[]
}

export async function readDue(tx: Batch['tx'], until: string, investorIds?: readonly string[]): Promise<Due[]> {
  const deals = await readDeals(tx, investorIds)
  return deals
    .map((deal) => ({ investorId: deal.investorId, accruals: accrualsOf(deal, until) }))
    .filter(({ accruals }) => accruals.length > 0)
}

export interface RunResult {
  readonly written: readonly Accrual[]
  readonly removed: readonly BeyondExit[]
}

/** Activities do not list each commission. */
export async function runCommissions(deps: WriteDeps, actor: Actor, until: string): Promise<RunResult> {
  const removed = await removeBeyondExits(deps, tenantOf(actor))
  const due = await deps.database.tenant(tenantOf(actor), (tx) => readDue(tx, until))
  const written: Accrual[] = []
  for (const investorIds of partsOf(due))
    written.push(
      ...(await transact(deps, actor, (batch) => writeDue(batch, until, investorIds), { withoutActivities: true })),
    )
  return { written, removed }
}

/** The trash restores whole transactions. */
async function removeBeyondExits(deps: WriteDeps, tenantId: string): Promise<BeyondExit[]> {
  const found = await deps.database.tenant(tenantId, (tx) => readBeyondExits(tx))
  const removed: BeyondExit[] = []
  const remove = async (batch: Batch, investmentId: string) => {
    const beyond = await readBeyondExits(batch.tx, investmentId)
    for (const { id } of beyond) {
      // Detached, it does not count, so a later exit makes its day due again.
      await batch.update('commissions', id, { agreementId: null })
      await batch.remove('commissions', id)
    }
    return beyond
  }
  for (const investmentId of new Set(found.map((each) => each.investmentId)))
    removed.push(
      ...(await transact(deps, { kind: 'system', tenantId }, (batch) => remove(batch, investmentId), {
        withoutActivities: true,
      })),
    )
  return removed
}

async function writeDue(batch: Batch, until: string, investorIds: readonly string[]): Promise<Accrual[]> {
  const accruals = (await readDue(batch.tx, until, investorIds)).flatMap((each) => each.accruals)
  for (const each of accruals) await batch.create('commissions', { ...each, dueDate: each.calculatedOn })
  return accruals
}

function partsOf(due: readonly Due[]): string[][] {
  const parts: string[][] = []
  let room = 0
  for (const { investorId, accruals } of due) {
    if (room <= 0) {
      parts.push([])
      room = rowsPerBatch
    }
    parts.at(-1)!.push(investorId)
    room -= accruals.length
  }
  return parts
}
