// The one way to write. A batch is judged in memory under the tenant's lock and saved with one statement per table; every
// verdict is remembered with it. When the database refuses a batch, its changes are tried one by one.
import type { Known, Verdict } from '#schema/protocol.ts'
import type { Viewer } from '#schema/viewer.ts'
import type { TenantTx } from '../db/database.ts'
import { type Batch, linksOf, openBatch } from './batch.ts'
import { judgeBatch } from './judge-batch.ts'
import type { DeskDeps } from './deps.ts'
import type { Submitted } from './outcome.ts'
import { refusedByDatabase } from './refused-by-database.ts'
import { refusals } from './refusals.ts'
import { rememberedVerdicts } from './remembered.ts'
import { saveBatch } from './save.ts'

/** Changes made under the tenant's lock from what is there then; it may be called again when the database asks to retry. */
export type Compose = (tx: TenantTx) => Promise<readonly Submitted[]>

/** Decides each change, in order. Returns when everything that was accepted is durable. */
export const writeChanges = (deps: DeskDeps, viewer: Viewer, submitted: readonly Submitted[]): Promise<Verdict[]> =>
  writeComposed(deps, viewer, async () => submitted)

/** The same for changes that nothing may come between reading and writing of. */
export const writeComposed = async (deps: DeskDeps, viewer: Viewer, compose: Compose): Promise<Verdict[]> =>
  (await write(deps, viewer, compose))!

/** The same for a device that names a point of its history; null when this is another one, and nothing was judged. */
export const writeKnowing = (
  deps: DeskDeps,
  viewer: Viewer,
  submitted: readonly Submitted[],
  known: Known | undefined,
): Promise<Verdict[] | null> => write(deps, viewer, async () => submitted, known)

async function write(deps: DeskDeps, viewer: Viewer, compose: Compose, known?: Known): Promise<Verdict[] | null> {
  let submitted: readonly Submitted[] = []
  try {
    const batch = await writeBatch(deps, viewer, async (tx) => (submitted = await compose(tx)), { known })
    return batch.isForked ? null : batch.results
  } catch (error) {
    if (!refusedByDatabase(error)) throw error
    return oneByOne(deps, viewer, submitted)
  }
}

/** What would be decided; nothing is written and nobody hears of it. */
export const tryComposed = async (deps: DeskDeps, viewer: Viewer, compose: Compose): Promise<Verdict[]> =>
  (await deps.database.tenant(viewer.tenantId, (tx) => judgeBatch(tx, deps, viewer, compose))).results

async function writeBatch(
  deps: DeskDeps,
  viewer: Viewer,
  compose: Compose,
  given?: Parameters<typeof judgeBatch>[4],
): Promise<Batch> {
  const batch = await deps.database.tenant(viewer.tenantId, async (tx) => {
    const judged = await judgeBatch(tx, deps, viewer, compose, given)
    await saveBatch(tx, viewer, judged)
    return judged
  })
  if (batch.number > batch.before)
    deps.hints.publish(viewer.tenantId, {
      number: batch.number,
      audiences: Object.fromEntries(batch.audiences),
      sight: Object.fromEntries(linksOf(batch)),
    })
  return batch
}

async function oneByOne(deps: DeskDeps, viewer: Viewer, submitted: readonly Submitted[]): Promise<Verdict[]> {
  const results: Verdict[] = []
  let refused = refusals()
  let waiting: ReadonlySet<string> = new Set()
  for (const each of submitted) {
    try {
      const batch = await writeBatch(deps, viewer, async () => [each], { earlier: refused, waiting })
      results.push(...batch.results)
      ;({ refused, waiting } = batch)
    } catch (error) {
      const refusal = refusedByDatabase(error)
      if (!refusal) throw error
      const verdict: Verdict = { id: each.id, verdict: 'rejected', number: null, mark: null, ...refusal }
      await remember(deps, viewer, each, verdict)
      results.push(verdict)
      if ('ops' in each) refused.add(each, verdict, () => false)
    }
  }
  return results
}

/** What the database refused left nothing behind: its verdict is written down by itself. */
const remember = (deps: DeskDeps, viewer: Viewer, { id, hash }: Submitted, result: Verdict): Promise<void> =>
  deps.database.tenant(viewer.tenantId, async (tx) => {
    const batch = await openBatch(tx, deps)
    if ((await rememberedVerdicts(tx, [id])).has(id)) return
    batch.remember.push({ id, userId: viewer.userId, hash, result })
    await saveBatch(tx, viewer, batch)
  })
