// Changes of people and importers. They are judged together; when the database refuses them together, they are tried
// one by one. Every verdict is remembered.
import type { Known, Verdict } from '#schema/protocol.ts'
import type { JudgedActor } from './actor.ts'
import type { OpenBatch } from './open-batch.ts'
import type { WriteDeps } from './noun-rules.ts'
import { type Compose, judgeBatch } from './judge-batch.ts'
import type { Submitted } from './outcome.ts'
import { noticeHistory } from './recovery.ts'
import { codeOfDatabaseError } from './database-error.ts'
import { createRefusedBefore } from './refused-before.ts'
import { rememberedVerdicts } from './remembered.ts'
import { rehearse, writeBatch } from './write-batch.ts'

/** Decides each change, in order. Returns when everything accepted is durable. */
export const writeChanges = (
  deps: WriteDeps,
  actor: JudgedActor,
  submitted: readonly Submitted[],
): Promise<Verdict[]> => writeComposed(deps, actor, async () => submitted)

/** The same for changes that are built from the data: no other write comes between reading and writing. */
export const writeComposed = async (deps: WriteDeps, actor: JudgedActor, compose: Compose): Promise<Verdict[]> =>
  (await write(deps, actor, compose))!

/**
 * The same for a device that names points of its history; null when one of them is not in this history, and nothing was
 * judged.
 */
export const writeKnowing = (
  deps: WriteDeps,
  actor: JudgedActor,
  submitted: readonly Submitted[],
  known: Known | undefined,
): Promise<Verdict[] | null> => write(deps, actor, async () => submitted, known)

/** Computes the verdicts; nothing is written and no hint is sent. */
export const tryComposed = (deps: WriteDeps, actor: JudgedActor, compose: Compose): Promise<Verdict[]> =>
  rehearse(deps, actor, async (batch) => {
    await judgeBatch(batch, actor.viewer, compose)
    return batch.results
  })

async function write(deps: WriteDeps, actor: JudgedActor, compose: Compose, known?: Known): Promise<Verdict[] | null> {
  const results = await decide(deps, actor, compose, known)
  for (const { verdict } of results ?? []) deps.judged?.(verdict)
  return results
}

async function decide(
  deps: WriteDeps,
  actor: JudgedActor,
  compose: Compose,
  known: Known | undefined,
): Promise<Verdict[] | null> {
  let submitted: readonly Submitted[] = []
  try {
    return await writeBatch(
      deps,
      actor,
      async (batch) => {
        if (batch.isForked) {
          await noticeHistory(batch.tx, deps.database.upkeep, actor.viewer, [known!], new Date(batch.at))
          return null
        }
        await judgeBatch(batch, actor.viewer, async (tx) => (submitted = await compose(tx)))
        return batch.results
      },
      { known },
    )
  } catch (error) {
    if (!codeOfDatabaseError(error)) throw error
    return oneByOne(deps, actor, submitted)
  }
}

async function oneByOne(deps: WriteDeps, actor: JudgedActor, submitted: readonly Submitted[]): Promise<Verdict[]> {
  const results: Verdict[] = []
  let earlier = createRefusedBefore()
  let waiting: ReadonlySet<string> = new Set()
  for (const each of submitted) {
    try {
      const judgeOne = async (batch: OpenBatch): Promise<OpenBatch> => {
        for (const id of waiting) batch.waiting.add(id)
        await judgeBatch(batch, actor.viewer, async () => [each])
        return batch
      }
      const batch = await writeBatch(deps, actor, judgeOne, { earlier })
      results.push(...batch.results)
      earlier = batch.refused
      waiting = batch.waiting
    } catch (error) {
      const refusal = codeOfDatabaseError(error)
      if (!refusal) throw error
      const verdict: Verdict = { id: each.id, verdict: 'rejected', number: null, mark: null, ...refusal }
      await remember(deps, actor, each, verdict)
      results.push(verdict)
      if ('ops' in each) earlier.add(each, verdict, () => false)
    }
  }
  return results
}

/** A change that the database refused left nothing behind, so its verdict is saved separately. */
const remember = (deps: WriteDeps, actor: JudgedActor, { id, hash }: Submitted, result: Verdict): Promise<void> =>
  writeBatch(deps, actor, async (batch) => {
    if (!(await rememberedVerdicts(batch.tx, [id])).has(id))
      batch.remember.push({ id, userId: actor.viewer.userId, hash, result })
  })
