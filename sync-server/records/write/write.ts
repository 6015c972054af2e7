// If the database refuses the batch, its changes are tried one by one.
import { dateIn } from '#schema/money/dates.ts'
import type { Checkpoint, Verdict } from '#schema/sync/protocol.ts'
import type { TenantTx } from '#server/db/connect/database.ts'
import { type JudgedActor, authorViewerOf } from '#server/records/actor.ts'
import { codeOfDatabaseError, refusedByDatabase } from './database-error.ts'
import { judgeChange, malformedVerdict, prejudge, rejectedVerdict } from './judge-change.ts'
import { deferToNewer } from './newer-names.ts'
import type { WriteDeps } from '#server/records/rows/entity-rules.ts'
import type { OpenBatch, Prejudged, Reading } from './open-batch.ts'
import type { Submitted, SubmittedChange } from '#server/records/judge/outcome.ts'
import { isReplay, detectForeignCheckpoints, openRecovery } from '#server/records/judge/recovery.ts'
import { writtenRows } from '#schema/records/derived-ids.ts'
import { createRefusedChanges } from '#server/records/judge/refused-changes.ts'
import { type Remembered, rememberedVerdicts } from './earlier-verdicts.ts'
import { largeDeletes, readAhead, readNamed } from './read-ahead.ts'
import { needsToday, zoneOf } from './today.ts'
import { rehearse, writeBatch } from './write-batch.ts'
import { createWriters } from '#server/records/judge/writers.ts'

type Compose = (tx: TenantTx) => Promise<readonly Submitted[]>

/** In each transaction that judges changes. */
type WhenJudged = (tx: TenantTx, verdicts: readonly Verdict[]) => Promise<void>

export const writeChanges = async (
  deps: WriteDeps,
  actor: JudgedActor,
  submitted: readonly Submitted[],
): Promise<Verdict[]> => (await write(deps, actor, { compose: async () => submitted, ahead: submitted }))!

/** No other write comes between reading and writing. */
export const writeComposed = async (
  deps: WriteDeps,
  actor: JudgedActor,
  compose: Compose,
  whenJudged?: WhenJudged,
): Promise<Verdict[]> => (await write(deps, actor, { compose, whenJudged }))!

/** Null, judging nothing, when the checkpoint belongs to another timeline. */
export const writeFromCheckpoint = (
  deps: WriteDeps,
  actor: JudgedActor,
  submitted: readonly Submitted[],
  known: Checkpoint | undefined,
): Promise<Verdict[] | null> => write(deps, actor, { compose: async () => submitted, ahead: submitted, known })

export const tryComposed = (deps: WriteDeps, actor: JudgedActor, compose: Compose): Promise<Verdict[]> =>
  rehearse(deps, actor, async (batch) => {
    await judgeBatch(batch, actor, await compose(batch.tx))
    return batch.results
  })

interface Writing {
  readonly compose: Compose
  /** What `compose` returns, if that is known before the lock. */
  readonly ahead?: readonly Submitted[]
  readonly whenJudged?: WhenJudged | undefined
  readonly known?: Checkpoint | undefined
}

async function write(deps: WriteDeps, actor: JudgedActor, writing: Writing): Promise<Verdict[] | null> {
  const results = await decide(deps, actor, writing)
  // Not before, because the batch locks the firm's counter.
  if (!results) await detectForeignCheckpoints(deps.database, actor.viewer, [writing.known!], deps.now())
  for (const { verdict } of results ?? []) deps.onVerdict?.(verdict)
  return results
}

async function decide(
  deps: WriteDeps,
  actor: JudgedActor,
  { compose, ahead = [], whenJudged, known }: Writing,
): Promise<Verdict[] | null> {
  const deletes = largeDeletes(ahead)
  let submitted = ahead
  let found: FoundAhead | undefined
  try {
    return await writeBatch(
      deps,
      actor,
      async (batch) => {
        if (batch.isForked) return null
        submitted = await compose(batch.tx)
        await judgeBatch(batch, actor, submitted, found)
        await whenJudged?.(batch.tx, batch.results)
        return batch.results
      },
      {
        known,
        beforeLock: deletes.length ? (reading) => judgeDeletes(reading, actor, ahead, deletes) : undefined,
        async prefetch(reading) {
          found = ahead.length ? await findAhead(reading, actor, ahead) : undefined
        },
      },
    )
  } catch (error) {
    if (!codeOfDatabaseError(error)) throw error
    return writeOneByOne(deps, actor, submitted, whenJudged)
  }
}

