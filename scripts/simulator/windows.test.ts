// Three people of two firms share one browser: real sessions and stores against the real app, in seeded histories.
// `SEED=17` plays one again, `HISTORIES=500` more; a failing one is shortened.
import { describe, expect, inject, it } from 'vitest'
import { search } from './search/search.ts'

const world = 'windows'
const players = 2
const asked = process.env['SEED']
const first = Number(asked ?? 1)
const count = Number(process.env['HISTORIES'] ?? (asked === undefined ? 60 : 1))

describe('people who share a browser', () => {
  it(
    `WHO1 WHO4 WHO5 WHO7 never act for, see or lose what is somebody else's in ${count} histories`,
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
