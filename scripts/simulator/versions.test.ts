// Devices of one firm during an update of the app, with nodes and devices of both versions. `SEED=17` plays one
// history again, `HISTORIES=500` more; a failing one is shortened.
import { describe, expect, inject, it } from 'vitest'
import { search } from './search/search.ts'

const world = 'versions'
const players = 2
const asked = process.env['SEED']
const first = Number(asked ?? 1)
const count = Number(process.env['HISTORIES'] ?? (asked === undefined ? 24 : 1))

describe('two versions of the app beside each other', () => {
  it(
    `GROW3 GROW5 GROW6 GROW7 GROW8 GROW9 lose nothing and expose nothing in ${count} histories`,
    { timeout: count * 30_000 + 600_000 },
    async () => {
      const options = {
        world,
        serverUrl: inject('postgresUrl'),
        step: players,
        end: first + count,
        shrink: 80,
      } as const
      const rows = Array.from({ length: players }, (_, at) => search({ ...options, first: first + at }))
      const failures = (await Promise.all(rows)).map((failed) => failed?.story ?? '')
      expect(failures.join(''), 'a history fails').toBe('')
    },
  )
})
