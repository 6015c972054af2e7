// Pages are stored while the next ones are downloaded; the position moves only after they are stored.
import { feedHead, type FeedPage, feedPath, type FeedRefusal } from '#schema/sync/protocol.ts'
import type { StoreDeps } from '#web/store/base/deps.ts'
import type { CurrentEpoch } from '#web/store/core/current-epoch.ts'
import type { ShownRows } from '#web/store/core/shown-rows.ts'
import type { DeviceNotes } from '#web/store/disk/device-notes.ts'
import type { Feed } from '#web/store/feed/feed.ts'
import type { Outbox } from '#web/store/outbox/outbox.ts'
import type { FeedSet } from '#web/store/feed/feed-set.ts'
import { type SendResult, type SendJson, jsonOf } from '#web/store/wire/request.ts'
import type { RunResult } from '#web/store/base/retrying-task.ts'
import { PageWrites } from '#web/store/disk/page-writes.ts'
import type { ConnectionState } from '#web/store/wire/connection-state.ts'

const digestIntervalMs = 24 * 3_600_000
/** During a rolling upgrade, rows are not downloaded from the older version each time. */
const olderNodeRetryMs = 10 * 60_000

export interface PullDeps extends Pick<StoreDeps, 'identity' | 'newId' | 'now' | 'monotonic' | 'report'> {
  readonly feed: Feed
  readonly epoch: CurrentEpoch
  readonly outbox: Pick<Outbox, 'beginEpoch' | 'epochs'>
  readonly rows: Pick<ShownRows, 'reapply'>
  readonly notes: DeviceNotes
  readonly sendJson: SendJson
  /** Whether this context may still sync; check after every await. */
  readonly maySync: () => boolean
  readonly connection: ConnectionState
  readonly onPageStored: () => void
  readonly onNewEpoch: () => void
}

interface FeedRequest {
  readonly set: FeedSet | undefined
  readonly after: number
  readonly response: Promise<SendResult>
}

export async function pull(deps: PullDeps): Promise<RunResult> {
  const writes = new PageWrites()
  try {
    return await readNextPage(deps, writes)
  } finally {
    await writes.settled()
  }
}

async function readNextPage(deps: PullDeps, writes: PageWrites): Promise<RunResult> {
  const { feed, epoch, identity, maySync, connection } = deps
  let nextRequest: FeedRequest | undefined
  for (;;) {
    const feedRequest = nextRequest && nextRequest.set === epoch.target ? nextRequest : requestPage(deps, epoch.target)
    const { set, after } = feedRequest
    nextRequest = undefined
    const response = await feedRequest.response
    if (!maySync()) return 'stop'
    if (response.kind === 'response' && response.status === 409) {
      const result = await followRefusal(deps, response)
      if (result) return result
      if (!maySync()) return 'stop'
      continue
    }
    const page =
      response.kind === 'response' && response.status === 200
        ? pageOf(response.text, set, after, identity.id)
        : undefined
    if (response.kind === 'none' || !page) return connection.retryAfterUndecided(response)
    connection.markOnline()
    const begun = set ? undefined : epoch.beginSet(page.epoch, page.scope)
    if (!epoch.target) await begun
    const target = await feed.reloadIfNeeded(set ?? epoch.target!)
    if (!maySync()) return 'stop'
    if (page.more) nextRequest = requestPage(deps, target, page.to)
    if (page.rows.length === 0) await writes.waitForAll()
    if (isNewPage(target, page)) writes.add(store(deps, target, page))
    feed.receive(target, page.rows)
    if (page.at !== undefined) target.noteServerTime(Date.parse(page.at))
    if (page.mark !== undefined) target.receivedCheckpoint = { number: page.to, mark: page.mark }
    await begun
    const isFirstWriter = await (page.more ? writes.waitForSlot() : writes.waitForAll())
    if (!maySync()) return 'stop'
    if (!isFirstWriter) {
      nextRequest = undefined
      await feed.catchUp()
      if ((feed.target?.position ?? 0) <= after) return { again: 'later', notBeforeMs: null }
    } else if (!page.more) return (await isComplete(deps, target, page)) ? 'done' : { again: 'now' }
    if (!maySync()) return 'stop'
  }
}

const isNewPage = (set: FeedSet, { from, to, more, mark }: FeedPage): boolean =>
  to > from || !set.complete || (!more && to > set.settled) || (mark !== undefined && mark !== set.checkpointHash)