async function writeOneByOne(
  deps: WriteDeps,
  actor: JudgedActor,
  submitted: readonly Submitted[],
  whenJudged?: WhenJudged,
): Promise<Verdict[]> {
  const results: Verdict[] = []
  let earlier = createRefusedChanges()
  let waiting: ReadonlySet<string> = new Set()
  for (const each of submitted) {
    try {
      const judgeOne = async (batch: OpenBatch): Promise<OpenBatch> => {
        for (const id of waiting) batch.waiting.add(id)
        await judgeBatch(batch, actor, [each])
        await whenJudged?.(batch.tx, batch.results)
        return batch
      }
      const batch = await writeBatch(deps, actor, judgeOne, { earlier })
      results.push(...batch.results)
      earlier = batch.refused
      waiting = batch.waiting
    } catch (error) {
      const verdict = refusedByDatabase(each.id, error)
      await remember(deps, actor, each, verdict, whenJudged)
      results.push(verdict)
      if ('ops' in each) earlier.add(each, verdict, () => false)
    }
  }
  return results
}

/** A refused change left nothing behind, so its verdict is saved separately. */
const remember = (
  deps: WriteDeps,
  actor: JudgedActor,
  { id, hash }: Submitted,
  result: Verdict,
  whenJudged?: WhenJudged,
): Promise<void> =>
  writeBatch(deps, actor, async (batch) => {
    await whenJudged?.(batch.tx, [result])
    if (!(await rememberedVerdicts(batch.tx, [id])).has(id))
      batch.remember.push({ id, userId: actor.viewer.userId, hash, result })
  })

/** Only a later version of the server can decide it. */
function deferChange({ waiting }: OpenBatch, id: string, rows: readonly string[]): Verdict {
  for (const each of rows) waiting.add(each)
  return { id, verdict: 'later', number: null, mark: null, code: 'NEWER' }
}

async function judgeDeletes(
  reading: Reading,
  actor: JudgedActor,
  [first]: readonly Submitted[],
  deletes: readonly SubmittedChange[],
): Promise<Prejudged | undefined> {
  await readAhead(reading, actor, deletes)
  const [change] = deletes
  return change === first && !isReplay(change!) ? prejudge(reading, actor, change!) : undefined
}

interface FoundAhead {
  readonly remembered: Map<string, Remembered>
  /** Undefined unless a change needs the date. */
  readonly zone: string | undefined
}

async function findAhead(
  { tx, set, rules }: Reading,
  actor: JudgedActor,
  submitted: readonly Submitted[],
): Promise<FoundAhead> {
  const [remembered, zone] = await Promise.all([
    rememberedVerdicts(
      tx,
      submitted.map(({ id }) => id),
    ),
    needsToday(submitted) ? zoneOf(tx, rules, authorViewerOf(actor)) : undefined,
    readNamed(set, submitted),
  ])
  return { remembered, zone }
}

async function judgeBatch(
  batch: OpenBatch,
  actor: JudgedActor,
  composed: readonly Submitted[],
  foundAhead?: FoundAhead,
): Promise<void> {
  const { tx } = batch
  const { viewer } = actor
  const now = new Date(batch.at)
  const submitted = deferToNewer(batch.otherNames, composed, batch.waiting)
  if (!submitted.length) return
  const { remembered, zone } = foundAhead ?? (await findAhead(batch, actor, submitted))
  if (zone !== undefined) batch.today = dateIn(zone, now)
  const { refused } = batch
  const replays = submitted.filter((each): each is SubmittedChange => 'ops' in each && isReplay(each))
  const recovery = await openRecovery(batch, viewer, replays, (id) => remembered.has(id), now)
  const writers = createWriters(tx, batch.trail.entries)
  await readAhead(
    batch,
    actor,
    submitted.filter((each) => !remembered.has(each.id)),
    writers,
  )
  await writers.load(
    replays.flatMap(({ was: formerNumber, ops }) =>
      formerNumber && !recovery.isInChain(formerNumber) ? ops.map(({ id }) => id) : [],
    ),
  )
  const judge = (each: Submitted): Verdict | Promise<Verdict> => {
    if ('issues' in each) return malformedVerdict(each, refused)
    if (!('ops' in each)) return deferChange(batch, each.id, each.rows)
    if (each.isNewer) return deferChange(batch, each.id, writtenRows(each))
    if (each.superseded) return rejectedVerdict(each.id, { code: 'SUPERSEDED' })
    return judgeChange(batch, actor, each, recovery, writers)
  }
  for (const each of submitted) {
    if ('ops' in each && recovery.isInChain(each.was)) {
      const { number, mark } = each.was!
      batch.results.push({ id: each.id, verdict: 'applied', number, mark })
      continue
    }
    const before = remembered.get(each.id)
    if (before) {
      batch.results.push(
        before.hash === each.hash && before.userId === viewer.userId
          ? before.result
          : rejectedVerdict(each.id, { code: 'DUPLICATE' }),
      )
      continue
    }
    const result = await judge(each)
    batch.results.push(result)
    if (result.verdict === 'later') continue
    const decision = { id: each.id, userId: viewer.userId, hash: each.hash, result }
    remembered.set(each.id, decision)
    batch.remember.push(decision)
  }
}
