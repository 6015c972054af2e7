// Reads the feed onward to its end. Pages are written to the disk while the next ones are on the wire; the position
// moves only when they are written.
import { feedHead, type FeedPage, feedPath, type FeedRefusal } from '#schema/sync/protocol.ts'
import type { Core } from '#web/store/core/core.ts'
import type { FeedSet } from '#web/store/feed/feed-set.ts'
import { type Answer, type Ask, jsonOf } from '#web/store/wire/request.ts'
import type { Ran } from '#web/store/base/retrying-task.ts'
import { PageWrites } from '#web/store/disk/page-writes.ts'
import type { ConnectionState } from '#web/store/wire/connection-state.ts'

const digestEveryMs = 24 * 3_600_000
/** Nodes of two versions run beside each other for minutes: rows from the older one are not fetched again each time. */
const olderMs = 10 * 60_000

export interface PullDeps {
  readonly core: Core
  readonly ask: Ask
  /** Whether this context still holds the lock; to be checked after every wait. */
  readonly held: () => boolean
  readonly connection: ConnectionState
  /** The feed on the disk has changed. */
  readonly stored: () => void
  /** The server has another history: more changes are to be sent. */
  readonly begun: () => void
}

interface Asked {
  readonly set: FeedSet | undefined
  readonly after: number
  readonly answer: Promise<Answer>
}

export async function pull(deps: PullDeps): Promise<Ran> {
  const writes = new PageWrites()
  try {
    return await readOn(deps, writes)
  } finally {
    await writes.settled()
  }
}

async function readOn(deps: PullDeps, writes: PageWrites): Promise<Ran> {
  const { core, held, connection } = deps
  let ahead: Asked | undefined
  for (;;) {
    const asked = ahead && ahead.set === core.target ? ahead : ask(deps, core.target)
    const { set, after } = asked
    ahead = undefined
    const answer = await asked.answer
    if (!held()) return 'stop'
    if (answer.kind === 'answer' && answer.status === 409) {
      const ran = await beginAnew(deps, answer)
      if (ran) return ran
      if (!held()) return 'stop'
      continue
    }
    const page =
      answer.kind === 'answer' && answer.status === 200
        ? pageOf(answer.text, set, after, core.deps.identity.id)
        : undefined
    if (answer.kind === 'none' || !page) return connection.undecided(answer)
    connection.achieved()
    const begun = set ? undefined : core.beginSet(page.epoch, page.scope)
    if (!core.target) await begun
    const target = await core.feed.renew(set ?? core.target!)
    if (!held()) return 'stop'
    if (page.more) ahead = ask(deps, target, page.to)
    if (page.rows.length === 0) await writes.all()
    if (isNews(target, page)) writes.add(store(deps, target, page))
    core.feed.take(target, page.rows)
    if (page.at !== undefined) target.hear(Date.parse(page.at))
    if (page.mark !== undefined) target.heard = { number: page.to, mark: page.mark }
    await begun
    const isOurs = await (page.more ? writes.room() : writes.all())
    if (!held()) return 'stop'
    if (!isOurs) {
      ahead = undefined
      await core.feed.catchUp()
      if ((core.feed.target?.position ?? 0) <= after) return { again: 'later', notBeforeMs: null }
    } else if (!page.more) return (await isWhole(deps, target, page)) ? 'done' : { again: 'now' }
    if (!held()) return 'stop'
  }
}

/** Whether the head or the rows contain something that is not on the disk yet. */
const isNews = (set: FeedSet, { from, to, more, mark }: FeedPage): boolean =>
  to > from || !set.complete || (!more && to > set.settled) || (mark !== undefined && mark !== set.mark)

async function store({ core, stored }: PullDeps, set: FeedSet, page: FeedPage): Promise<boolean> {
  let isOurs = false
  try {
    isOurs = await core.feed.append(set, page)
  } finally {
    set.isAhead ||= !isOurs
  }
  if (isOurs) stored()
  return isOurs
}

