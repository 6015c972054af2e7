import { feedPath, type FeedPage } from '#schema/sync/protocol.ts'
import type { Bench } from './bench.ts'
import { type Firm, typicalShape } from '../stage/firm.ts'
import { fetchText, runConcurrently } from '../stage/http.ts'
import { interleave, timed } from '../stage/samples.ts'
import type { Stage } from '../stage/stage.ts'
import { atLeast, perSecond } from '../stage/table.ts'

const rounds = 7
const width = 4

export const feed: Bench = {
  conditions: `all pages of 50,000 rows, uncompressed, ${width} concurrently; ${rounds} rounds, medians`,
  async run(stage) {
    const firm = await stage.firm(typicalShape(50_000))
    const pages = await readFeed(stage, firm)
    const viewer = encodeURIComponent(JSON.stringify(firm.viewer))
    const viaApp = () =>
      runConcurrently(
        width,
        pages.map(
          ({ query }) =>
            () =>
              fetchText(`${stage.origin}${feedPath}?${query}`, { firm }),
        ),
      )
    const bare = () =>
      runConcurrently(
        width,
        pages.map(
          ({ query }) =>
            () =>
              fetchText(`${stage.bareOrigin}/?${query}&viewer=${viewer}`),
        ),
      )
    await viaApp()
    await bare()
    const durations = await interleave(rounds, { whole: () => timed(viaApp), bare: () => timed(bare) })
    const rate = (milliseconds: number) => firm.rows / (milliseconds / 1000)
    return [
      atLeast(
        0.95,
        perSecond('feed rows', rate(durations.whole)),
        perSecond('the same SQL to a bare socket', rate(durations.bare)),
      ),
    ]
  },
}

export interface AskedPage {
  readonly query: string
  readonly page: FeedPage
}

async function readFeed({ origin }: Stage, firm: Firm): Promise<AskedPage[]> {
  const pages: AskedPage[] = []
  let query = 'after=0'
  for (;;) {
    const page = JSON.parse(await fetchText(`${origin}${feedPath}?${query}`, { firm })) as FeedPage
    pages.push({ query, page })
    if (!page.more) return pages
    query = new URLSearchParams({ after: String(page.to), epoch: page.epoch, scope: page.scope }).toString()
  }
}
