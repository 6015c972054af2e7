import { setTimeout as after } from 'node:timers/promises'
import { v7 as uuidv7 } from 'uuid'
import type { Operation } from '#schema/sync/protocol.ts'
import type { Bench } from './bench.ts'
import type { Firm } from '../stage/firm.ts'
import { fetchText, UnexpectedResponse } from '../stage/http.ts'
import { postChanges, postProjects } from '../stage/post-projects.ts'
import { timed } from '../stage/samples.ts'
import { ms, noted, within } from '../stage/table.ts'

const documentCount = 6_000
const perRequest = 500
const colleagues = 6
const pauseMs = 200
const maxDelayMs = 200

export const deleteProject: Bench = {
  conditions: `one delete of a project with ${documentCount} documents while ${colleagues} others write one project after the other and one reads; a busy response is retried, and a rejection ends the bench`,
  async run({ origin, firm: firmOf, sessions }) {
    const firm = await firmOf({ projects: 1_000, investors: 0, investments: 0 })
    const others = (await sessions(firm, colleagues)).map((cookie) => ({ ...firm, cookie }))
    const home = await makeProject(origin, firm)
    const read = () => fetchText(`${origin}/api/investors`, { firm })
    const slowestBefore = await slowestOf(others, origin, read, () => after(2_000))
    let took = 0
    let attempts = 0
    const duringDelete = await slowestOf(others, origin, read, async () => {
      const remove: Operation = { op: 'delete', entity: 'projects', id: home }
      took = await timed(async () => void (attempts = await retryWhileBusy(() => postChanges(origin, firm, [remove]))))
    })
    const remaining = JSON.parse(await fetchText(`${origin}/api/documents?projectId=${home}`, { firm })) as unknown[]
    if (remaining.length) throw new Error(`${remaining.length} documents are left`)
    const retries = ({ busy }: Pick<Waits, 'busy'>) => `, ${busy} times busy`
    return [
      noted(ms(`the delete${retries({ busy: attempts })}`, took)),
      within(
        maxDelayMs,
        ms(`the slowest write meanwhile${retries(duringDelete)}`, duringDelete.slowest),
        ms(`before${retries(slowestBefore)}`, slowestBefore.slowest),
      ),
      within(
        maxDelayMs,
        ms('the slowest read meanwhile', duringDelete.slowestRead),
        ms('before', slowestBefore.slowestRead),
      ),
      noted(
        ms(`${duringDelete.count} writes meanwhile take`, duringDelete.mean),
        ms(`${slowestBefore.count} before`, slowestBefore.mean),
      ),
    ]
  },
}

async function makeProject(origin: string, firm: Firm): Promise<string> {
  const home = uuidv7()
  await postChanges(origin, firm, [
    { op: 'create', entity: 'projects', id: home, fields: { name: 'Quay', type: 'REAL_ESTATE' } },
  ])
  for (let created = 0; created < documentCount; created += perRequest)
    await postChanges(
      origin,
      firm,
      ...Array.from({ length: perRequest }, (_, at): Operation[] => [
        {
          op: 'create',
          entity: 'documents',
          id: uuidv7(),
          fields: { name: `Report ${created + at}`, type: 'REPORT', projectId: home },
        },
      ]),
    )
  return home
}

/** Returns the number of retries. */
async function retryWhileBusy(work: () => Promise<unknown>, busy = 0): Promise<number> {
  try {
    await work()
    return busy
  } catch (error) {
    if (!(error instanceof UnexpectedResponse) || error.status !== 503) throw error
    await after(pauseMs)
    return retryWhileBusy(work, busy + 1)
  }
}

interface Waits {
  readonly count: number
  readonly slowest: number
  readonly slowestRead: number
  readonly mean: number
  readonly busy: number
}

/** The slowest write of these people, and the slowest read, until the work is done, in ms. */
async function slowestOf(
  people: readonly Firm[],
  origin: string,
  read: () => Promise<unknown>,
  work: () => Promise<unknown>,
): Promise<Waits> {
  const waits: number[] = []
  const reads: number[] = []
  let busy = 0
  let isDone = false
  const writeOne = (by: Firm) => async () => {
    const times = await retryWhileBusy(() => postProjects(origin, by, 1, 1))
    busy += times
  }
  const writing = people.map(async (each) => {
    while (!isDone) waits.push(await timed(writeOne(each)))
  })
  const readAgain = async () => {
    while (!isDone) reads.push(await timed(async () => void (await read())))
  }
  await Promise.all([work().finally(() => void (isDone = true)), readAgain(), ...writing])
  const mean = waits.reduce((sum, each) => sum + each, 0) / waits.length
  return { count: waits.length, slowest: Math.max(...waits), slowestRead: Math.max(...reads), mean, busy }
}
