// `SEED=17` plays one again, `SEED=1000 HISTORIES=500` more; a failing one is shortened.
import { expect, inject, it } from 'vitest'
import type { World } from '../mutants/mutants-by-world.ts'
import { search } from './search.ts'

const players = 2
const seedSetting = process.env['SEED']
const first = Number(seedSetting ?? 1)

export function playHistories(world: World, title: string, usualCount: number): void {
  const count = Number(process.env['HISTORIES'] ?? (seedSetting === undefined ? usualCount : 1))
  it(`${title} in ${count} histories`, { timeout: count * 30_000 + 600_000 }, async () => {
    const options = { world, serverUrl: inject('postgresUrl'), step: players, end: first + count, shrink: 80 }
    const rows = Array.from({ length: players }, (_, at) => search({ ...options, first: first + at }))
    const stories = (await Promise.all(rows)).map((failed) => failed?.story ?? '')
    expect(stories.join(''), 'a history fails').toBe('')
  })
}
