import { request } from 'node:http'
import { v7 as uuidv7 } from 'uuid'
import { changesPath, feedPath, type FeedPage, streamPath } from '#schema/sync/protocol.ts'
import type { Bench } from './bench.ts'
import { type Firm, projectFields, typicalShape } from '../stage/firm.ts'
import { fetchText } from '../stage/http.ts'
import { listen as listenOnly, sessionsFor } from '../stage/listeners.ts'
import { percentile } from '../stage/samples.ts'
import type { Stage } from '../stage/stage.ts'
import { type Line, ms, within } from '../stage/table.ts'

const times = 200
/** Warm-up: a firm's devices listen for hours. */
const timesBefore = 20
const others = 1_000

export const visible: Bench = {
  conditions: `a change posted by one client until another, told by the stream, has read it from the feed; ${times} times after ${timesBefore} that are not measured, then with ${others} more devices of the firm that listen (a real device adds 0 to 50 ms, so that not all ask at once)`,
  async run(stage) {
    const firm = await stage.firm(typicalShape(10_000))
    const alone = await linesOf('commit on A until visible on B', stage, firm)
    const streams = await listenOnly(stage.origin, await stage.sessions(firm, sessionsFor(others)), others)
    const amongOthers = await linesOf(`the same among ${others}`, stage, firm)
    for (const each of streams) each.destroy()
    return [...alone, ...amongOthers]
  },
}

async function linesOf(name: string, stage: Stage, firm: Firm): Promise<Line[]> {
  const other = await listen(stage, firm)
  const samples: number[] = []
  for (let time = -timesBefore; time < times; time++) {
    const id = uuidv7()
    const start = performance.now()
    const seen = other.seen(id)
    await post(stage, firm, id)
    await seen
    if (time >= 0) samples.push(performance.now() - start)
  }
  other.close()
  return [
    within(30, ms(`${name}, p50`, percentile(samples, 0.5))),
    within(60, ms(`${name}, p99`, percentile(samples, 0.99))),
  ]
}

const { raisedAmount: _raised, actualTotalInvested: _invested, ...fields } = projectFields(1)

async function post({ origin }: Stage, firm: Firm, id: string): Promise<void> {
  const change = { id: uuidv7(), at: new Date().toISOString(), ops: [{ op: 'create', entity: 'projects', id, fields }] }
  await fetchText(`${origin}${changesPath}`, { firm, body: JSON.stringify({ client: uuidv7(), changes: [change] }) })
}

async function listen({ origin }: Stage, firm: Firm) {
  const waiting = new Map<string, () => void>()
  let query = new URLSearchParams({ after: '0' })
  let reading: Promise<void> | undefined
  const readOn = async () => {
    for (;;) {
      const page = JSON.parse(await fetchText(`${origin}${feedPath}?${query.toString()}`, { firm })) as FeedPage
      query = new URLSearchParams({ after: String(page.to), epoch: page.epoch, scope: page.scope })
      for (const [, id] of page.rows) waiting.get(id)?.()
      if (!page.more) return
    }
  }
  await readOn()
  const stream = request(`${origin}${streamPath}`, { headers: { cookie: `${firm.cookie.name}=${firm.cookie.value}` } })
  const opened = new Promise<void>((resolve, reject) => {
    stream.once('error', reject)
    stream.once('response', (response) => {
      response.on('error', () => {})
      response.on('data', () => {
        resolve()
        reading = (reading ?? Promise.resolve()).then(readOn)
      })
    })
  })
  stream.end()
  await opened
  return {
    seen: (id: string) => new Promise<void>((resolve) => waiting.set(id, resolve)),
    close: () => stream.destroy(),
  }
}
