import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import type { Database } from '#server/db/connect/database.ts'
import { playHistories } from './search/play-histories.ts'
import { linkRandomInvestor } from './people/people.ts'
import { beginHistory } from './history/play.ts'
import { runSeed } from './history/run.ts'
import { countTurns } from './turns.ts'
import { withBackend } from './server/with-backend.ts'

const realTimeout = setTimeout

const withoutRandomValues = (line: string): string =>
  line.replace(/(canary|-)[0-9a-f]{12}(?=x|@)/g, '$1').replace(/"epoch":"[^"]*"/g, '"epoch"')

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Above 0, transactions wait and garbage is collected at unusual times, as on a busy machine. */
let delayMs = 0
let transactions = 0
const withDelays = (database: Database): Database => ({
  ...database,
  tenant: delayTransactions(database.tenant),
  snapshot: delayTransactions(database.snapshot),
})
const delayTransactions =
  (transact: Database['tenant']): Database['tenant'] =>
  async (tenantId, work) => {
    if (delayMs && ++transactions % 20 === 0) collectGarbage()
    if (delayMs) await new Promise((resolve) => realTimeout(resolve, delayMs))
    return transact(tenantId, work)
  }

describe('many devices and one server', () => {
  playHistories('devices', 'converge, and nothing is lost, duplicated or exposed to the wrong person,', 300)

  const backend = withBackend(withDelays)
  it.for([5, 42])('play the same history for seed %i, even on a busy machine', { timeout: 120_000 }, async (seed) => {
    const logs: string[][] = []
    for (delayMs of [0, 4]) {
      const log: string[] = []
      expect(await runSeed(backend(), seed, { log })).toBeUndefined()
      logs.push(log.map(withoutRandomValues))
    }
    expect(logs[0]!.length).toBeGreaterThan(20)
    expect(logs[1]).toEqual(logs[0])
  })

  it('wait for the hint of a person whose links have changed, however long the database takes', async () => {
    delayMs = 0
    const stopCounting = countTurns()
    const history = await beginHistory(backend(), 1, {}, [])
    delayMs = 50
    const before = history.hintChannels.waiting
    await linkRandomInvestor(history, 0)
    await history.waitUntilIdle()
    const hints = history.hintChannels.waiting
    delayMs = 0
    await history.close()
    stopCounting()
    expect(hints - before, 'one for each stream').toBe(history.devices.length)
  })
})