async function store({ feed, onPageStored }: PullDeps, set: FeedSet, page: FeedPage): Promise<boolean> {
  let isFirstWriter = false
  try {
    isFirstWriter = await feed.append(set, page)
  } finally {
    set.needsReload ||= !isFirstWriter
  }
  if (isFirstWriter) onPageStored()
  return isFirstWriter
}

function requestPage(
  { epoch, notes, now, sendJson: send }: PullDeps,
  set: FeedSet | undefined,
  after = set?.position ?? 0,
): FeedRequest {
  const isDigestDue = now() - (notes.lastDigest ?? Infinity) > digestIntervalMs
  const query = new URLSearchParams({
    after: String(after),
    epoch: set?.epoch ?? '',
    scope: set?.scope ?? '',
    ...(isDigestDue ? { digest: '1' } : {}),
  })
  for (const { number, mark } of epoch.checkpoints) query.append('known', `${number}:${mark}`)
  return { set, after, response: send(`${feedPath}?${query.toString()}`) }
}

function pageOf(text: string, set: FeedSet | undefined, after: number, person: string): FeedPage | undefined {
  const page = jsonOf(text) as FeedPage | undefined
  const head = feedHead.safeParse(page)
  if (!head.success || !Array.isArray(page?.rows) || page.from !== after || page.to < after) return undefined
  if ((page.person ?? person) !== person) return undefined
  return set && (page.epoch !== set.epoch || page.scope !== set.scope) ? undefined : page
}

/** Epoch or scope has changed: pulls another set beside the shown one, or in its place when access was narrowed. */
async function followRefusal(
  deps: PullDeps,
  response: Extract<SendResult, { kind: 'response' }>,
): Promise<RunResult | undefined> {
  const { feed, epoch: current, maySync, connection, onPageStored, onNewEpoch } = deps
  const refusal = jsonOf(response.text) as FeedRefusal | undefined
  if (typeof refusal?.epoch !== 'string' || typeof refusal.scope !== 'string')
    return connection.retryAfterUndecided(response)
  const { code, epoch, scope, narrowed } = refusal
  if (code === 'EPOCH') {
    // FOLD8: hides immediately, even if the new epoch has to wait or cannot be stored.
    if (narrowed) await current.beginSet(feed.target?.epoch ?? '', scope, true)
    if (narrowed) onPageStored()
    const result = maySync() ? await followEpoch(deps) : 'stop'
    if (result) return result
    if (!maySync()) return 'stop'
  } else if (epoch === current.target?.epoch && scope === current.target.scope)
    return connection.retryAfterUndecided(response)
  await current.beginSet(epoch, scope, narrowed === true)
  onPageStored()
  if (code === 'EPOCH') onNewEpoch()
  return undefined
}

/** Follows even an EPOCH with the known id, because a copy of the server's data has the same id. */
async function followEpoch(deps: PullDeps): Promise<RunResult | undefined> {
  const { epoch, outbox, rows, connection } = deps
  const { ms, isNew, streak } = epoch.backoff.check(outbox.epochs.newest, deps.now(), deps.monotonic())
  if (ms > 0) {
    if (isNew) deps.report?.(new Error(`The server's history began anew ${streak + 1} times within minutes`))
    return connection.backOff(ms)
  }
  // Changes that the server may have lost will be sent again.
  await outbox.beginEpoch(deps.newId, streak)
  rows.reapply()
  return undefined
}

/** Rows may be missing because a page came from an older node, or from one whose clock was days ahead. */
const mayLackRows = (set: FeedSet, { at }: FeedPage): boolean =>
  set.isOlder || (at !== undefined && Date.parse(at) < set.serverTime - digestIntervalMs)

/** Compares the set with the server's digest. A set that differs, or that may lack rows, is downloaded again. */
async function isComplete({ epoch, notes, now, report }: PullDeps, set: FeedSet, page: FeedPage): Promise<boolean> {
  if (mayLackRows(set, page)) await notes.startDigests(now() - digestIntervalMs + olderNodeRetryMs)
  if (!page.digest) return true
  const digest = set.fold.digest()
  const isEqual = digest.count === page.digest.count && digest.xor === page.digest.xor
  await notes.recordDigest(now())
  if (isEqual && !mayLackRows(set, page)) return true
  if (!isEqual && !mayLackRows(set, page))
    report?.(new Error(`The rows here differ from the server's: ${digest.count} of ${page.digest.count}`))
  await epoch.beginSet(set.epoch, set.scope)
  return false
}
