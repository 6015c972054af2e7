// Reads the feed onward until nothing is left. A page's text goes to the disk while the next page is on the wire; the
// position moves only when it is there.
import { feedHead, feedPath } from '#schema/protocol.ts'
import type { FeedPage, FeedRefusal } from '#schema/protocol.ts'
import type { Core } from './core.ts'
import type { FeedSet } from './feed-set.ts'
import { jsonOf } from './request.ts'
import type { Answer, Ask } from './request.ts'
import type { Ran } from './runner.ts'
import type { Reports } from './reports.ts'

const digestEveryMs = 24 * 3_600_000

export interface PullDeps {
  readonly core: Core
  readonly ask: Ask
  /** Whether this context still holds the lock; to be asked after every wait. */
  readonly held: () => boolean
  readonly reports: Reports
  /** What is on the disk has changed. */
  readonly stored: () => void
}

interface Asked {
  readonly set: FeedSet | undefined
  readonly after: number
  readonly answer: Promise<Answer>
}

export async function pull(deps: PullDeps): Promise<Ran> {
  const { core, held, reports } = deps
  let ahead: Asked | undefined
  for (;;) {
    const set = core.feed.target
    const after = set?.position ?? 0
    const asked = ahead?.set === set && ahead?.after === after ? ahead : ask(deps, set, after)
    ahead = undefined
    const answer = await asked.answer
    if (!held()) return 'stop'
    if (answer.kind === 'answer' && answer.status === 409) {
      if (!(await beginAnew(deps, answer.text))) return reports.undecided(answer)
      if (!held()) return 'stop'
      continue
    }
    const page = answer.kind === 'answer' && answer.status === 200 ? pageOf(answer.text, set, after) : undefined
    if (answer.kind === 'none' || !page) return reports.undecided(answer)
    reports.achieved()
    const begun = set ? undefined : core.feed.begin(page.epoch, page.scope, true)
    const target = set ?? core.feed.target!
    if (page.more) ahead = ask(deps, target, page.to)
    const isNews = page.to > target.position || !target.complete
    const stored = isNews ? core.feed.append(target, page, answer.text) : Promise.resolve(true)
    core.feed.take(target, page.rows)
    const [isOurs] = await Promise.all([stored, begun])
    if (!held()) return 'stop'
    if (isNews) deps.stored()
    if (!isOurs) await core.feed.catchUp()
    else if (!page.more) return (await isWhole(deps, target, page)) ? 'done' : { again: 'now' }
    if (!held()) return 'stop'
  }
}

function ask({ core, ask: send }: PullDeps, set: FeedSet | undefined, after: number): Asked {
  const isDigestDue = core.deps.now() - (core.notes.lastDigest ?? Infinity) > digestEveryMs
  const query = new URLSearchParams({ after: String(after), epoch: set?.epoch ?? '', scope: set?.scope ?? '', ...(isDigestDue ? { digest: '1' } : {}) })
  return { set, after, answer: send(`${feedPath}?${query.toString()}`) }
}

/** The page, if it is one and continues this set where it ends. */
function pageOf(text: string, set: FeedSet | undefined, after: number): FeedPage | undefined {
  const page = jsonOf(text) as FeedPage | undefined
  const head = feedHead.safeParse(page)
  if (!head.success || !Array.isArray(page?.rows) || page.from !== after || page.to < after) return undefined
  return set && (page.epoch !== set.epoch || page.scope !== set.scope) ? undefined : page
}

/** History or sight has changed: another set is pulled beside the shown one, or in its place when less may be seen. */
async function beginAnew({ core, stored }: PullDeps, text: string): Promise<boolean> {
  const refusal = jsonOf(text) as FeedRefusal | undefined
  if (typeof refusal?.epoch !== 'string' || typeof refusal.scope !== 'string') return false
  await core.feed.begin(refusal.epoch, refusal.scope, refusal.narrowed === true)
  stored()
  return true
}

/** Compares with the server's digest where it came; what differs is fetched anew, never adopted. */
async function isWhole({ core }: PullDeps, set: FeedSet, page: FeedPage): Promise<boolean> {
  if (!page.digest) return true
  const own = set.fold.digest()
  const same = own.count === page.digest.count && own.xor === page.digest.xor
  await core.notes.compared(core.deps.now())
  if (!same) await core.feed.begin(set.epoch, set.scope, false)
  return same
}
