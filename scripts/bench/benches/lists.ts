import type { Page } from 'playwright'
import type { Bench } from './bench.ts'
import type { Firm } from '../stage/firm.ts'
import { percentile } from '../stage/samples.ts'
import type { Stage } from '../stage/stage.ts'
import { type Figure, type Line, ms, noted, within } from '../stage/table.ts'
import { longestTask, throttle, untilPainted } from '../stage/watch-paint.ts'

const conditions = [
  { investments: 50_000, slower: 1, keyLimit: 30 },
  { investments: 10_000, slower: 4, keyLimit: 50 },
]
const rounds = 5
/** Duration of a touch in ms; measuring starts when it ends. */
const clickOptions = { delay: 60 } as const
const typed = ['173', '9', '97', 'x', '5000', 'm', '28']
/** The last letter is wrong: many rows are found before it, and only similar ones afterwards. */
const misspelt = ['Harbouf', 'Quarrz', 'Orcharf', 'Foundrx']
const columns = ['Project', 'Investor', 'Amount', 'Status', 'Investment date']

export const lists: Bench = {
  conditions: `the app's own list of investments, ${rounds} pages; until a frame that shows it is painted`,
  async run(stage) {
    const lines: Line[] = []
    for (const condition of conditions) lines.push(...(await measure(stage, condition)))
    return lines
  },
}

interface Samples {
  readonly longest: number[]
  readonly opened: number[]
  readonly first: number[]
  readonly keys: number[]
  readonly results: number[]
  readonly similar: number[]
  readonly sorts: number[]
  readonly dialogs: number[]
}

async function measure(stage: Stage, { investments, slower, keyLimit }: (typeof conditions)[number]) {
  const firm = await stage.firm({ projects: investments / 10, investors: investments / 5, investments })
  const origin = await stage.app()
  await stage.device.app(firm, origin, async (page) => {
    await page.goto(`${origin}/investments`)
    await page.getByText(`${investments.toLocaleString('en')} rows`, { exact: true }).waitFor({ timeout: 60_000 })
  })
  const samples: Samples = {
    longest: [],
    opened: [],
    first: [],
    keys: [],
    results: [],
    similar: [],
    sorts: [],
    dialogs: [],
  }
  for (let round = 0; round < rounds; round++) await visit(stage, firm, origin, slower, samples)
  const plain = await stage.device.page(firm, async (call, page) => {
    await throttle(page, slower)
    return call('plainList', 10)
  })
  const suffix = `${investments.toLocaleString('en')} rows${slower > 1 ? ` at ${slower}x` : ''}`
  const both = (name: string, limit: number | undefined, each: readonly number[], beside?: Figure): Line[] => {
    const p95Line = ms(`${name}, ${suffix}, p95`, percentile(each, 0.95))
    const p50Line = noted(ms(`${name}, ${suffix}, p50`, percentile(each, 0.5)))
    return [p50Line, limit === undefined ? noted(p95Line, beside) : within(limit, p95Line, beside)]
  }
  // A throttled device only has to accept every key in time.
  const limitUnthrottled = (limit: number) => (slower > 1 ? undefined : limit)
  const besideSearch = ms('texts made at every key, not drawn, p95', percentile(plain.searches, 0.95))
  const besideSort = ms('names folded at every sort, not drawn, p95', percentile(plain.sorts, 0.95))
  return [
    ...both('key to paint', keyLimit, samples.keys, besideSearch),
    ...both('key to results', limitUnthrottled(100), samples.results, besideSearch),
    ...both('misspelt name to similar rows', limitUnthrottled(300), samples.similar, besideSearch),
    ...both('first key to results', limitUnthrottled(100), samples.first, besideSearch),
    ...both('sort', limitUnthrottled(50), samples.sorts, besideSort),
    ...both('longest task of opening the list', limitUnthrottled(50), samples.longest),
    ...both('open the list', limitUnthrottled(100), samples.opened),
    ...both('open the create dialog', limitUnthrottled(100), samples.dialogs),
  ]
}

async function visit({ device }: Stage, firm: Firm, origin: string, slower: number, samples: Samples): Promise<void> {
  await device.app(firm, origin, async (page) => {
    await openDashboard(page, origin)
    await throttle(page, slower)
    const link = page.getByRole('link', { name: 'Investments', exact: true })
    const open = async () => {
      const { shown } = await untilPainted(page, { event: 'click', shows: 'table[aria-rowcount]' }, () =>
        link.click(clickOptions),
      )
      samples.opened.push(shown)
    }
    samples.longest.push(await longestTask(page, open))
    await type(page, samples)
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
    await page.getByText('Total AUM').waitFor()
    await open()
    await type(page, samples)
    await misspell(page, samples)
    await sort(page, samples)
    const shows = '[role=dialog] input'
    const create = () => page.getByRole('button', { name: 'Create investment' }).click(clickOptions)
    samples.dialogs.push((await untilPainted(page, { event: 'click', shows }, create)).shown)
  })
}

async function openDashboard(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/dashboard`)
  await page.getByRole('button', { name: 'Sync: Live' }).waitFor({ timeout: 60_000 })
  await page.waitForTimeout(2_000)
  await waitUntilIdle(page)
}

const waitUntilIdle = (page: Page) =>
  page.evaluate(async () => {
    const idle = () =>
      new Promise<number>((resolve) => requestIdleCallback((d) => resolve(d.timeRemaining()), { timeout: 200 }))
    for (let calm = 0, looks = 0; calm < 5 && looks < 50; looks++) calm = (await idle()) > 8 ? calm + 1 : 0
  })

async function type(page: Page, samples: Samples): Promise<void> {
  const field = page.getByRole('searchbox')
  await field.focus()
  let isFirst = true
  for (const text of typed) {
    for (const key of text) {
      const watched = { event: 'keydown', shows: 'table[aria-rowcount], output' } as const
      const { next, shown } = await untilPainted(page, watched, () => page.keyboard.press(key))
      samples.keys.push(next)
      ;(isFirst ? samples.first : samples.results).push(shown)
      isFirst = false
    }
    await field.fill('')
    // The address changes when typing pauses.
    await page.waitForURL(({ searchParams }) => !searchParams.has('q'))
    await waitUntilIdle(page)
  }
}

async function misspell(page: Page, samples: Samples): Promise<void> {
  const field = page.getByRole('searchbox')
  for (const text of misspelt) {
    await field.fill(text.slice(0, -1))
    await page.waitForURL(({ searchParams }) => searchParams.get('q') === text.slice(0, -1))
    await waitUntilIdle(page)
    const watched = { event: 'keydown', shows: '[data-similar] + section table' } as const
    samples.similar.push((await untilPainted(page, watched, () => page.keyboard.press(text.at(-1)!))).shown)
    await field.fill('')
    await page.waitForURL(({ searchParams }) => !searchParams.has('q'))
    await waitUntilIdle(page)
  }
}

async function sort(page: Page, samples: Samples): Promise<void> {
  for (const name of columns) {
    const header = page.getByRole('columnheader', { name, exact: true }).getByRole('button')
    const watched = { event: 'click', shows: 'tbody' } as const
    samples.sorts.push((await untilPainted(page, watched, () => header.click(clickOptions))).shown)
    await waitUntilIdle(page)
  }
}
