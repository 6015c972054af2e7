import { feedPath, type FeedPage } from '#schema/sync/protocol.ts'
import type { Bench } from './bench.ts'
import { type Firm, makeFirm, typicalShape } from '../stage/firm.ts'
import { fetchText, runConcurrently } from '../stage/http.ts'
import { type SeparateServer, withSeparateServer } from '../stage/separate-server.ts'
import { postProjects } from '../stage/post-projects.ts'
import { median } from '../stage/samples.ts'
import { atMost, type Line, us } from '../stage/table.ts'

const sizes = [10_000, 100_000, 1_000_000]
const counts = [1, 32, 1_000]
const rowsOfMany = 1_000
// Only investments fill pages in firms of any size, and their rows are comparable. The last pages are not full.
const firstInvestment = 0.3
const investments = 0.4
const rounds = 5
const [pages, batches, perBatch] = [20, 10, 100]

export const flat: Bench = {
  conditions: `a row of the feed, ${pages} pages of investments, and a new project, ${batches} batches of ${perBatch}; ${rounds} rounds, medians; firms of ${sizes.join(', ')} rows, then ${counts.join(', ')} firms of ${rowsOfMany} rows in turn`,
  run: async () => [...(await bySize()), ...(await byCount())],
}

interface Cost {
  readonly read: number[]
  readonly written: number[]
}

const noCost = (): Cost => ({ read: [], written: [] })

const bySize = (): Promise<Line[]> =>
  withSeparateServer(async (own) => {
    const firms: Firm[] = []
    for (const rows of sizes) firms.push(await makeFirm(own.ownerUrl, own.database, typicalShape(rows)))
    const costs = firms.map(noCost)
    for (let round = -1; round < rounds; round++)
      for (const [at, firm] of firms.entries()) await measure(own, [firm], round < 0 ? noCost() : costs[at]!)
    return linesOf(
      costs,
      sizes.map((rows) => `of ${rows.toLocaleString('en')} rows`),
    )
  })

const byCount = (): Promise<Line[]> =>
  withSeparateServer(async (own) => {
    const firms: Firm[] = []
    const costs: Cost[] = []
    for (const count of counts) {
      const missing = Array.from({ length: count - firms.length }, () => async () => {
        firms.push(await makeFirm(own.ownerUrl, own.database, typicalShape(rowsOfMany)))
      })
      await runConcurrently(2, missing)
      await measure(own, firms, noCost())
      const cost = noCost()
      for (let round = 0; round < rounds; round++) await measure(own, firms, cost)
      costs.push(cost)
    }
    return linesOf(
      costs,
      counts.map((count) => `among ${count.toLocaleString('en')} firms`),
    )
  })

/** In µs per row. Pages and batches are spread over the firms. */
async function measure({ origin }: SeparateServer, firms: readonly Firm[], { read, written }: Cost): Promise<void> {
  let turn = 0
  const next = (): Firm => firms[Math.floor((turn++ * firms.length) / (pages + batches)) % firms.length]!
  let [rows, took] = [0, 0]
  for (let page = 0; page < pages; page++) {
    const firm = next()
    const after = Math.floor(firm.rows * (firstInvestment + (investments * page) / pages))
    const query = `after=${after}&${await positionOf(origin, firm)}`
    const start = performance.now()
    const response = await fetchText(`${origin}${feedPath}?${query}`, { firm })
    took += performance.now() - start
    rows += (JSON.parse(response) as FeedPage).rows.length
  }
  read.push((took * 1_000) / rows)
  const start = performance.now()
  for (let batch = 0; batch < batches; batch++) await postProjects(origin, next(), 1, perBatch)
  written.push(((performance.now() - start) * 1_000) / (batches * perBatch))
}

const positionsByFirm = new WeakMap<Firm, string>()

async function positionOf(origin: string, firm: Firm): Promise<string> {
  const known = positionsByFirm.get(firm)
  if (known !== undefined) return known
  const { epoch, scope } = JSON.parse(await fetchText(`${origin}${feedPath}?after=0`, { firm })) as FeedPage
  const named = new URLSearchParams({ epoch, scope }).toString()
  positionsByFirm.set(firm, named)
  return named
}

function linesOf(costs: readonly Cost[], names: readonly string[]): Line[] {
  const [first, ...others] = costs.map(({ read, written }, at) => ({
    read: us(`a row read, ${names[at]}`, median(read)),
    written: us(`a row written, ${names[at]}`, median(written)),
  }))
  return others.flatMap(({ read, written }) => [atMost(1.2, read, first!.read), atMost(1.2, written, first!.written)])
}
