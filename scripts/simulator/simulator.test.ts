// Many real stores against the real app on a real PostgreSQL, in histories that a seed determines. `SEED=17` plays one
// of them again, `SEED=1000 HISTORIES=500` plays more; a failing history is shortened and printed.
import { describe, expect, inject, it } from 'vitest'
import { hunt } from './hunt.ts'
import { runSeed } from './run.ts'
import { withBackend } from './with-backend.ts'

const players = 2
const asked = process.env['SEED']
const first = Number(asked ?? 1)
const count = Number(process.env['HISTORIES'] ?? (asked === undefined ? 300 : 1))

/** The line without what differs in every history of a seed: the names of a firm's people and rows, and its epoch. */
const withoutNames = (line: string): string =>
  line.replace(/(canary|-)[0-9a-f]{12}(?=x|@)/g, '$1').replace(/"epoch":"[^"]*"/g, '"epoch"')

describe('many devices and one server', () => {
  const backend = withBackend()

  it(
    `come to agree in ${count} histories, and nothing is lost, doubled or told to the wrong person`,
    { timeout: count * 4_000 + 60_000 },
    async () => {
      expect(await firstFailure(), 'a history fails').toBe('')
    },
  )

  /** Played by separate processes, as many as a small machine has cores. */
  async function firstFailure(): Promise<string> {
    const serverUrl = inject('postgresUrl')
    const errand = { serverUrl, step: players, end: first + count, shrink: 80 }
    const rows = Array.from({ length: players }, (_, at) => hunt({ ...errand, first: first + at }))
    return (await Promise.all(rows)).map((failed) => failed?.story ?? '').join('')
  }

  it('play the same history for the same seed', { timeout: 120_000 }, async () => {
    const logs: string[][] = []
    for (const _ of [1, 2]) {
      const log: string[] = []
      expect(await runSeed(backend(), 42, { log })).toBeUndefined()
      logs.push(log.map(withoutNames))
    }
    expect(logs[0]!.length).toBeGreaterThan(20)
    expect(logs[1]).toEqual(logs[0])
  })
})