function ask({ core, ask: send }: PullDeps, set: FeedSet | undefined, after = set?.position ?? 0): Asked {
  const isDigestDue = core.deps.now() - (core.notes.lastDigest ?? Infinity) > digestEveryMs
  const query = new URLSearchParams({
    after: String(after),
    epoch: set?.epoch ?? '',
    scope: set?.scope ?? '',
    ...(isDigestDue ? { digest: '1' } : {}),
  })
  for (const { number, mark } of core.points) query.append('known', `${number}:${mark}`)
  return { set, after, answer: send(`${feedPath}?${query.toString()}`) }
}

/** The page, if the answer is one, belongs to this person, and continues this set at its end. */
function pageOf(text: string, set: FeedSet | undefined, after: number, person: string): FeedPage | undefined {
  const page = jsonOf(text) as FeedPage | undefined
  const head = feedHead.safeParse(page)
  if (!head.success || !Array.isArray(page?.rows) || page.from !== after || page.to < after) return undefined
  if ((page.person ?? person) !== person) return undefined
  return set && (page.epoch !== set.epoch || page.scope !== set.scope) ? undefined : page
}

/** History or scope has changed: pulls another set beside the shown one, or in its place when less may be seen. */
async function beginAnew(deps: PullDeps, answer: Extract<Answer, { kind: 'answer' }>): Promise<Ran | undefined> {
  const { core, held, connection, stored, begun } = deps
  const refusal = jsonOf(answer.text) as FeedRefusal | undefined
  if (typeof refusal?.epoch !== 'string' || typeof refusal.scope !== 'string') return connection.undecided(answer)
  const { code, epoch, scope, narrowed } = refusal
  if (code === 'EPOCH') {
    // FOLD8: hides at once, even if the new history has to wait or cannot be stored.
    if (narrowed) await core.beginSet(core.feed.target?.epoch ?? '', scope, true)
    if (narrowed) stored()
    const ran = held() ? await followEpoch(deps) : 'stop'
    if (ran) return ran
    if (!held()) return 'stop'
  } else if (epoch === core.target?.epoch && scope === core.target.scope) return connection.undecided(answer)
  await core.beginSet(epoch, scope, narrowed === true)
  stored()
  if (code === 'EPOCH') begun()
  return undefined
}

/** Obeys even an EPOCH with the known id: a copy of the server's data has the same id. */
async function followEpoch({ core, connection }: PullDeps): Promise<Ran | undefined> {
  const { deps, outbox, patience } = core
  const { ms, isNew, streak } = patience.meet(outbox.histories.newest, deps.now(), deps.monotonic())
  if (ms > 0) {
    if (isNew) deps.report?.(new Error(`The server's history began anew ${streak + 1} times within minutes`))
    return connection.hesitate(ms)
  }
  await core.beginEpoch(streak)
  return undefined
}

/** Rows may be missing because a page came from an older node, or from one whose clock was days ahead. */
const mayLack = (set: FeedSet, { at }: FeedPage): boolean =>
  set.isOlder || (at !== undefined && Date.parse(at) < set.said - digestEveryMs)

/**
 * Compares the set with the server's digest if the page has one; a set that differs is fetched again, never adopted. A
 * set that may lack rows is fetched again as soon as a node that knows everything sends a digest.
 */
async function isWhole({ core }: PullDeps, set: FeedSet, page: FeedPage): Promise<boolean> {
  if (mayLack(set, page)) await core.notes.compareSince(core.deps.now() - digestEveryMs + olderMs)
  if (!page.digest) return true
  const own = set.fold.digest()
  const same = own.count === page.digest.count && own.xor === page.digest.xor
  await core.notes.compared(core.deps.now())
  if (same && !mayLack(set, page)) return true
  if (!same && !mayLack(set, page))
    core.deps.report?.(new Error(`The rows here differ from the server's: ${own.count} of ${page.digest.count}`))
  await core.beginSet(set.epoch, set.scope)
  return false
}
